"""Algorithm 1: the relation of two simple polygons from points along their boundaries (Konstantinidis 2011, section 3).

Four intersections tell the eight relations apart: boundary of A with boundary, inside and outside of B, and boundary
of B with inside of A (table 1). Each is searched for a witness among points spread over a boundary with linear density
D. It is an approximation: what happens between two points is not seen, and a halo around each point takes what is
near for what touches. It is here to be compared with; the exact answer is in `relations`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.operators import Relation

from .box_relations import CONTAINS, COVERED_BY, COVERS, DISJOINT, EQUALS, INSIDE, MEETS, OVERLAPS, Boxes
from .codes import CODE, CONVERSE, RELATIONS, Codes
from .exact import Geometries
from .kernel import inlined, kernel
from .ragged import offsets_of
from .relations import relations_between

Floats = NDArray[np.float64]
IntArray = NDArray[np.int64]

_IN, _OUT, _MEET = 0, 1, 2
_CONVERSE = np.array([CODE[CONVERSE[relation]] for relation in RELATIONS], dtype=np.int8)


class Rings(NamedTuple):
    """The boundaries of simple polygons: closed rings in flat arrays."""

    coords: Floats
    starts: NDArray[np.int32]  # where each ring begins, and where the last ends
    lengths: Floats
    boxes: Boxes


def rings_of(regions: Geometries) -> Rings:
    """The boundaries of regions as the paper defines them (definition 1): one ring each."""
    is_simple = (shapely.get_type_id(regions) == shapely.GeometryType.POLYGON) & (
        shapely.get_num_interior_rings(regions) == 0
    )
    if not is_simple.all():
        region = regions[int(np.argmin(is_simple))]
        raise ValueError(f"region: expected a polygon in one piece without holes, got {region.geom_type}")
    coords, owners = shapely.get_coordinates(regions, return_index=True)
    starts = offsets_of(np.bincount(owners, minlength=len(regions)))
    return Rings(coords, starts, shapely.length(regions), shapely.bounds(regions))


def density(points: float, width: float, height: float) -> float:
    """The linear density of so many points per half-length of a universe (section 5: 2000 / (Ux + Uy))."""
    return points / (width + height)


def find_relation(a_xy: Floats, b_xy: Floats, density: float, has_halo: bool = True) -> Relation:
    """The relation of region A to region B, each a closed ring of coordinates, at `density` points per unit."""
    rings = rings_of(np.array([shapely.Polygon(a_xy), shapely.Polygon(b_xy)], dtype=object))
    codes = find_relations(rings, rings, np.array([0]), np.array([1]), density, has_halo)
    return RELATIONS[int(codes[0])]


def find_relations(
    a: Rings, b: Rings, a_rows: IntArray, b_rows: IntArray, density: float, has_halo: bool = True
) -> Codes:
    """The code of the relation of a[a_rows] to b[b_rows], pair by pair."""
    return _find_relations(a, b, np.asarray(a_rows, np.int64), np.asarray(b_rows, np.int64), density, has_halo)


def error_rate(events: Geometries, zones: Geometries, density: float, has_halo: bool = True) -> float:
    """The share of pairs of regions for which Algorithm 1 finds another relation than the exact one."""
    rows = np.arange(len(events))
    found = find_relations(rings_of(events), rings_of(zones), rows, rows, density, has_halo)
    return float(np.mean(found != relations_between(events, zones)))


@kernel
def _find_relations(a: Rings, b: Rings, a_rows: IntArray, b_rows: IntArray, density: float, has_halo: bool) -> Codes:
    codes = np.empty(len(a_rows), np.int8)
    for pair in range(len(a_rows)):
        row, other = a_rows[pair], b_rows[pair]
        # The shorter boundary first, since often it is the only one (section 3.3).
        if a.lengths[row] <= b.lengths[other]:
            codes[pair] = _find_relation(a, row, b, other, density, has_halo)
        else:
            codes[pair] = _CONVERSE[_find_relation(b, other, a, row, density, has_halo)]
    return codes


@kernel
def _find_relation(a: Rings, row: int, b: Rings, other: int, density: float, has_halo: bool) -> int:
    touches, enters, leaves = False, False, False  # i1, i2, i4
    for edge in range(a.starts[row], a.starts[row + 1] - 1):
        steps, reach = _steps_along(a.coords, edge, density, has_halo)
        for step in range(steps):
            place = _check_step(a.coords, edge, step, steps, reach, b, other)
            if place == _MEET:
                touches = True
            elif place == _IN:
                enters = True
            else:
                leaves = True
            if enters and leaves:
                return OVERLAPS
    if not leaves:
        if not enters:
            return EQUALS
        return COVERED_BY if touches else INSIDE
    is_around = _is_around(a, row, b, other, density, has_halo)  # i3
    if touches:
        return COVERS if is_around else MEETS
    return CONTAINS if is_around else DISJOINT


@kernel
def _is_around(a: Rings, row: int, b: Rings, other: int, density: float, has_halo: bool) -> bool:
    """Whether the boundary of B enters A, known that the two do not overlap: the first point off A's boundary tells."""
    for edge in range(b.starts[other], b.starts[other + 1] - 1):
        steps, reach = _steps_along(b.coords, edge, density, has_halo)
        for step in range(steps):
            place = _check_step(b.coords, edge, step, steps, reach, a, row)
            if place != _MEET:
                return bool(place == _IN)
    return False


@inlined
def _steps_along(coords: Floats, edge: int, density: float, has_halo: bool) -> tuple[int, float]:
    """How many points an edge is given, its first end included, and the radius of their halo (section 3.3)."""
    length = math.hypot(coords[edge + 1, 0] - coords[edge, 0], coords[edge + 1, 1] - coords[edge, 1])
    steps = max(1, int(math.ceil(length * density)))
    return steps, 0.5 * length / steps if has_halo else 0.0


@inlined
def _check_step(coords: Floats, edge: int, step: int, steps: int, reach: float, rings: Rings, row: int) -> int:
    share = step / steps
    x = coords[edge, 0] + share * (coords[edge + 1, 0] - coords[edge, 0])
    y = coords[edge, 1] + share * (coords[edge + 1, 1] - coords[edge, 1])
    return _check_point(x, y, reach, rings, row)


@kernel
def _check_point(x: float, y: float, reach: float, rings: Rings, row: int) -> int:
    """POINTCHECK: by ray shooting, and *meet* if an edge comes within reach."""
    box = rings.boxes[row]
    if x < box[0] - reach or x > box[2] + reach or y < box[1] - reach or y > box[3] + reach:
        return _OUT
    is_inside = False
    for edge in range(rings.starts[row], rings.starts[row + 1] - 1):
        ax, ay = rings.coords[edge, 0] - x, rings.coords[edge, 1] - y
        bx, by = rings.coords[edge + 1, 0] - x, rings.coords[edge + 1, 1] - y
        if _squared_distance(ax, ay, bx, by) <= reach * reach:
            return _MEET
        if (ay > 0.0) != (by > 0.0) and (ax * by - ay * bx > 0.0) == (by > 0.0):
            is_inside = not is_inside
    return _IN if is_inside else _OUT


@inlined
def _squared_distance(ax: float, ay: float, bx: float, by: float) -> float:
    """From the origin to the segment from a to b."""
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    along = 0.0 if squared == 0.0 else min(1.0, max(0.0, -(ax * dx + ay * dy) / squared))
    x, y = ax + along * dx, ay + along * dy
    return x * x + y * y
