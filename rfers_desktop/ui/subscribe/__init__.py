"""Subscribing by drawing: the card beside the map, and what belongs to it."""
