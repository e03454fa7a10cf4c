"""Which spatial constraints cover each other, and which conflict (Konstantinidis 2011, section 4.2).

A constraint is a test and a zone. One covers the other if every event that satisfies the other satisfies it too; two
conflict if no event satisfies both. The paper decides both "in the intuitive way"; here they are derived from the
relation between the two zones, for all fifteen tests, by going through all ways an event can relate to both
(`three_way`). A claim holds for every event of the dimensions asked about; where nothing is claimed the zones may
still happen to leave no room for a counterexample.

The paper's example, that *covered-by A* conflicts with *disjoint B* if A overlaps B, is not so: a region within A but
off B satisfies both.

Claims are about geometry itself. GEOS answers for pairs nearer than rounding can tell apart may contradict each other,
and then also a claim.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator, Relation

from .codes import RELATIONS, TESTS, Test
from .three_way import AREAS, LINES, Mask, Matrices, go_together, possible_matrices

Table = NDArray[np.bool_]  # (15, 15, 8): code of test one, of test two, of the relation of zone one to zone two
ANY_EVENT = (0, 1, 2)

_EQUAL = "T*F**FFF*"
_APART = "FF*FF****"
_OVERLAP = "T*T***T**"
# The matrices of event and zone for which a test holds: those that fit one of the patterns.
_PATTERNS: dict[Test, tuple[str, ...]] = {
    Relation.DISJOINT: (_APART,),
    Relation.MEETS: ("F***T****",),
    Relation.OVERLAPS: (_OVERLAP,),
    Relation.EQUALS: (_EQUAL,),
    Relation.INSIDE: ("T*F*FF***",),
    Relation.CONTAINS: ("T***F*FF*",),
    Relation.COVERS: ("T*T*T*FF*",),
    Relation.COVERED_BY: ("T*F*TFT**",),
    Operator.CONTAIN: ("T*F**F***",),
    Operator.WITHIN: ("T*****FF*",),
    Operator.TOUCH: ("FT*******", "F**T*****", "F***T****"),
    Operator.OVERLAP: (_OVERLAP,),
    Operator.DISJOINT: (_APART,),
    Operator.INTERSECT: ("T********", "*T*******", "***T*****", "****T****"),
}
_EVENT_CROSSES, _EVENT_IS_CROSSED, _LINES_MAY_CROSS = "T*T******", "T*****T**", "T********"


def covers(
    one: Test, two: Test, zones: Matrices, dimensions: tuple[int, int], events: Collection[int] = ANY_EVENT
) -> bool:
    """Whether `one` of the first zone holds for every event for which `two` of the second holds.

    `zones` is the matrix of the first zone and the second (`three_way.matrix_of`), `dimensions` are theirs, `events`
    those that events may have.
    """
    if one is two and _fits(_EQUAL, zones[None])[0]:
        return True  # also where the dimension of what is shared decides, which our matrices do not tell
    return not any(_leaves_room(one, True, two, zones, dimensions, event) for event in events)


def conflicts(
    one: Test, two: Test, zones: Matrices, dimensions: tuple[int, int], events: Collection[int] = ANY_EVENT
) -> bool:
    """Whether no event satisfies `one` of the first zone and `two` of the second; arguments as for `covers`."""
    return not any(_leaves_room(one, False, two, zones, dimensions, event) for event in events)


@cache
def region_tables() -> tuple[Table, Table]:
    """Covers and conflicts between constraints on regions, for events that are regions."""
    shape = (len(TESTS), len(TESTS), len(RELATIONS))
    covering, conflicting = np.ones(shape, np.bool_), np.ones(shape, np.bool_)
    matrices = possible_matrices(AREAS, AREAS)
    holds = np.array([truths(test, AREAS, AREAS)[0] for test in TESTS]).astype(np.int64)
    for matrix, relation in zip(matrices, holds[: len(RELATIONS)].argmax(axis=0)):
        together = go_together(matrices, matrices, matrix).astype(np.int64)
        covering[:, :, relation] &= (1 - holds) @ together @ holds.T == 0
        conflicting[:, :, relation] &= holds @ together @ holds.T == 0
    return covering, conflicting


@cache
def truths(test: Test, event: int, zone: int) -> tuple[Mask, Mask]:
    """By possible matrix of an event and a zone of these dimensions: whether the test may hold, whether it must."""
    matrices = possible_matrices(event, zone)
    never = np.zeros(len(matrices), dtype=np.bool_)
    if isinstance(test, Relation) and not event == zone == AREAS:
        return never, never
    if test is Operator.CROSS and event != zone:
        holds = _fits(_EVENT_CROSSES if event < zone else _EVENT_IS_CROSSED, matrices)
        return holds, holds
    if test is Operator.CROSS or (test is Operator.OVERLAP and event != zone):
        return (_fits(_LINES_MAY_CROSS, matrices) if event == zone == LINES else never), never
    holds = np.any([_fits(pattern, matrices) for pattern in _PATTERNS[test]], axis=0)
    must_hold = never if test is Operator.OVERLAP and event == LINES else holds
    return holds, must_hold


def _leaves_room(
    one: Test, is_denied: bool, two: Test, zones: Matrices, dimensions: tuple[int, int], event: int
) -> bool:
    """Whether an event of this dimension may satisfy `two`, and satisfy (or, denied, not satisfy) `one`."""
    may, must = truths(one, event, dimensions[0])
    together = _together(zones.tobytes(), dimensions, event)
    return bool(together[~must if is_denied else may][:, truths(two, event, dimensions[1])[0]].any())


@lru_cache(maxsize=4096)
def _together(zones: bytes, dimensions: tuple[int, int], event: int) -> Mask:
    to_one, to_two = (possible_matrices(event, zone) for zone in dimensions)
    return go_together(to_one, to_two, np.frombuffer(zones, dtype=np.bool_))


def _fits(pattern: str, matrices: Matrices) -> Mask:
    """Which matrices fit a pattern of T, F and * for either."""
    fits = np.ones(len(matrices), dtype=np.bool_)
    for entry, wanted in enumerate(pattern):
        if wanted != "*":
            fits &= matrices[:, entry] == (wanted == "T")
    return fits
