"""What an event says against what a subscription asks."""
