"""Emergencies to play: what is published when, who asked for what, and what must be delivered to whom."""
