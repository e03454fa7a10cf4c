"""Which relations of one event to two zones go together, given how the zones relate to each other.

A relation is a 9-intersection matrix with entries empty or not: interior, boundary and exterior of the one against
those of the other. Every point of the plane lies in one of 27 cells, by its place in the event and in either zone. An
empty entry empties three cells; an entry that is not empty needs a point in one of its three. If no cell is left for
it, the three matrices cannot be true at once. That is only counting points, so it holds for geometries of any kind,
with holes and in parts; what two geometries of some dimensions can have in common at all is written down below.

For three regions this leaves exactly the combinations of the composition table of RCC-8 (Cohn & Renz 2008).
"""

from __future__ import annotations

from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Matrices = NDArray[np.bool_]  # (n, 9): II, IB, IE, BI, BB, BE, EI, EB, EE
Mask = NDArray[np.bool_]

II, IB, IE, BI, BB, BE, EI, EB, EE = range(9)
POINTS, LINES, AREAS = 0, 1, 2

# By dimensions of A and B: an entry of the matrix of A and B that cannot be filled without the others. A point of an
# open set is surrounded by it: near an end of a line, and near the edge of an area, there is more of the same geometry.
_BRINGS: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {
    (AREAS, AREAS): {IB: (II, IE), BI: (II, EI), BE: (IE,), EB: (EI,)},
    (LINES, AREAS): {BI: (II,), BE: (IE,)},
    (LINES, LINES): {BE: (IE,), EB: (EI,)},
    (POINTS, LINES): {EB: (EI,)},
    (POINTS, AREAS): {},
    (POINTS, POINTS): {},
}
# Filled whatever the two geometries: what has a greater dimension is never used up.
_ALWAYS: dict[tuple[int, int], tuple[int, ...]] = {
    (AREAS, AREAS): (EE,),
    (LINES, AREAS): (EE, EI),
    (LINES, LINES): (EE,),
    (POINTS, LINES): (EE, EI),
    (POINTS, AREAS): (EE, EI, EB),
    (POINTS, POINTS): (EE,),
}
# At least one of these is filled: finitely many points do not use up a line or an outline, and the outline of the
# outside of two areas belongs to both where neither passes through the outside of the other.
_ONE_OF: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (AREAS, AREAS): ((BE, EB, II), (BE, EB, BB)),
    (LINES, AREAS): ((IB, EB),),
    (LINES, LINES): ((II, IE), (II, EI)),
}
_INTERIOR, _BOUNDARY = 0, 1


def matrix_of(one: BaseGeometry, two: BaseGeometry) -> Matrices:
    """The matrix of two geometries.

    GEOS up to 3.14 can leave out ends of a MultiLineString that lie outside the other geometry (JTS issue 1175). None
    of the tests rests on these entries, but what follows from the whole matrix does, so they are asked again.
    """
    matrix = np.array([character != "F" for character in shapely.relate(one, two)], dtype=np.bool_)
    if shapely.get_dimensions(one) == LINES:
        matrix[BE] = not (one.boundary.is_empty or shapely.covers(two, one.boundary))
    if shapely.get_dimensions(two) == LINES:
        matrix[EB] = not (two.boundary.is_empty or shapely.covers(one, two.boundary))
    return matrix


@cache
def possible_matrices(dimension: int, other: int) -> Matrices:
    """All matrices that geometries of these dimensions can have (some may be impossible for other reasons)."""
    if dimension > other:
        return _transposed(possible_matrices(other, dimension))
    every = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(np.bool_)
    grid = every.reshape(-1, 3, 3)
    is_possible = every[:, _ALWAYS[dimension, other]].all(axis=1)
    is_possible &= grid[:, _INTERIOR, :].any(axis=1) & grid[:, :, _INTERIOR].any(axis=1)
    is_possible &= _has_fit_boundary(grid[:, _BOUNDARY, :], dimension) & _has_fit_boundary(grid[:, :, _BOUNDARY], other)
    for entry, brought in _BRINGS[dimension, other].items():
        is_possible &= ~every[:, entry] | every[:, brought].all(axis=1)
    for entries in _ONE_OF.get((dimension, other), ()):
        is_possible &= every[:, entries].any(axis=1)
    return every[is_possible]


def go_together(event_one: Matrices, event_two: Matrices, zones: Matrices) -> Mask:
    """(i, j): whether an event can relate to zone one by event_one[i] and to zone two by event_two[j].

    `zones` is the matrix of zone one against zone two.
    """
    one, two = event_one.reshape(-1, 1, 3, 3, 1), event_two.reshape(1, -1, 3, 1, 3)
    between = zones.reshape(1, 1, 1, 3, 3)
    cells = one & two & between  # by event_one, event_two, place in the event, in zone one, in zone two
    together = (cells.any(axis=4) | ~one[..., 0]).all(axis=(2, 3))
    together &= (cells.any(axis=3) | ~two[:, :, :, 0, :]).all(axis=(2, 3))
    together &= (cells.any(axis=2) | ~between[:, :, 0]).all(axis=(2, 3))
    return np.asarray(together)


def _has_fit_boundary(entries: Matrices, dimension: int) -> Mask:
    """Points have no boundary, areas have one, and lines may be closed."""
    has_boundary = entries.any(axis=1)
    if dimension == LINES:
        return np.ones(len(entries), dtype=np.bool_)
    return np.asarray(has_boundary if dimension == AREAS else ~has_boundary)


def _transposed(matrices: Matrices) -> Matrices:
    return matrices.reshape(-1, 3, 3).transpose(0, 2, 1).reshape(-1, 9)
