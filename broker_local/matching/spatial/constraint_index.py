"""A CR-tree that changes: a few packed trees and a short tail that has none, merged as they grow.

It knows tests and boxes alone; the zones are its caller's, and are asked for only where the boxes leave a pair open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.operators import Relation

from .codes import TESTS, Codes
from .cr_tree import CRTree
from .exact import Geometries
from .packed_rtree import Boxes
from .pairs import IntArray
from .relations import holds as holds_for

ZonesOf = Callable[[IntArray], Geometries]  # by handle
Mask = NDArray[np.bool_]

_LONGEST_TAIL = 256
_RATIO = 4  # a tree is merged with younger ones that hold more than a share of it


@dataclass(slots=True, eq=False)
class _Part:
    """Constraints packed in one tree, rows by ascending handle."""

    handles: IntArray
    tests: Codes
    boxes: Boxes
    is_alive: Mask
    tree: CRTree

    @property
    def nbytes(self) -> int:
        arrays = (self.handles, self.tests, self.boxes, self.is_alive)
        return self.tree.nbytes + sum(array.nbytes for array in arrays)


class ConstraintIndex:
    """Constraints under int64 handles of the caller's choice; a change is seen by the next question."""

    def __init__(self) -> None:
        self._parts: list[_Part] = []  # the largest first
        self._tail: list[tuple[int, int, NDArray[np.float64]]] = []  # handle, test, box

    def __len__(self) -> int:
        return len(self._tail) + sum(int(part.is_alive.sum()) for part in self._parts)

    @property
    def nbytes(self) -> int:
        """Bytes held in trees."""
        return sum(part.nbytes for part in self._parts)

    def add(self, handles: IntArray, tests: Codes, boxes: Boxes) -> None:
        """Add constraints under handles that are not held."""
        if len(handles) <= _LONGEST_TAIL:
            self._tail += zip(handles.tolist(), tests.tolist(), boxes, strict=True)
            if len(self._tail) <= _LONGEST_TAIL:
                return
            handles, tests, boxes = self._tail_arrays()
            self._tail = []
        self._pack(handles, tests, boxes)

    def remove(self, handles: IntArray) -> None:
        """Take constraints out of all later answers."""
        gone = set(handles.tolist())
        self._tail = [item for item in self._tail if item[0] not in gone]
        for part in self._parts:
            places = np.minimum(np.searchsorted(part.handles, handles), len(part.handles) - 1)
            part.is_alive[places[part.handles[places] == handles]] = False
        for part in [p for p in self._parts if p.is_alive.sum() <= len(p.handles) // 2]:
            self._parts.remove(part)
            self._pack(*_living(part))

    def match(self, events: Geometries, zones_of: ZonesOf) -> tuple[IntArray, IntArray]:
        """All (event row, handle) that hold, in no order."""
        found = [self._match_part(part, events, zones_of) for part in self._parts]
        if self._tail:
            found.append(self._match_tail(events, zones_of))
        event_rows = [rows for rows, _ in found]
        handles = [numbers for _, numbers in found]
        none = np.empty(0, np.int64)
        return np.concatenate([none, *event_rows]), np.concatenate([none, *handles])

    def _match_part(self, part: _Part, events: Geometries, zones_of: ZonesOf) -> tuple[IntArray, IntArray]:
        said = part.tree.query(events)
        matched = part.is_alive[said.matched_zones]
        is_open = part.is_alive[said.open_zones]
        open_events, open_rows = said.open_events[is_open], said.open_zones[is_open]
        holds = decided(part.tests[open_rows], part.handles[open_rows], events[open_events], zones_of)
        event_rows = np.concatenate([said.matched_events[matched], open_events[holds]])
        rows = np.concatenate([said.matched_zones[matched], open_rows[holds]])
        return event_rows, part.handles[rows]

    def _match_tail(self, events: Geometries, zones_of: ZonesOf) -> tuple[IntArray, IntArray]:
        # A tail is short: packing it for the batch costs less than asking GEOS about all of it.
        return self._match_part(_packed(*self._tail_arrays()), events, zones_of)

    def _tail_arrays(self) -> tuple[IntArray, Codes, Boxes]:
        handles = np.array([handle for handle, _, _ in self._tail], np.int64)
        tests = np.array([test for _, test, _ in self._tail], np.int8)
        return handles, tests, np.array([box for _, _, box in self._tail], np.float64)

    def _pack(self, handles: IntArray, tests: Codes, boxes: Boxes) -> None:
        """Make a tree of constraints, together with the smaller trees there are."""
        gathered = [(handles, tests, boxes)]
        size = len(handles)
        while self._parts and len(self._parts[-1].handles) <= _RATIO * size:
            gathered.append(_living(self._parts.pop()))
            size += len(gathered[-1][0])
        handles, tests, boxes = (np.concatenate(column) for column in zip(*gathered, strict=True))
        if len(handles) == 0:
            return
        self._parts.append(_packed(handles, tests, boxes))
        self._parts.sort(key=lambda part: -len(part.handles))


def decided(tests: Codes, handles: IntArray, events: Geometries, zones_of: ZonesOf) -> Mask:
    """Pair by pair, whether the test of the zone under a handle holds for the event beside it."""
    holds = np.zeros(len(tests), np.bool_)
    if len(tests) == 0:
        return holds
    distinct, which = np.unique(handles, return_inverse=True)
    zones = zones_of(distinct)[which]
    for code in np.unique(tests).tolist():
        pairs = np.flatnonzero(tests == code)
        if isinstance(TESTS[code], Relation):  # between regions only
            pairs = pairs[shapely.get_dimensions(events[pairs]) == 2]
        holds[pairs] = holds_for(TESTS[code], zones[pairs], events[pairs])
    return holds


def _packed(handles: IntArray, tests: Codes, boxes: Boxes) -> _Part:
    order = np.argsort(handles)
    handles, tests, boxes = handles[order], tests[order], np.ascontiguousarray(boxes[order])
    return _Part(handles, tests, boxes, np.ones(len(handles), np.bool_), CRTree(tests, boxes))


def _living(part: _Part) -> tuple[IntArray, Codes, Boxes]:
    return part.handles[part.is_alive], part.tests[part.is_alive], part.boxes[part.is_alive]
