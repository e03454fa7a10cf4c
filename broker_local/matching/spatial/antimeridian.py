"""Cutting and joining areas at longitude ±180, as RFC 7946 section 3.1.9 wants them cut."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Geometries = NDArray[np.object_]


def cut(areas: Geometries) -> Geometries:
    """The same areas with all longitudes from -180 to 180; one that crosses the antimeridian becomes two."""
    west, _, east, _ = shapely.bounds(areas).T
    is_within = (west >= -180.0) & (east <= 180.0)
    crossing = areas[~is_within]
    pieces = [areas[is_within]]
    if len(crossing):
        turns = np.floor((np.array([west[~is_within].min(), east[~is_within].max()]) + 180.0) / 360.0)
        for turn in range(int(turns[0]), int(turns[1]) + 1):
            world = shapely.box(360.0 * turn - 180.0, -90.0, 360.0 * turn + 180.0, 90.0)
            parts = shapely.get_parts(shapely.intersection(crossing, world))
            pieces.append(_moved(parts[shapely.area(parts) > 0.0], -turn))
    return np.concatenate(pieces)


def joined(area: BaseGeometry) -> BaseGeometry:
    """An area that was cut at the antimeridian in one piece again, with longitudes beyond 180; others as they are."""
    west, _, east, _ = area.bounds
    if west > -180.0 or east < 180.0:
        return area
    parts = shapely.get_parts(area)
    is_western = shapely.bounds(parts)[:, 0] < 0.0
    return shapely.union_all(np.concatenate([parts[~is_western], _moved(parts[is_western], 1)]))


def _moved(areas: Geometries, turns: int) -> Geometries:
    return np.asarray(shapely.transform(areas, lambda xy: xy + [360.0 * turns, 0.0]), dtype=object)
