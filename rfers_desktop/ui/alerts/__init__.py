"""Alerts on the desk: their panel, toasts, rings on the map, sounds and keys."""
