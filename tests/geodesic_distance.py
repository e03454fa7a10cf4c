"""How far places on WGS 84 are from geometries whose edges are straight in lon/lat, by pyproj and not by our own code.

The nearest place on each edge is narrowed down by straight distances through the earth; the distance to it is then
the geodesic one.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

Floats = NDArray[np.float64]

WGS84 = Geod(ellps="WGS84")
_SAMPLES = 15  # of an edge in each round
_NARROWING = 6.0  # from round to round; less than _SAMPLES / 2, so that the nearest place is not lost
_MOST_ROUNDS = 10
_NEAR_ENOUGH = 1e-3  # of the distance, along the edge: the distance is then right to 1e-6 of itself


def distances_m(places: Floats, geometry: BaseGeometry) -> Floats:
    """Metres from places (n, 2) to the outline of a geometry; seams at ±180 and ±90 are no outline of an area."""
    nearest = np.full(len(places), np.inf)
    at = _earth_centred(places)[:, None]
    for start, end in edges(geometry):
        share = np.full((len(places), 1), 0.5)
        width, length_m = 0.5, float(WGS84.inv(*start, *end)[2])
        for _ in range(_MOST_ROUNDS):
            tried = np.clip(share + width * np.linspace(-1.0, 1.0, _SAMPLES), 0.0, 1.0)
            squared = ((_earth_centred(start + tried[:, :, None] * (end - start)) - at) ** 2).sum(axis=-1)
            share = np.take_along_axis(tried, squared.argmin(axis=1)[:, None], axis=1)
            width /= _NARROWING
            if width * length_m < _NEAR_ENOUGH * np.sqrt(squared.min(initial=np.inf)):
                break
        foot = start + share * (end - start)
        _, _, metres = WGS84.inv(places[:, 0], places[:, 1], foot[:, 0], foot[:, 1])
        nearest = np.minimum(nearest, metres)
    return nearest


def edges(geometry: BaseGeometry) -> list[tuple[Floats, Floats]]:
    """The straight pieces of an outline, from and to; a point is a piece of no length."""
    found: list[tuple[Floats, Floats]] = []
    for part in shapely.get_parts(geometry):
        is_area = shapely.get_dimensions(part) == 2
        for path in shapely.get_rings(part) if is_area else [part]:
            xy = shapely.get_coordinates(path)
            pairs = zip(xy[:-1], xy[1:], strict=True) if len(xy) > 1 else [(xy[0], xy[0])]
            found += [(a, b) for a, b in pairs if not (is_area and _is_seam(a, b))]
    return found


def outline(area: BaseGeometry, shares: tuple[float, ...] = (0.0, 0.25, 0.5, 0.75), most: int = 160) -> Floats:
    """The corners of an area and places between them (n, 2), spread evenly if there are more than `most`."""
    places = np.array([a + share * (b - a) for a, b in edges(area) for share in shares])
    return places if len(places) <= most else places[np.linspace(0, len(places) - 1, most).astype(int)]


def _is_seam(a: Floats, b: Floats) -> bool:
    return bool((a[0] == b[0] and abs(a[0]) == 180.0) or (a[1] == b[1] and abs(a[1]) == 90.0))


def _earth_centred(lonlat: Floats) -> Floats:
    lon, lat = np.radians(lonlat[..., 0]), np.radians(lonlat[..., 1])
    across = WGS84.a / np.sqrt(1.0 - WGS84.es * np.sin(lat) ** 2)
    out = across * np.cos(lat)
    return np.stack([out * np.cos(lon), out * np.sin(lon), (1.0 - WGS84.es) * across * np.sin(lat)], axis=-1)
