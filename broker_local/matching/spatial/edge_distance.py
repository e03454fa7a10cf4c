"""How far points are from the edges of zones, in metres along geodesics: negative inside of areas.

Edges are straight in lon/lat, as everywhere here. The nearest place of an edge is sought with degrees made metres at
the latitude halfway, twice, since that latitude depends on the place; the distance to it is then a geodesic's. So the
error is of second order: less than 1e-5 of the distance up to some 50 km, and less the nearer it is.
"""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from .antimeridian import joined
from .ellipsoid import WGS84
from .flat_geometry import Floats, Geometries
from .kernel import kernel

Ints = NDArray[np.int64]
_ES = WGS84.es
_A = WGS84.a
_ROUND = 360.0


def edge_distances_m(zones: Geometries, points: Geometries) -> Floats:
    """Pair by pair the distance from a point to the zone's edge: below 0 in an area, else 0 or more."""
    distances = nearest_m(zones, points)
    is_inside = np.asarray(shapely.intersects(zones, points), np.bool_)
    inside = np.where(shapely.get_dimensions(zones) == 2, -distances, 0.0)
    return np.where(is_inside, inside, distances)


def boundary_distances_m(zones: Geometries, points: Geometries) -> Floats:
    """Pair by pair the distance from a point to the zone's boundary (of a line, its ends); endless without one."""
    boundaries = np.asarray(shapely.boundary(zones), np.object_)
    distances = np.full(len(zones), np.inf)
    there = np.flatnonzero(~shapely.is_empty(boundaries) & (boundaries != None))  # noqa: E711  # of each element
    distances[there] = nearest_m(np.where(shapely.get_dimensions(zones) == 2, zones, boundaries)[there], points[there])
    return distances


def nearest_m(zones: Geometries, points: Geometries) -> Floats:
    """Pair by pair the distance from a point to the nearest place of a zone's rings, lines or points."""
    if not len(zones):
        return np.empty(0)
    numbers: dict[int, int] = {}
    which = np.fromiter((numbers.setdefault(id(zone), len(numbers)) for zone in zones), np.int64, len(zones))
    _, firsts = np.unique(which, return_index=True)
    edges, starts = _edges_of([zones[first] for first in firsts.tolist()])
    coords = shapely.get_coordinates(points)
    feet = _feet(coords, which, edges, starts)
    _, _, metres = WGS84.inv(coords[:, 0], coords[:, 1], feet[:, 0], feet[:, 1])
    return np.asarray(metres, np.float64)


def _edges_of(zones: list[BaseGeometry]) -> tuple[Floats, Ints]:
    """The edges of zones, as rows of both ends, and where each zone's begin."""
    tables = [_edges(zone) for zone in zones]
    starts = np.concatenate([[0], np.cumsum([len(table) for table in tables])]).astype(np.int64)
    return np.concatenate(tables), starts


def _edges(zone: BaseGeometry) -> Floats:
    if zone.geom_type in ("Point", "MultiPoint"):
        places = shapely.get_coordinates(zone)
        return np.hstack([places, places])
    whole = joined(zone) if shapely.get_dimensions(zone) == 2 else zone
    lines = (
        shapely.get_parts(shapely.boundary(whole)) if shapely.get_dimensions(whole) == 2 else shapely.get_parts(whole)
    )
    coords, line = shapely.get_coordinates(lines, return_index=True)
    is_edge = line[1:] == line[:-1]
    edges = np.hstack([coords[:-1], coords[1:]])[is_edge]
    is_at_pole = (np.abs(edges[:, 1]) >= 90.0) & (np.abs(edges[:, 3]) >= 90.0)
    # An area about a pole, or round the whole world, has edges there in lon/lat that are none on the globe.
    west, _, east, _ = whole.bounds
    is_seam = (edges[:, 0] == edges[:, 2]) & np.isin(edges[:, 0], (west, east)) & (east - west >= _ROUND)
    kept = edges[~(is_at_pole | is_seam)] if shapely.get_dimensions(whole) == 2 else edges
    return np.ascontiguousarray(kept)


@kernel
def _metres_per_degree(lat: float) -> tuple[float, float]:
    sine = math.sin(math.radians(lat))
    flat = 1.0 - _ES * sine * sine
    per_radian = _A / math.sqrt(flat)
    along = per_radian * (1.0 - _ES) / flat
    return math.radians(per_radian * math.cos(math.radians(lat))), math.radians(along)


@kernel
def _part_of_edge(x: float, y: float, dx: float, dy: float, lon_m: float, lat_m: float) -> float:
    """Which part of the way along an edge (from x, y by dx, dy, seen from the point) is nearest to the point."""
    across, up = dx * lon_m, dy * lat_m
    length = across * across + up * up
    if length == 0.0:
        return 0.0
    return min(max(-(x * lon_m * across + y * lat_m * up) / length, 0.0), 1.0)


@kernel
def _feet(points: Floats, which: Ints, edges: Floats, starts: Ints) -> Floats:
    """For each point the nearest place of its zone's edges, as lon/lat."""
    feet = np.full((len(points), 2), np.nan)
    for row in range(len(points)):
        lon, lat = points[row, 0], points[row, 1]
        lon_m, lat_m = _metres_per_degree(lat)
        best = np.inf
        for edge in range(starts[which[row]], starts[which[row] + 1]):
            dx, dy = edges[edge, 2] - edges[edge, 0], edges[edge, 3] - edges[edge, 1]
            turn = _ROUND * np.rint((lon - edges[edge, 0] - 0.5 * dx) / _ROUND)
            x, y = edges[edge, 0] + turn - lon, edges[edge, 1] - lat
            part = _part_of_edge(x, y, dx, dy, lon_m, lat_m)
            for _ in range(2):
                halfway_lon_m, halfway_lat_m = _metres_per_degree(lat + 0.5 * (y + part * dy))
                part = _part_of_edge(x, y, dx, dy, halfway_lon_m, halfway_lat_m)
            halfway_lon_m, halfway_lat_m = _metres_per_degree(lat + 0.5 * (y + part * dy))
            across, up = (x + part * dx) * halfway_lon_m, (y + part * dy) * halfway_lat_m
            away = across * across + up * up
            if away < best:
                best = away
                feet[row, 0], feet[row, 1] = lon + x + part * dx, lat + y + part * dy
    return feet
