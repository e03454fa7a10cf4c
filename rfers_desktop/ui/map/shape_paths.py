"""Geometries in map units as painter paths in map units."""

from __future__ import annotations

import shapely
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF
from shapely.geometry.base import BaseGeometry


def lines_and_areas(geometry: BaseGeometry) -> QPainterPath:
    """The path of all lines and rings; holes stay empty because the fill is odd-even."""
    path = QPainterPath()
    for part in shapely.get_parts(geometry):
        if isinstance(part, shapely.Polygon):
            for ring in (part.exterior, *part.interiors):
                path.addPolygon(_corners(ring))
        elif isinstance(part, shapely.LineString):
            path.addPolygon(_corners(part))
    return path


def points(geometry: BaseGeometry) -> list[QPointF]:
    """The single places of a geometry that is made of points."""
    return [QPointF(part.x, part.y) for part in shapely.get_parts(geometry) if isinstance(part, shapely.Point)]


def is_area(geometry: BaseGeometry) -> bool:
    """Whether the geometry has an inside to be filled."""
    return geometry.geom_type in ("Polygon", "MultiPolygon")


def top_above_middle(geometry: BaseGeometry) -> float:
    """The greatest y of the geometry on the vertical through the middle of its box; of all, if it is not there."""
    x_min, y_min, x_max, y_max = geometry.bounds
    middle = (x_min + x_max) / 2
    above = shapely.intersection(geometry, shapely.LineString([(middle, y_min - 1), (middle, y_max + 1)]))
    return y_max if above.is_empty else float(above.bounds[3])


def _corners(line: BaseGeometry) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in shapely.get_coordinates(line).tolist()])
