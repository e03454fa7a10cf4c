"""Fuzzy interests and imprecise reports: membership, possibility and necessity."""
