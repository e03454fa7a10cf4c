"""How fast something went from one place to the next, for receivers that do not say it."""

from __future__ import annotations

import math

from scripts.simulation.ground import LonLat, metres_between

FASTEST_KMH = 1_000.0  # beyond this a leap is an error of the receiver, not a speed


def driven_kmh(one: LonLat, other: LonLat, seconds: float) -> float:
    """The speed from one place to the other within a time above nothing."""
    return min(FASTEST_KMH, math.hypot(*metres_between(one, other)) / seconds * 3.6)
