"""Web Mercator (EPSG:3857) in closed form: degrees on the wire to metres on the map, and back."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Coordinates = NDArray[np.float64]  # one row a position
Geometry = TypeVar("Geometry", bound=BaseGeometry)

EARTH_RADIUS_M = 6_378_137.0  # the sphere that EPSG:3857 uses, the WGS 84 semi-major axis
HALF_WORLD = math.pi * EARTH_RADIUS_M  # x and y run from minus this to plus this
MAX_LAT = math.degrees(2.0 * math.atan(math.exp(math.pi)) - math.pi / 2.0)  # 85.05°, where the map is square


def to_map(lonlat: Coordinates) -> Coordinates:
    """Positions in map units; latitudes beyond the map's edge land on it."""
    lat = np.radians(np.clip(lonlat[:, 1], -MAX_LAT, MAX_LAT))
    x = np.radians(lonlat[:, 0]) * EARTH_RADIUS_M
    y = np.arcsinh(np.tan(lat)) * EARTH_RADIUS_M
    return np.column_stack((x, y))


def to_lonlat(xy: Coordinates) -> Coordinates:
    """Map units back to degrees."""
    lon = np.degrees(xy[:, 0] / EARTH_RADIUS_M)
    lat = np.degrees(np.arctan(np.sinh(xy[:, 1] / EARTH_RADIUS_M)))
    return np.column_stack((lon, lat))


def point_to_map(lon: float, lat: float) -> tuple[float, float]:
    """One position in map units."""
    inside = math.radians(min(max(lat, -MAX_LAT), MAX_LAT))
    return math.radians(lon) * EARTH_RADIUS_M, math.asinh(math.tan(inside)) * EARTH_RADIUS_M


def point_to_lonlat(x: float, y: float) -> tuple[float, float]:
    """One place on the map in degrees."""
    return math.degrees(x / EARTH_RADIUS_M), math.degrees(math.atan(math.sinh(y / EARTH_RADIUS_M)))


def geometry_to_map(geometry: Geometry) -> Geometry:
    """A lon/lat geometry in map units, vertex by vertex."""
    return shapely.transform(geometry, to_map)


def ground_metres_per_unit(y: float) -> float:
    """How many metres on the ground one map unit is at a height of the map: 1 on the equator, less elsewhere."""
    return 1.0 / math.cosh(y / EARTH_RADIUS_M)
