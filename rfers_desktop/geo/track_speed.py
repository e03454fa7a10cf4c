"""How fast a thing went between the places it was seen at."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .measuring import leg_lengths_m

_SHORTEST_S = 0.5  # between two places; nearer in time a speed is mostly error


def speeds_kmh(times_s: Sequence[float], lonlat: Sequence[tuple[float, float]]) -> list[float | None]:
    """The speed on the way to each place, along the ellipsoid; None for the first, and where too little time passed."""
    if len(times_s) != len(lonlat):
        raise ValueError(f"speeds: expected a place for each of {len(times_s)} times, got {len(lonlat)}")
    if not times_s:
        return []
    legs = leg_lengths_m(np.asarray(lonlat, np.float64)) if len(lonlat) > 1 else np.zeros(0)
    spans = np.diff(np.asarray(times_s, np.float64))
    return [None, *(float(m / s * 3.6) if s >= _SHORTEST_S else None for m, s in zip(legs, spans))]
