"""The CR-tree: an R-tree over constraints rather than places (Konstantinidis 2011, section 4.1).

A constraint is a test and a zone. Going down the tree with an event's box, a subtree whose box is off the event's is
not visited: its *disjoint* constraints match, all others fail. In a packed tree a subtree is a run of leaves, so the
list of disjoint constraints that the paper keeps at each node is a slice of one array. At a leaf the relation of the
two boxes says whether the constraint is still open (`box_relations`, the paper's table 2 corrected).

We go one step further: with the event's outline at hand, a subtree whose box the outline does not pass lies wholly
outside the event (as above) or wholly inside it, and then its *contains* constraints match and all others fail. Only
zones along the outline are left; those whose own outline certainly crosses the event's overlap it (`crossing`), and the
rest is for GEOS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator, Relation

from .box_relations import Boxes
from .codes import CODE, TESTS, Codes, Test
from .cr_walk import APART, APART_NO_REGION, AROUND, ConstraintLeaves, walk
from .crossing import HOLDS_IF_OVERLAP, certainly_overlap
from .exact import Geometries
from .flat_geometry import FlatGeometries
from .packed_rtree import Order, PackedRTree
from .pairs import IntArray
from .point_location import Areas, areas_of
from .relations import decide, prepare_repeated

Mask = NDArray[np.bool_]
Decision = Callable[[Test, Geometries, Geometries], Mask]  # (test, zones, events), pair by pair
Zones = FlatGeometries | Callable[[IntArray], Geometries]

_HOLDS_FOR_ALL: dict[int, tuple[Test, ...]] = {
    APART: (Relation.DISJOINT, Operator.DISJOINT),
    AROUND: (Relation.CONTAINS, Operator.WITHIN, Operator.INTERSECT),
    APART_NO_REGION: (Operator.DISJOINT,),
}
_NO_OUTLINES = FlatGeometries.empty()


@dataclass(frozen=True, slots=True, eq=False)
class TreeAnswer:
    """What the tree alone says: pairs that match for certain, and pairs whose geometries must be asked."""

    matched_events: IntArray
    matched_zones: IntArray
    open_events: IntArray
    open_zones: IntArray


class CRTree:
    """Constraints by row, packed once; asked in batches."""

    def __init__(self, tests: Codes, boxes: Boxes, order: Order = "hilbert", node_size: int = 16) -> None:
        if len(tests) != len(boxes):
            raise ValueError(f"tests: expected one for each of {len(boxes)} boxes, got {len(tests)}")
        tree = PackedRTree(boxes, order, node_size)
        leaf_tests = np.asarray(tests, dtype=np.int8)[tree.leaf_rows]
        self._rows = tree.leaf_rows
        self._listed, before = _lists(leaf_tests, tree.leaf_rows)
        self._leaves = ConstraintLeaves(leaf_tests, tree.node_boxes, tree.level_starts, node_size, before)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        leaves = self._leaves
        arrays = (self._rows, self._listed, leaves.tests, leaves.boxes, leaves.starts, leaves.before)
        return sum(array.nbytes for array in arrays)

    def query_boxes(self, boxes: Boxes, are_regions: Mask | None = None) -> TreeAnswer:
        """What the boxes of events say: the paper's search. By event; within an event in the order of the tree.

        `are_regions` tells the events that are areas (all, if not given): the others satisfy no relation.
        """
        if are_regions is None:
            are_regions = np.ones(len(boxes), dtype=np.bool_)
        return self._walk(boxes, are_regions, np.zeros(len(boxes), dtype=np.bool_), _NO_OUTLINES)[0]

    def query(self, events: Geometries) -> TreeAnswer:
        """What the boxes of events and the outlines of areas say."""
        flat = FlatGeometries.from_shapely(events)
        return self._walk(flat.bounds, flat.is_area, flat.is_area, flat)[0]

    def match(
        self, events: Geometries, zones: Zones, decision: Decision = decide, by_outline: bool = True
    ) -> tuple[IntArray, IntArray]:
        """All (event row, constraint row) that hold, by event, then by constraint.

        `zones` are those of the constraints, as flat arrays or as a function from rows to geometries; `decision` is
        asked about what boxes and, by outline, edges leave open.
        """
        flat = FlatGeometries.from_shapely(events)
        said, open_tests = self._walk(flat.bounds, flat.is_area, flat.is_area & by_outline, flat)
        holds = np.zeros(len(open_tests), dtype=np.bool_)
        undecided = np.ones(len(open_tests), dtype=np.bool_)
        if by_outline and isinstance(zones, FlatGeometries):
            overlap = certainly_overlap(flat, said.open_events, zones, said.open_zones)
            holds[overlap] = HOLDS_IF_OVERLAP[open_tests[overlap]]
            undecided = ~overlap
        zones_of = zones.rebuild if isinstance(zones, FlatGeometries) else zones
        event_rows, zone_rows = said.open_events[undecided], said.open_zones[undecided]
        holds[undecided] = _decided(event_rows, zone_rows, open_tests[undecided], events, zones_of, decision)
        event_rows = np.concatenate([said.matched_events, said.open_events[holds]])
        zone_rows = np.concatenate([said.matched_zones, said.open_zones[holds]])
        event_rows, zone_rows = np.divmod(np.sort(event_rows * len(self) + zone_rows), max(1, len(self)))
        return event_rows, zone_rows

    def _walk(
        self, boxes: Boxes, are_regions: Mask, are_outlined: Mask, flat: FlatGeometries
    ) -> tuple[TreeAnswer, Codes]:
        areas, most_edges = _outlines(flat, are_outlined)
        boxes = np.ascontiguousarray(boxes, dtype=np.float64)
        runs, still_open = walk(boxes, are_regions, are_outlined, areas, most_edges, self._leaves)
        lengths = runs[:, 2] - runs[:, 1]
        skipped = runs[:, 1] - np.cumsum(lengths) + lengths
        matched = self._listed[np.arange(lengths.sum()) + np.repeat(skipped, lengths)].astype(np.int64)
        opened = self._rows[still_open[:, 1]].astype(np.int64)
        answer = TreeAnswer(np.repeat(runs[:, 0], lengths), matched, still_open[:, 0], opened)
        return answer, self._leaves.tests[still_open[:, 1]]


def _lists(leaf_tests: Codes, leaf_rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The rows of the lists one after the other, and by list and leaf where the constraints from that leaf on begin."""
    before = np.zeros((len(_HOLDS_FOR_ALL), len(leaf_tests) + 1), dtype=np.int32)
    rows = []
    start = 0
    for kind, tests in _HOLDS_FOR_ALL.items():
        is_listed = np.isin(leaf_tests, [CODE[test] for test in tests])
        np.cumsum(is_listed, out=before[kind, 1:])
        before[kind] += start
        rows.append(leaf_rows[is_listed])
        start += len(rows[-1])
    return np.concatenate(rows).astype(np.int32), before


def _outlines(flat: FlatGeometries, are_outlined: Mask) -> tuple[Areas, int]:
    """The arrays of the events' outlines, and the most edges one of them has."""
    if not are_outlined.any():
        return areas_of(_NO_OUTLINES), 0
    sizes = np.diff(flat.path_starts[flat.geometry_starts])
    return areas_of(flat), int(sizes[are_outlined].max())


def _decided(
    event_rows: IntArray,
    zone_rows: IntArray,
    tests: Codes,
    events: Geometries,
    zones_of: Callable[[IntArray], Geometries],
    decision: Decision,
) -> Mask:
    """Which of the pairs hold."""
    holds = np.zeros(len(tests), dtype=np.bool_)
    prepare_repeated(events[event_rows])
    distinct, which = np.unique(zone_rows, return_inverse=True)
    zones = zones_of(distinct)
    for code in np.unique(tests):
        pairs = np.flatnonzero(tests == code)
        holds[pairs] = decision(TESTS[code], zones[which[pairs]], events[event_rows[pairs]])
    return holds
