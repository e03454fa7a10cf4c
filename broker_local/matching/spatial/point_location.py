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

_TOUCHED, _UNSURE = -1, -2  # in place of a number of crossings
_LEFT, _STRAIGHT, _RIGHT, _UNCERTAIN = 1, 0, -1, 2

# The determinant's rounding error is below 3.4e-16 times the sum of its two products (Shewchuk's ccwerrboundA); GEOS
# and we leave a margin. Products this small may have lost digits to underflow, which the bound does not cover.
_RELATIVE_ERROR = 1e-15
_UNDERFLOW = 1e-280


class Areas(NamedTuple):
    """What the kernels read of the (Multi)Polygons of a store."""

    coords: Floats
    path_starts: Offsets
    geometry_starts: Offsets
    run_starts: Offsets  # by row: its runs of edges, none for a geometry short enough to be read whole
    run_edges: Offsets  # (runs, 2): first and last coordinate of a run
    run_reach: Floats  # (runs, 3): lowest y, highest y, highest x


def areas_of(flat: FlatGeometries) -> Areas:
    """The arrays of a store, its long outlines cut into runs."""
    run_starts, run_edges, run_reach = edge_runs(flat)
    return Areas(flat.coords, flat.path_starts, flat.geometry_starts, run_starts, run_edges, run_reach)


@inlined
def _side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> int:
    """On which side of the line from a to b the point lies, if that is certain."""
    left = (ax - x) * (by - y)
    right = (ay - y) * (bx - x)
    determinant = left - right
    size = abs(left) + abs(right)
    if size > _UNDERFLOW:
        if determinant > _RELATIVE_ERROR * size:
            return _LEFT
        if -determinant > _RELATIVE_ERROR * size:
            return _RIGHT
    if ax == x and bx == x:
        return _STRAIGHT
    return _UNCERTAIN


@kernel
def _crossings(x: float, y: float, coords: Floats, first: int, last: int) -> int:
    """How many of the edges between coordinates first and last cross the ray from (x, y) to the right."""
    count = 0
    ax, ay = coords[first, 0], coords[first, 1]
    was_above = ay > y
    for i in range(first + 1, last + 1):
        bx, by = coords[i, 0], coords[i, 1]
        is_above = by > y
        if is_above != was_above:
            if ax > x and bx > x:
                count += 1
            elif ax >= x or bx >= x:
                side = _side(ax, ay, bx, by, x, y)
                if side == _STRAIGHT:
                    return _TOUCHED
                if side == _UNCERTAIN:
                    return _UNSURE
                if (side == _LEFT) == is_above:
                    count += 1
        elif by == y and (bx == x or (ay == y and min(ax, bx) <= x <= max(ax, bx))):
            return _TOUCHED  # at a vertex, or on a horizontal edge
        ax, ay, was_above = bx, by, is_above
    return count


@kernel
def locate(x: float, y: float, row: int, areas: Areas) -> int:
    """INSIDE, ON_BOUNDARY, OUTSIDE or DOUBT of a point against a valid (Multi)Polygon."""
    total = 0
    first_run, past_run = areas.run_starts[row], areas.run_starts[row + 1]
    if first_run < past_run:
        for run in range(first_run, past_run):
            if areas.run_reach[run, 0] <= y <= areas.run_reach[run, 1] and x <= areas.run_reach[run, 2]:
                count = _crossings(x, y, areas.coords, areas.run_edges[run, 0], areas.run_edges[run, 1])
                if count < 0:
                    return ON_BOUNDARY if count == _TOUCHED else DOUBT
                total += count
    else:
        for path in range(areas.geometry_starts[row], areas.geometry_starts[row + 1]):
            count = _crossings(x, y, areas.coords, areas.path_starts[path], areas.path_starts[path + 1] - 1)
            if count < 0:
                return ON_BOUNDARY if count == _TOUCHED else DOUBT
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
