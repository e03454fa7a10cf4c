"""Where an event is against where a subscription asks."""
