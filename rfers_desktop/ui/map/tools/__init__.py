"""The tools of the map, one a file: what clicks, drags and keys do."""
