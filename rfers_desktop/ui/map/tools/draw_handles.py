"""What of a drawing a hand can take hold of: its corners, and the middles of its edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.geo.projections import Projection
from rfers_desktop.ui.map.view import View

REACH_PX = 8.0
_SHORTEST_EDGE_PX = 36.0  # the middle of a shorter one could not be told from its corners


@dataclass(frozen=True, slots=True)
class Handle:
    """A corner, or the middle of the edge before the corner of that number."""

    index: int
    is_corner: bool


def corner_pixels(sketch: Sketch, view: View, projection: Projection) -> NDArray[np.float64]:
    """Where the corners are on the screen."""
    if not sketch.corners:
        return np.empty((0, 2))
    return view.pixels(projection.to_map(np.array(sketch.corners)))


def middle_pixels(sketch: Sketch, corners: NDArray[np.float64]) -> list[tuple[int, QPointF]]:
    """The middles of edges that are long enough, each with the number its new corner would have."""
    if sketch.shape not in (Shape.LINE, Shape.POLYGON, Shape.RECTANGLE, Shape.FREEHAND) or len(corners) < 2:
        return []
    ends = np.roll(corners, -1, axis=0)
    is_closed = sketch.shape.is_area and sketch.is_finished
    count = len(corners) if is_closed else len(corners) - 1
    middles = []
    for index in range(count):
        (x, y), (to_x, to_y) = corners[index], ends[index]
        if np.hypot(to_x - x, to_y - y) >= _SHORTEST_EDGE_PX:
            middles.append((index + 1, QPointF((x + to_x) / 2, (y + to_y) / 2)))
    return middles


def handle_at(sketch: Sketch, view: View, projection: Projection, at: QPointF) -> Handle | None:
    """What is under the pointer, corners before edges."""
    if sketch.shape is Shape.FEATURES:
        return None
    corners = corner_pixels(sketch, view, projection)
    if len(corners):
        distances = np.hypot(corners[:, 0] - at.x(), corners[:, 1] - at.y())
        nearest = int(distances.argmin())
        if distances[nearest] <= REACH_PX:
            return Handle(nearest, True)
    for index, middle in middle_pixels(sketch, corners):
        if np.hypot(middle.x() - at.x(), middle.y() - at.y()) <= REACH_PX:
            return Handle(index, False)
    return None


def closes_polygon(sketch: Sketch, handle: Handle) -> bool:
    """Whether a click there ends a polygon: on its first corner, once there are corners enough."""
    is_first = handle == Handle(0, True)
    return is_first and sketch.shape is Shape.POLYGON and sketch.takes_more and sketch.is_complete
