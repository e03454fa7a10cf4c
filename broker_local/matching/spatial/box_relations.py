"""The relation between two bounding boxes, and which tests it leaves open (Konstantinidis 2011, table 2).

Our table differs from the paper's in three rows, each with a counterexample among the tests:

- *covered-by* also allows a box strictly inside: a zone that is not convex can be touched from within at a corner
  that points inwards, far from its bounding box. The paper has only covered-by and equals.
- *covers* also allows a box that strictly contains, for the same reason.
- *disjoint* also allows equal boxes. For two connected regions the paper is right (one joins left to right, the other
  bottom to top, so they meet), but the parts of two multipolygons can lie around each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator, Relation

from .codes import CODE, TESTS, Codes, Test
from .kernel import inlined, kernel

Boxes = NDArray[np.float64]  # (n, 4): left, bottom, right, top

DISJOINT = CODE[Relation.DISJOINT]
MEETS = CODE[Relation.MEETS]
OVERLAPS = CODE[Relation.OVERLAPS]
EQUALS = CODE[Relation.EQUALS]
INSIDE = CODE[Relation.INSIDE]
CONTAINS = CODE[Relation.CONTAINS]
COVERS = CODE[Relation.COVERS]
COVERED_BY = CODE[Relation.COVERED_BY]

_WITHIN_ZONE = frozenset({Relation.EQUALS, Relation.INSIDE, Relation.COVERED_BY})
_AROUND_ZONE = frozenset({Relation.EQUALS, Relation.CONTAINS, Relation.COVERS})
_ANY = frozenset(Relation)
_SHARING = _ANY - {Relation.DISJOINT}

# The relations of the event's box to the zone's box under which the test may hold.
ALLOWED: dict[Test, frozenset[Relation]] = {
    Relation.DISJOINT: _ANY,
    Relation.MEETS: _SHARING,
    Relation.OVERLAPS: _SHARING - {Relation.MEETS},
    Relation.EQUALS: frozenset({Relation.EQUALS}),
    Relation.INSIDE: frozenset({Relation.INSIDE}),
    Relation.CONTAINS: frozenset({Relation.CONTAINS}),
    Relation.COVERS: _AROUND_ZONE,
    Relation.COVERED_BY: _WITHIN_ZONE,
    Operator.CONTAIN: _WITHIN_ZONE,
    Operator.WITHIN: _AROUND_ZONE,
    Operator.TOUCH: _SHARING,
    Operator.CROSS: _SHARING,
    Operator.OVERLAP: _SHARING,  # meets too: collinear lines have boxes without an interior
    Operator.DISJOINT: _ANY,
    Operator.INTERSECT: _SHARING,
}
ALLOWED_BITS = np.array([sum(1 << CODE[relation] for relation in ALLOWED[test]) for test in TESTS], np.uint8)


@inlined
def box_relation(events: Boxes, event: int, zones: Boxes, zone: int) -> int:
    """The code of the relation of `events[event]` to `zones[zone]`.

    Containment is asked before *meets*, so that a box without width or height, which has no interior, still lies
    within another; for boxes of regions the order makes no difference.
    """
    left, bottom, right, top = events[event, 0], events[event, 1], events[event, 2], events[event, 3]
    zone_left, zone_bottom, zone_right, zone_top = zones[zone, 0], zones[zone, 1], zones[zone, 2], zones[zone, 3]
    if left > zone_right or zone_left > right or bottom > zone_top or zone_bottom > top:
        return DISJOINT
    within = zone_left <= left and right <= zone_right and zone_bottom <= bottom and top <= zone_top
    around = left <= zone_left and zone_right <= right and bottom <= zone_bottom and zone_top <= top
    if within and around:
        return EQUALS
    if within:
        strict = zone_left < left and right < zone_right and zone_bottom < bottom and top < zone_top
        return INSIDE if strict else COVERED_BY
    if around:
        strict = left < zone_left and zone_right < right and bottom < zone_bottom and zone_top < top
        return CONTAINS if strict else COVERS
    if left == zone_right or zone_left == right or bottom == zone_top or zone_bottom == top:
        return MEETS
    return OVERLAPS


def relations_of_boxes(events: Boxes, zones: Boxes) -> Codes:
    """The code of the relation of each event's box to the zone's box beside it."""
    return _relations(np.ascontiguousarray(events), np.ascontiguousarray(zones))


def boxes_allow(test: Test, events: Boxes, zones: Boxes) -> NDArray[np.bool_]:
    """Whether the test may hold between two geometries with these boxes, pair by pair."""
    return np.asarray((ALLOWED_BITS[CODE[test]] >> relations_of_boxes(events, zones)) & 1, dtype=np.bool_)


@kernel
def _relations(events: Boxes, zones: Boxes) -> Codes:
    relations = np.empty(len(events), np.int8)
    for row in range(len(events)):
        relations[row] = box_relation(events, row, zones, row)
    return relations
