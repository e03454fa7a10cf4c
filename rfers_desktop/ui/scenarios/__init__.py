"""Emergencies to play in the window, with a guide beside the map."""
