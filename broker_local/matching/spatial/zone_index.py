"""Zones with the test each is to be compared by, asked by events of any kind of geometry.

Most events are points and most zones areas, so those pairs have an index of their own, in which a point is located in
all areas at once; every test of a point and an area follows from where the point lies. Other events go through the
CR-tree, which is built when the first of them comes.
"""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator

from .codes import CODE, TESTS, Codes
from .constraint_index import ConstraintIndex, decided
from .flat_geometry import FlatGeometries, Floats, Geometries
from .pairs import IntArray
from .point_location import INSIDE, ON_BOUNDARY
from .segments import SegmentedIndex

_DISJOINT = CODE[Operator.DISJOINT]
_HELD_INSIDE = np.isin(np.arange(len(TESTS)), [CODE[Operator.CONTAIN], CODE[Operator.INTERSECT]])
_HELD_ON_BOUNDARY = np.isin(np.arange(len(TESTS)), [CODE[Operator.TOUCH], CODE[Operator.INTERSECT]])
_NONE = -1


class ZoneIndex:
    """Zones under the caller's handles, whole numbers from 0; for one thread at a time."""

    def __init__(self, merges: Executor | None = None) -> None:
        self._areas = SegmentedIndex(merges)
        self._others = SegmentedIndex(merges)  # points and lines
        self._constraints: ConstraintIndex | None = None
        self._tests = np.full(0, _NONE, np.int8)  # by handle
        self._asking_disjoint: IntArray | None = np.empty(0, np.int64)  # ascending; None: to be looked for

    def __len__(self) -> int:
        return len(self._areas) + len(self._others)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        constraints = 0 if self._constraints is None else self._constraints.nbytes
        return self._areas.nbytes + self._others.nbytes + self._tests.nbytes + constraints

    def add(self, handles: IntArray, zones: FlatGeometries, tests: Codes) -> None:
        """Add zones under handles that are not held."""
        is_area = zones.is_area
        for index, rows in ((self._areas, np.flatnonzero(is_area)), (self._others, np.flatnonzero(~is_area))):
            if len(rows) == len(handles):
                index.add_flat(handles, zones)
            elif len(rows):
                index.add_flat(handles[rows], zones.select(rows))
        self._note_tests(handles, tests)
        if self._constraints is not None:
            self._constraints.add(handles, tests, zones.bounds)

    def remove(self, handles: IntArray) -> None:
        """Remove zones that are held."""
        is_area = self._areas.holds(handles)
        self._areas.remove(handles[is_area])
        self._others.remove(handles[~is_area])
        self._forget_disjoint(self._tests[handles])
        self._tests[handles] = _NONE
        if self._constraints is not None:
            self._constraints.remove(handles)

    def match(self, events: Geometries) -> tuple[IntArray, IntArray]:
        """All (event row, handle) whose test holds, in no order."""
        is_point = shapely.get_type_id(events) == shapely.GeometryType.POINT
        points, others = np.flatnonzero(is_point), np.flatnonzero(~is_point)
        found = []
        if len(points):
            rows, handles = self.match_points(shapely.get_coordinates(events[points]))
            found.append((points[rows], handles))
        if len(others):
            rows, handles = self._ready_constraints().match(events[others], self.zones_of)
            found.append((others[rows], handles))
        return _joined(found)

    def match_points(self, coords: Floats) -> tuple[IntArray, IntArray]:
        """The same for events that are all points, by where they lie (n, 2)."""
        return _joined(self._match_points(coords))

    def test(self, events: Geometries, event_rows: IntArray, handles: IntArray) -> NDArray[np.bool_]:
        """Pair by pair, whether the test of the zone under a handle holds for an event."""
        return decided(self._tests[handles], handles, events[event_rows], self.zones_of)

    def query_boxes(self, boxes: Floats) -> tuple[IntArray, IntArray]:
        """All (box row, handle) of zones whose boxes meet, whatever their test."""
        return _joined([self._areas.query_boxes(boxes), self._others.query_boxes(boxes)])

    def tests_of(self, handles: IntArray) -> Codes:
        """The tests of zones that are held."""
        return self._tests[handles]

    def asking_disjoint(self) -> IntArray:
        """The handles of zones that an event must not meet, ascending."""
        if self._asking_disjoint is None:
            self._asking_disjoint = np.flatnonzero(self._tests == _DISJOINT)
        return self._asking_disjoint

    def _match_points(self, coords: Floats) -> list[tuple[IntArray, IntArray]]:
        located = self._areas.query_points(coords)
        tests = self._tests[located.zones]
        holds = np.where(located.locations == INSIDE, _HELD_INSIDE[tests], False)
        holds |= np.where(located.locations == ON_BOUNDARY, _HELD_ON_BOUNDARY[tests], False)
        found = [(located.event_rows[holds], located.zones[holds])]
        touched = tests == _DISJOINT
        off_rows, off = located.event_rows[touched], located.zones[touched]
        if len(self._others):
            rows, handles = self._others.query_boxes(np.hstack([coords, coords]))
            open_tests = self._tests[handles]
            is_off = open_tests == _DISJOINT
            open_tests[is_off] = CODE[Operator.INTERSECT]  # of these the complement is wanted
            holds = decided(open_tests, handles, np.asarray(shapely.points(coords[rows]), np.object_), self.zones_of)
            found.append((rows[holds & ~is_off], handles[holds & ~is_off]))
            off_rows = np.concatenate([off_rows, rows[holds & is_off]])
            off = np.concatenate([off, handles[holds & is_off]])
        asking = self.asking_disjoint()
        if len(asking):
            found.append(_all_but(asking, len(coords), off_rows, off))
        return found

    def _ready_constraints(self) -> ConstraintIndex:
        if self._constraints is None:
            self._constraints = ConstraintIndex()
            for index in (self._areas, self._others):
                handles = index.handles
                if len(handles):
                    self._constraints.add(handles, self._tests[handles], index.boxes(handles))
        return self._constraints

    def zones_of(self, handles: IntArray) -> Geometries:
        """The zones that are held."""
        is_area = self._areas.holds(handles)
        zones = np.empty(len(handles), np.object_)
        zones[is_area] = self._areas.geometries(handles[is_area])
        zones[~is_area] = self._others.geometries(handles[~is_area])
        return zones

    def _note_tests(self, handles: IntArray, tests: Codes) -> None:
        more = (int(handles.max()) + 1 if len(handles) else 0) - len(self._tests)
        if more > 0:
            self._tests = np.append(self._tests, np.full(max(more, len(self._tests) // 4), _NONE, np.int8))
        self._tests[handles] = tests
        self._forget_disjoint(tests)

    def _forget_disjoint(self, changed: Codes) -> None:
        if (changed == _DISJOINT).any():
            self._asking_disjoint = None


def _joined(found: list[tuple[IntArray, IntArray]]) -> tuple[IntArray, IntArray]:
    if len(found) == 1:
        return found[0]
    none = np.empty(0, np.int64)
    return np.concatenate([none, *(f[0] for f in found)]), np.concatenate([none, *(f[1] for f in found)])


def _all_but(asking: IntArray, events: int, event_rows: IntArray, handles: IntArray) -> tuple[IntArray, IntArray]:
    """Every event with every one of the handles that ask, ascending, but for these pairs."""
    is_kept = np.ones((events, len(asking)), np.bool_)
    is_kept[event_rows, np.searchsorted(asking, handles)] = False
    rows, places = np.nonzero(is_kept)
    return rows, asking[places]
