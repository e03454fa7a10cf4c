"""Where a point lies against a polygon: inside, on the boundary, outside, or too close to call in floating point.

Crossings of a ray to the right are counted, half-open at the vertices, as GEOS does. The side of an edge is taken from
the floating-point determinant only when its error bound (Shewchuk 1997) certifies the sign, so every answer but DOUBT
is the exact one. Doubts are for GEOS, which decides them in double-double arithmetic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from .edge_runs import edge_runs
from .flat_geometry import FlatGeometries, Floats, Offsets
from .kernel import inlined, kernel

OUTSIDE, INSIDE, ON_BOUNDARY, DOUBT = 0, 1, 2, 3
Locations = NDArray[np.int8]

TOUCHED, UNSURE = -1, -2  # in place of a number of crossings
_LEFT, _STRAIGHT, _RIGHT, _UNCERTAIN = 1, 0, -1, 2

# The determinant's rounding error is below 3.4e-16 times the sum of its two products (Shewchuk's ccwerrboundA); GEOS
# and we leave a margin. The bound does not cover what products lose to underflow, which is less than this.
_RELATIVE_ERROR = 1e-15
_UNDERFLOW = 1e-300


class Areas(NamedTuple):
    """What the kernels read of the (Multi)Polygons of a store."""

    coords: Floats
    path_starts: Offsets
    geometry_starts: Offsets
    coord_starts: Offsets  # where each geometry begins in coords, and where the last ends
    run_starts: Offsets  # by row: its runs of edges, none for a geometry short enough to be read whole
    run_edges: Offsets  # (runs, 2): first and last coordinate of a run
    run_reach: Floats  # (runs, 3): lowest y, highest y, highest x


def areas_of(flat: FlatGeometries) -> Areas:
    """The arrays of a store, its long outlines cut into runs."""
    run_starts, run_edges, run_reach = edge_runs(flat)
    coord_starts = flat.path_starts[flat.geometry_starts]
    return Areas(flat.coords, flat.path_starts, flat.geometry_starts, coord_starts, run_starts, run_edges, run_reach)


@inlined
def edge_crosses(ax: float, ay: float, bx: float, by: float) -> tuple[int, int]:
    """Whether the edge from a to b crosses the ray from the origin to the right, and whether that is not certain.

    Numbers and not branches, since which way a branch goes here cannot be foretold.
    """
    left, right = ax * by, ay * bx
    determinant = left - right
    changes_side = int((ay > 0.0) != (by > 0.0))
    is_near = int(not abs(determinant) > _RELATIVE_ERROR * (abs(left) + abs(right)) + _UNDERFLOW)
    crosses = changes_side & int((determinant > 0.0) == (by > 0.0))
    return crosses, (changes_side & is_near) | int(by == 0.0)


@kernel
def crossings(x: float, y: float, coords: Floats, first: int, last: int) -> int:
    """How many of the edges between coordinates first and last cross the ray from (x, y) to the right.

    TOUCHED if the point lies on one, UNSURE if floating point cannot tell.
    """
    count, awkward = 0, 0
    ax, ay = coords[first, 0] - x, coords[first, 1] - y
    for i in range(first + 1, last + 1):
        bx, by = coords[i, 0] - x, coords[i, 1] - y
        crosses, is_awkward = edge_crosses(ax, ay, bx, by)
        count += crosses
        awkward |= is_awkward
        ax, ay = bx, by
    return crossings_with_care(x, y, coords, first, last) if awkward else count


@kernel
def crossings_with_care(x: float, y: float, coords: Floats, first: int, last: int) -> int:
    """The same where a vertex is level with the point or an edge is very near."""
    count = 0
    ax, ay = coords[first, 0], coords[first, 1]
    for i in range(first + 1, last + 1):
        bx, by = coords[i, 0], coords[i, 1]
        if (ay > y) != (by > y):
            if ax >= x or bx >= x:
                side = _side(ax, ay, bx, by, x, y)
                if side == _STRAIGHT:
                    return TOUCHED
                if side == _UNCERTAIN:
                    return UNSURE
                if (side == _LEFT) == (by > y):
                    count += 1
        elif by == y and (bx == x or (ay == y and min(ax, bx) <= x <= max(ax, bx))):
            return TOUCHED  # at a vertex, or on a horizontal edge
        ax, ay = bx, by
    return count


@inlined
def _side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> int:
    """On which side of the line from a to b the point lies, if that is certain."""
    if ax > x and bx > x:
        return _LEFT if by > ay else _RIGHT
    left, right = (ax - x) * (by - y), (ay - y) * (bx - x)
    determinant = left - right
    error = _RELATIVE_ERROR * (abs(left) + abs(right)) + _UNDERFLOW
    if determinant > error:
        return _LEFT
    if -determinant > error:
        return _RIGHT
    return _STRAIGHT if ax == x and bx == x else _UNCERTAIN


@kernel
def locate(x: float, y: float, row: int, areas: Areas) -> int:
    """INSIDE, ON_BOUNDARY, OUTSIDE or DOUBT of a point against a valid (Multi)Polygon."""
    total = 0
    first_run, past_run = areas.run_starts[row], areas.run_starts[row + 1]
    if first_run < past_run:
        for run in range(first_run, past_run):
            if areas.run_reach[run, 0] <= y <= areas.run_reach[run, 1] and x <= areas.run_reach[run, 2]:
                count = crossings(x, y, areas.coords, areas.run_edges[run, 0], areas.run_edges[run, 1])
                if count < 0:
                    return ON_BOUNDARY if count == TOUCHED else DOUBT
                total += count
    else:
        for path in range(areas.geometry_starts[row], areas.geometry_starts[row + 1]):
            count = crossings(x, y, areas.coords, areas.path_starts[path], areas.path_starts[path + 1] - 1)
            if count < 0:
                return ON_BOUNDARY if count == TOUCHED else DOUBT
            total += count
    return INSIDE if total % 2 == 1 else OUTSIDE


@kernel
def _locate_pairs(points: Floats, rows: NDArray[np.int64], areas: Areas) -> Locations:
    locations = np.empty(len(points), np.int8)
    for i in range(len(points)):
        locations[i] = locate(points[i, 0], points[i, 1], rows[i], areas)
    return locations


def locate_pairs(points: Floats, rows: NDArray[np.integer], flat: FlatGeometries, areas: Areas) -> Locations:
    """Where each point lies against the area of the row beside it; GEOS settles the doubts."""
    locations = _locate_pairs(np.ascontiguousarray(points, np.float64), np.asarray(rows, np.int64), areas)
    doubts = np.flatnonzero(locations == DOUBT)
    if len(doubts) > 0:
        locations[doubts] = locate_by_geos(points[doubts], rows[doubts], flat)
    return locations


def locate_by_geos(points: Floats, rows: NDArray[np.integer], flat: FlatGeometries) -> Locations:
    """The same by GEOS alone: slow, and the last word."""
    zones, events = flat.rebuild(rows), shapely.points(points)
    locations = np.where(shapely.contains(zones, events), INSIDE, OUTSIDE).astype(np.int8)
    locations[shapely.touches(zones, events)] = ON_BOUNDARY
    return locations
