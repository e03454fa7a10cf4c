"""Relations and operators for batches of pairs, exact: boxes first, then the cheapest GEOS test that decides.

GEOS's full `relate` is the slowest way to decide one relation, since it cannot stop early. Asked for *one* relation
(`event relation zone`), a predicate is enough, on a prepared event where an event faces many zones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator, Relation

from . import exact
from .box_relations import DISJOINT, boxes_allow, relations_of_boxes
from .codes import CODE, Codes, Test
from .exact import Geometries

Mask = NDArray[np.bool_]
_Decision = Callable[[Any, Any], Any]  # (events, zones), pair by pair


def holds(test: Test, zones: Geometries, events: Geometries) -> Mask:
    """Whether the test holds, pair by pair; always equal to `exact.holds` (for a relation: of two regions)."""
    answer = boxes_allow(test, shapely.bounds(events), shapely.bounds(zones))
    open_rows = np.flatnonzero(answer)
    prepare_repeated(events[open_rows])
    answer[open_rows] = decide(test, zones[open_rows], events[open_rows])
    return answer


def relations_between(events: Geometries, zones: Geometries) -> Codes:
    """The code of the one relation of each event to the zone beside it; both are regions."""
    boxes_only = relations_of_boxes(shapely.bounds(events), shapely.bounds(zones))
    answer = np.full(len(events), DISJOINT, dtype=np.int8)
    open_rows = np.flatnonzero(boxes_only != DISJOINT)
    prepare_repeated(events[open_rows])
    matrices = shapely.relate(events[open_rows], zones[open_rows])
    distinct, which = np.unique(np.asarray(matrices, dtype="U9"), return_inverse=True)
    codes = np.array([CODE[exact.relation_of_matrix(str(matrix))] for matrix in distinct], dtype=np.int8)
    answer[open_rows] = codes[which]
    return answer


def prepare_repeated(events: Geometries) -> None:
    """Prepare the geometries that occur more than once, so that GEOS indexes each of them once only."""
    identities = np.fromiter(map(id, events), dtype=np.int64, count=len(events))
    _, first, counts = np.unique(identities, return_index=True, return_counts=True)
    shapely.prepare(events[first[counts > 1]])


def decide(test: Test, zones: Geometries, events: Geometries) -> Mask:
    """Whether the test holds, pair by pair, whatever the boxes; fastest when repeated events are prepared."""
    return np.asarray(_DECIDE[test](events, zones), dtype=np.bool_)


def _disjoint(events: Geometries, zones: Geometries) -> Mask:
    return ~np.asarray(shapely.intersects(events, zones), dtype=np.bool_)


def _inside(events: Geometries, zones: Geometries) -> Mask:
    return np.asarray(shapely.relate_pattern(events, zones, "T*F*FF***"), dtype=np.bool_)


def _contains(events: Geometries, zones: Geometries) -> Mask:
    return np.asarray(shapely.contains_properly(events, zones), dtype=np.bool_)


def _after(quick: _Decision, if_quick: bool, pattern: str) -> _Decision:
    """Decide by a test that stops at the first shared boundary point; ask the slow pattern only where that says no."""

    def decision(events: Geometries, zones: Geometries) -> Mask:
        answer = quick(events, zones)
        slow_rows = np.flatnonzero(~answer)
        if not if_quick:
            answer[:] = False
        answer[slow_rows] = shapely.relate_pattern(events[slow_rows], zones[slow_rows], pattern)
        return np.asarray(answer, dtype=np.bool_)

    return decision


# Event first, since that is the one that is prepared. Not `covers` or `contains`: on a prepared geometry these differ
# from `relate` where a vertex is within rounding of an edge (GEOS 3.14), and the oracle is `relate`.
_DECIDE: dict[Test, _Decision] = {
    Relation.DISJOINT: _disjoint,
    Relation.MEETS: shapely.touches,
    Relation.OVERLAPS: shapely.overlaps,
    Relation.EQUALS: shapely.equals,
    Relation.INSIDE: _inside,
    Relation.CONTAINS: _contains,
    Relation.COVERS: _after(_contains, False, "T*T*T*FF*"),
    Relation.COVERED_BY: _after(_inside, False, "T*F*TFT**"),
    Operator.CONTAIN: _after(_inside, True, "T*F**F***"),  # the event within the zone
    Operator.WITHIN: _after(_contains, True, "T*****FF*"),
    Operator.TOUCH: shapely.touches,
    Operator.CROSS: shapely.crosses,
    Operator.OVERLAP: shapely.overlaps,
    Operator.DISJOINT: _disjoint,
    Operator.INTERSECT: shapely.intersects,
}
