"""Addresses to places, from tables that are here: no network."""
