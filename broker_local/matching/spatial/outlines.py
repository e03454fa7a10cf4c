"""Whether the outline of an area passes a box, and if not, on which side of it the box lies.

An edge is left out only where it certainly misses the box, by comparing coordinates or by the sign of a determinant
beyond its rounding error. So a box without edges is wholly inside or wholly outside, exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .flat_geometry import Floats
from .kernel import inlined, kernel
from .point_location import INSIDE, OUTSIDE, Areas, locate

Edges = NDArray[np.int32]  # an edge is the number of the coordinate it starts from; the next one ends it

PASSED, BOX_INSIDE, BOX_OUTSIDE = 0, 1, 2

# The bound of Shewchuk's ccwerrboundA (3.4e-16) with a margin, and more than products lose to underflow.
_RELATIVE_ERROR = 1e-15
_UNDERFLOW = 1e-300


@kernel
def all_edges(row: int, areas: Areas, edges: Edges) -> int:
    """Write the edges of an area into `edges`; returns how many."""
    count = 0
    for path in range(areas.geometry_starts[row], areas.geometry_starts[row + 1]):
        for edge in range(areas.path_starts[path], areas.path_starts[path + 1] - 1):
            edges[count] = edge
            count += 1
    return count


@kernel
def edges_near(coords: Floats, edges: Edges, count: int, boxes: Floats, box: int, near: Edges) -> int:
    """Write those of the first `count` edges that may touch the closed box into `near`; returns how many."""
    left, bottom, right, top = boxes[box, 0], boxes[box, 1], boxes[box, 2], boxes[box, 3]
    found = 0
    for i in range(count):
        edge = edges[i]
        ax, ay, bx, by = coords[edge, 0], coords[edge, 1], coords[edge + 1, 0], coords[edge + 1, 1]
        if max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < bottom or min(ay, by) > top:
            continue
        # The corners furthest to the left and to the right of the edge's line.
        low_x, high_x = (left, right) if by > ay else (right, left)
        low_y, high_y = (bottom, top) if bx > ax else (top, bottom)
        if _is_certainly_left(bx, by, ax, ay, low_x, high_y) or _is_certainly_left(ax, ay, bx, by, high_x, low_y):
            continue
        near[found] = edge
        found += 1
    return found


@inlined
def _is_certainly_left(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> bool:
    """Whether the point lies left of the line from a to b, beyond the doubt of rounding."""
    one, other = (ax - x) * (by - y), (ay - y) * (bx - x)
    return bool(one - other > _RELATIVE_ERROR * (abs(one) + abs(other)) + _UNDERFLOW)


@inlined
def side_of_box(near: int, boxes: Floats, box: int, row: int, areas: Areas) -> int:
    """BOX_INSIDE or BOX_OUTSIDE of the area if none of its edges is near and that is certain; else PASSED."""
    if near > 0:
        return PASSED
    place = locate(boxes[box, 0], boxes[box, 1], row, areas)
    if place == INSIDE:
        return BOX_INSIDE
    return BOX_OUTSIDE if place == OUTSIDE else PASSED
