"""Where a map looked at: independent of the window's size and of the projection, so that it can be kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapPlace:
    """The middle in degrees, and how many metres on the ground a pixel was there."""

    lon: float
    lat: float
    m_per_px: float
