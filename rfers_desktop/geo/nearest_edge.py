"""The shortest way from a shape to the edge of a zone on the earth, to be measured and drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from pyproj import Geod
from shapely import affinity
from shapely.geometry.base import BaseGeometry

_WGS84 = Geod(ellps="WGS84")
_STEEPEST_LAT = 89.9


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """From the shape to the edge, in degrees, and how long that is."""

    start: tuple[float, float]
    end: tuple[float, float]
    metres: float
    is_inside: bool  # the shape lies within the zone, not beyond its edge


def nearest_edge(zone: BaseGeometry, shape: BaseGeometry) -> EdgeLine:
    """The way to the nearest point of a zone's outline, or of the zone itself if it is a line or a point.

    Near places are found in degrees made equally long both ways where the shape is; the length is geodesic.
    """
    lat = float(np.clip(shapely.get_y(shapely.centroid(shape)), -_STEEPEST_LAT, _STEEPEST_LAT))
    shrink = math.cos(math.radians(lat))
    outline = shapely.boundary(zone) if shapely.get_dimensions(zone) == 2 else zone
    flat = affinity.scale(shape, shrink, 1.0, origin=(0.0, 0.0))
    lines = []
    for turn in (0.0, -360.0, 360.0):  # across the antimeridian it may be nearer
        moved = affinity.scale(affinity.translate(outline, turn), shrink, 1.0, origin=(0.0, 0.0))
        (x, y), (to_x, to_y) = shapely.get_coordinates(shapely.shortest_line(flat, moved)).tolist()
        _, _, metres = _WGS84.inv(x / shrink, y, to_x / shrink, to_y)
        lines.append(EdgeLine((x / shrink, y), (to_x / shrink, to_y), abs(float(metres)), bool(zone.covers(shape))))
    return min(lines, key=lambda line: round(line.metres, 3))  # the first of equals: the one that does not turn
