"""Pairs of areas whose outlines certainly cross: whatever else is true of them, they overlap.

Where two edges cross, there are points of both areas, of the one alone and of the other alone. Only plain crossings
count, with all four ends well off the other edge; what is nearer is for GEOS, since its word is the last.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely import GeometryType

from broker_local.protocol.operators import Operator, Relation

from .codes import TESTS
from .flat_geometry import FlatGeometries, Floats, Offsets
from .kernel import inlined, kernel
from .pairs import IntArray

Mask = NDArray[np.bool_]
# How near a line an end may come, as a share of the coordinates: 2**20 times the last bit, 1.5 mm at 100 degrees. GEOS
# rounds the place where edges cross and would take one that is nearer for touching.
_NEAR = 2.0**-32
_AREAS = [int(GeometryType.POLYGON), int(GeometryType.MULTIPOLYGON)]

# By code of a test: whether it holds for two areas that overlap. If not, it does not.
HOLDS_IF_OVERLAP = np.array(
    [test in (Relation.OVERLAPS, Operator.OVERLAP, Operator.INTERSECT) for test in TESTS], dtype=np.bool_
)


def certainly_overlap(a: FlatGeometries, a_rows: IntArray, b: FlatGeometries, b_rows: IntArray) -> Mask:
    """Which of the pairs a[a_rows], b[b_rows] are areas whose outlines certainly cross."""
    are_areas = np.isin(a.kinds[a_rows], _AREAS) & np.isin(b.kinds[b_rows], _AREAS)
    return _certainly_overlap(_outlines_of(a), a_rows, _outlines_of(b), b_rows, are_areas)


class _Outlines(NamedTuple):
    coords: Floats
    path_starts: Offsets
    geometry_starts: Offsets
    bounds: Floats


def _outlines_of(flat: FlatGeometries) -> _Outlines:
    return _Outlines(flat.coords, flat.path_starts, flat.geometry_starts, flat.bounds)


@kernel
def _certainly_overlap(a: _Outlines, a_rows: IntArray, b: _Outlines, b_rows: IntArray, are_areas: Mask) -> Mask:
    overlap = np.zeros(len(a_rows), np.bool_)
    for pair in range(len(a_rows)):
        if are_areas[pair]:
            overlap[pair] = _outlines_cross(a, a_rows[pair], b, b_rows[pair])
    return overlap


@kernel
def _outlines_cross(a: _Outlines, row: int, b: _Outlines, other: int) -> bool:
    left, bottom, right, top = b.bounds[other]
    for path in range(a.geometry_starts[row], a.geometry_starts[row + 1]):
        for edge in range(a.path_starts[path], a.path_starts[path + 1] - 1):
            px, py, qx, qy = a.coords[edge, 0], a.coords[edge, 1], a.coords[edge + 1, 0], a.coords[edge + 1, 1]
            if max(px, qx) < left or min(px, qx) > right or max(py, qy) < bottom or min(py, qy) > top:
                continue
            if _crosses_outline(px, py, qx, qy, b, other):
                return True
    return False


@kernel
def _crosses_outline(px: float, py: float, qx: float, qy: float, b: _Outlines, other: int) -> bool:
    """Whether the edge from p to q plainly crosses an edge of the area."""
    left, right, bottom, top = min(px, qx), max(px, qx), min(py, qy), max(py, qy)
    for path in range(b.geometry_starts[other], b.geometry_starts[other + 1]):
        for edge in range(b.path_starts[path], b.path_starts[path + 1] - 1):
            rx, ry, sx, sy = b.coords[edge, 0], b.coords[edge, 1], b.coords[edge + 1, 0], b.coords[edge + 1, 1]
            if max(rx, sx) < left or min(rx, sx) > right or max(ry, sy) < bottom or min(ry, sy) > top:
                continue
            if _are_parted(px, py, qx, qy, rx, ry, sx, sy) and _are_parted(rx, ry, sx, sy, px, py, qx, qy):
                return True
    return False


@inlined
def _are_parted(px: float, py: float, qx: float, qy: float, rx: float, ry: float, sx: float, sy: float) -> bool:
    """Whether r and s plainly lie on either side of the line through p and q."""
    dx, dy = qx - px, qy - py
    reach = max(abs(px), abs(py), abs(qx), abs(qy), abs(rx), abs(ry), abs(sx), abs(sy))
    margin = _NEAR * reach * (abs(dx) + abs(dy))
    to_r, to_s = dx * (ry - py) - dy * (rx - px), dx * (sy - py) - dy * (sx - px)
    return bool((to_r > margin and to_s < -margin) or (to_r < -margin and to_s > margin))
