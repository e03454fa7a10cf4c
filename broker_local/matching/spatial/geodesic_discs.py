"""Discs on the ellipsoid: all that lies within a distance of a point, as polygons in lon/lat, poles included.

A disc is drawn with corners a little outside the circle and edges that dip as far inside it. Where the circle runs
close to a pole its lon/lat picture bends sharply, and it gets more corners.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from .ellipsoid import WGS84, Floats, to_pole_m, travel

Polygons = NDArray[np.object_]

CORNERS = 96  # of a circle that is far from the poles
# With 96 corners at (1 + s) times the radius the edges' middles are at (1 - s) times it.
OUTSET = float((1 - np.cos(np.pi / CORNERS)) / (1 + np.cos(np.pi / CORNERS)))  # 0.027 %
CHORD_TOLERANCE = 5e-5  # of the radius: how far an edge may lie from the same edge drawn in the local plane
# Of the distance to the pole: a circle with a larger radius comes near it or holds it.
POLAR_SHARE = 0.8

_CHUNK = 20_000  # discs at a time, to bound the memory of a bulk load
# A line straight in lon/lat bends by at most 1.09 tan(latitude) / R against a geodesic.
_BEND = 1.09
_STEEPEST_DEG = 90.0 - 1e-9  # a tangent must stay finite; only circles near a pole, whose count is not used, get here


def corner_counts(lat: Floats, reach_m: Floats | float) -> NDArray[np.int64]:
    """How many corners a full circle needs: a power of two times 96; not for circles near a pole."""
    steepest = np.minimum(np.abs(lat) + np.degrees(reach_m / WGS84.b), _STEEPEST_DEG)
    bend = _BEND * np.tan(np.radians(steepest)) * reach_m / WGS84.a
    step = np.sqrt(8.0 * CHORD_TOLERANCE / np.maximum(bend, 1e-12))
    doublings = np.ceil(np.log2(np.maximum(2.0 * np.pi / CORNERS / step, 1.0)))
    return np.asarray(CORNERS * 2**doublings, dtype=np.int64)


def is_near_pole(lat: Floats, reach_m: Floats | float) -> NDArray[np.bool_]:
    """Whether a circle passes near a pole or goes round it."""
    return np.asarray(reach_m > POLAR_SHARE * to_pole_m(lat))


def discs(lon: Floats, lat: Floats, reach_m: Floats) -> Polygons:
    """A polygon for each point; its longitudes may lie beyond ±180 unless it holds a pole."""
    drawn = np.empty(len(lon), dtype=object)
    near_pole = is_near_pole(lat, reach_m)
    counts = np.where(near_pole, 0, corner_counts(lat, reach_m))
    for count in np.unique(counts):
        azimuths = np.linspace(0.0, 180.0, count // 2 + 1) if count else _POLAR_AZIMUTHS
        group = np.flatnonzero(counts == count)
        for start in range(0, len(group), _CHUNK):
            rows = group[start : start + _CHUNK]
            drawn[rows] = _circles(lon[rows], lat[rows], reach_m[rows], azimuths)
    return drawn


def _polar_azimuths() -> Floats:
    """Azimuths for circles near a pole, from it: dense where the circle may pass close by it.

    The circle's distance to the pole is at least sin(azimuth) times its radius, and a chord's error in lon/lat is its
    length squared over eight times that distance.
    """
    step = np.sqrt(8.0 * CHORD_TOLERANCE / _BEND)
    near = np.linspace(0.0, 1.0, int(np.ceil(np.pi / step)) + 1) ** 2 * 90.0
    far = np.linspace(90.0, 180.0, int(np.ceil(np.pi / 2 / step)) + 1)
    return np.concatenate([near, far[1:]])


_POLAR_AZIMUTHS = _polar_azimuths()


def _circles(lon: Floats, lat: Floats, reach_m: Floats, azimuths: Floats) -> Polygons:
    """Circles of the same azimuths, which run from the nearer pole's direction round by the east to the other."""
    headings = np.where(lat[:, None] >= 0.0, azimuths, 180.0 - azimuths)
    end_lon, end_lat = travel(lon[:, None], lat[:, None], headings, reach_m[:, None])
    east = np.abs(end_lon - lon[:, None])
    holds_pole = east[:, 0] > 90.0
    east[:, -1] = 0.0
    east[:, 0] = np.where(holds_pole, 180.0, 0.0)
    drawn = np.empty(len(lon), dtype=object)
    if not holds_pole.all():
        rows = np.flatnonzero(~holds_pole)
        x = np.concatenate([lon[rows, None] + east[rows], (lon[rows, None] - east[rows])[:, -2::-1]], axis=1)
        y = np.concatenate([end_lat[rows], end_lat[rows, -2::-1]], axis=1)
        drawn[rows] = shapely.polygons(np.stack([x, y], axis=-1))
    for row in np.flatnonzero(holds_pole):
        drawn[row] = _polar_cap(lon[row], east[row], end_lat[row])
    return drawn


def _polar_cap(lon: float, east: Floats, lat: Floats) -> shapely.Polygon:
    """The lon/lat picture of a circle that holds a pole: all that is poleward of a line from -180 to 180."""
    x = np.concatenate([lon + east, (lon - east)[1:-1]])
    x = (x + 180.0) % 360.0 - 180.0
    y = np.concatenate([lat, lat[1:-1]])
    x, first = np.unique(x, return_index=True)
    y = y[first]
    seam_share = (180.0 - x[-1]) / (x[0] + 360.0 - x[-1])
    seam_lat = y[-1] + seam_share * (y[0] - y[-1])
    pole = float(np.copysign(90.0, lat[0]))
    line = [(-180.0, seam_lat), *zip(x, y), (180.0, seam_lat)]
    return shapely.Polygon([(-180.0, pole), *dict.fromkeys(line), (180.0, pole)])
