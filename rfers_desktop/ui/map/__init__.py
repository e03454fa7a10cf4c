"""The map canvas and what it draws."""
