"""The link to the companion: one login, its state, requests and the inbox."""
