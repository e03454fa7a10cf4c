"""The analyst's mode: past incidents on the map, in a frame that nobody takes for the present."""
