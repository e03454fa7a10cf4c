"""Which meridians and parallels to draw for a piece of the map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from .coordinates import degree_text
from .mercator import MAX_LAT, point_to_lonlat, point_to_map

# Degrees, then minutes, then seconds: the divisions a reader can count in.
_STEPS_S = tuple(
    [d * 3600 for d in (30, 20, 10, 5, 2, 1)] + [m * 60 for m in (30, 20, 10, 5, 2, 1)] + [30, 20, 10, 5, 2, 1]
)


@dataclass(frozen=True, slots=True)
class GraticuleLine:
    """A meridian (its x) or a parallel (its y), with what to write beside it."""

    at: float  # map units
    text: str


@dataclass(frozen=True, slots=True)
class Graticule:
    """The lines of one view."""

    meridians: tuple[GraticuleLine, ...]
    parallels: tuple[GraticuleLine, ...]


_MERIDIANS = 6
_PARALLELS = 4


def graticule(x_min: float, y_min: float, x_max: float, y_max: float) -> Graticule:
    """Lines through round degrees for a view given in map units: a handful each way."""
    west, south = point_to_lonlat(x_min, y_min)
    east, north = point_to_lonlat(x_max, y_max)
    west, east = max(west, -180.0), min(east, 180.0)
    south, north = max(south, -MAX_LAT), min(north, MAX_LAT)
    lons, lats = round_degrees(west, east, _MERIDIANS), round_degrees(south, north, _PARALLELS)
    return Graticule(tuple(map(_meridian, lons)), tuple(map(_parallel, lats)))


def round_degrees(low: float, high: float, at_most: int) -> list[float]:
    """The multiples of a countable step from `low` to `high`, about `at_most` of them."""
    fitting = [step_s for step_s in _STEPS_S if step_s * at_most >= (high - low) * 3600.0]
    step_s = fitting[-1] if fitting else _STEPS_S[0]
    # Counted in whole steps, so that a line does not creep when the view is dragged.
    first, last = math.ceil(low * 3600.0 / step_s - 1e-9), math.floor(high * 3600.0 / step_s + 1e-9)
    return [index * step_s / 3600.0 for index in range(first, last + 1)]


@lru_cache(maxsize=4096)  # a map that is moved asks for the same ones again and again
def _meridian(lon: float) -> GraticuleLine:
    return GraticuleLine(point_to_map(lon, 0.0)[0], degree_text(lon, "E", "W"))


@lru_cache(maxsize=4096)
def _parallel(lat: float) -> GraticuleLine:
    return GraticuleLine(point_to_map(0.0, lat)[1], degree_text(lat, "N", "S"))
