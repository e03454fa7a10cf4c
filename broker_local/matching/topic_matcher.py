"""The subscriptions of one topic: sorted by which parts they have, so that each is tested by what it has alone.

Graded ones, whose matches have degrees, are kept apart from crisp ones. An imprecise value gives degrees to the matches
of crisp ones too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import IntFlag
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.tree import Filter
from broker_local.protocol.location_error import location_error
from broker_local.protocol.topic import Topic

from .attribute.columns import AttributeColumns
from .attribute.counting import CountingIndex
from .plan import Expected, Plan
from .spatial.codes import Codes
from .spatial.flat_geometry import FlatGeometries, Floats, Geometries
from .spatial.graded_zones import Errors, GradedZones
from .spatial.zone_index import ZoneIndex

Longs = NDArray[np.int64]
_SAMPLE = 32  # events that are looked up to learn how many zones a place is in
_SAMPLE_EVERY = 64  # batches
_NO_ERRORS: Errors = {}


class Parts(IntFlag):
    """Which parts a subscription has, and whether its matches have degrees."""

    NEITHER = 0
    FILTER = 1
    ZONE = 2
    BOTH = 3
    GRADED = 4


_EVERY_PARTS = tuple(Parts(number) for number in range(8))


class Found(NamedTuple):
    """Pairs of event row and handle, and how sure each is, as in `pair_order`."""

    event_rows: Longs
    handles: Longs
    degrees: Floats | None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What graded subscriptions have besides, one of each for every handle."""

    soft_m: Sequence[float]
    certainties: Sequence[Certainty | None]


@dataclass(slots=True)
class _Learnt:
    """What batches have told of subscriptions with both parts."""

    pairs_by_place: float = 0.0  # per event
    batches: int = 0


class TopicMatcher:
    """Subscriptions under the caller's handles, whole numbers from 0."""

    def __init__(self, topic: Topic, plan: Plan, merges: Executor | None = None) -> None:
        self.topic = topic
        self._plan = plan
        self._unconditional = np.empty(0, np.int64)  # ascending
        self._filters = {
            parts: CountingIndex(topic, is_graded=bool(parts & Parts.GRADED))
            for parts in _EVERY_PARTS
            if parts & Parts.FILTER
        }
        self._zones = {parts: ZoneIndex(merges) for parts in (Parts.ZONE, Parts.BOTH)}
        self._graded_zones = {
            parts: GradedZones(merges) for parts in (Parts.ZONE | Parts.GRADED, Parts.BOTH | Parts.GRADED)
        }
        self._learnt: dict[Parts, _Learnt] = defaultdict(_Learnt)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        filters = sum(index.nbytes for index in self._filters.values())
        zones = sum(index.nbytes for index in self._zones.values())
        graded = sum(index.nbytes for index in self._graded_zones.values())
        return self._unconditional.nbytes + filters + zones + graded

    def add(
        self,
        parts: Parts,
        handles: Longs,
        zones: FlatGeometries | None,
        tests: Codes | None,
        filters: Sequence[Filter],
        wishes: Wishes | None = None,
    ) -> None:
        """Begin subscriptions that all have the same parts; zones are buffered already."""
        certainties = None if wishes is None else wishes.certainties
        if not parts & Parts.BOTH:  # nothing in them can be uncertain
            self._unconditional = np.union1d(self._unconditional, handles)
        if parts in self._filters:
            self._filters[parts].add(handles, filters, certainties)
        if zones is not None and tests is not None and parts in self._zones:
            self._zones[parts].add(handles, zones, tests)
        if zones is not None and tests is not None and wishes is not None and parts in self._graded_zones:
            soft_m = np.array(wishes.soft_m, np.float64)
            self._graded_zones[parts].add(handles, zones, tests, soft_m, _least(wishes.certainties))

    def remove(self, parts: Parts, handles: Longs) -> None:
        """End subscriptions that all have these parts."""
        if not parts & Parts.BOTH:
            self._unconditional = np.setdiff1d(self._unconditional, handles)
        if parts in self._filters:
            self._filters[parts].remove(handles)
        if parts in self._zones:
            self._zones[parts].remove(handles)
        if parts in self._graded_zones:
            self._graded_zones[parts].remove(handles)

    def match(self, events: Sequence[Event]) -> list[Found]:
        """Pairs of event row and handle, as several arrays in no order."""
        columns = AttributeColumns.of_events(self.topic, events)
        geometries = np.fromiter((event.geometry for event in events), np.object_, len(events))
        errors = _errors(events) if any(map(len, self._graded_zones.values())) else _NO_ERRORS
        return self.match_columns(columns, geometries, errors)

    def match_columns(
        self, columns: AttributeColumns, geometries: Geometries, errors: Errors = _NO_ERRORS
    ) -> list[Found]:
        """The same for attributes and geometries (None for an event without a place) that are columns already.

        `errors` has by row how far off a point may be (`location_error`), where it is not known exactly.
        """
        found = self._match_anywhere(columns, len(geometries))
        placed = np.flatnonzero(geometries != None)  # noqa: E711  # of each element
        if len(placed) and len(self._zones[Parts.ZONE]):
            rows, handles = self._zones[Parts.ZONE].match(geometries[placed])
            found.append(Found(placed[rows], handles, None))
        if len(placed) and len(self._zones[Parts.BOTH]):
            found.append(self._match_both(columns, geometries, placed))
        return found + self._match_graded_places(columns, geometries, placed, errors)

    def match_points(self, columns: AttributeColumns, coords: Floats, errors: Errors = _NO_ERRORS) -> list[Found]:
        """The same for events that are all points, by where they lie (n, 2): for those that were never objects."""
        found = self._match_anywhere(columns, len(coords))
        if len(self._zones[Parts.ZONE]):
            found.append(Found(*self._zones[Parts.ZONE].match_points(coords), None))
        if len(self._zones[Parts.BOTH]) or any(map(len, self._graded_zones.values())):
            geometries, placed = np.asarray(shapely.points(coords), np.object_), np.arange(len(coords))
            if len(self._zones[Parts.BOTH]):
                found.append(self._match_both(columns, geometries, placed))
            found += self._match_graded_places(columns, geometries, placed, errors)
        return found

    def _match_anywhere(self, columns: AttributeColumns, events: int) -> list[Found]:
        count = len(self._unconditional)
        found = [Found(np.repeat(np.arange(events), count), np.tile(self._unconditional, events), None)]
        for parts in (Parts.FILTER, Parts.FILTER | Parts.GRADED):
            if len(self._filters[parts]):
                found.append(Found(*self._filters[parts].match_with_degrees(columns)))
        return found

    def _match_both(self, columns: AttributeColumns, geometries: Geometries, placed: Longs) -> Found:
        zones, filters = self._zones[Parts.BOTH], self._filters[Parts.BOTH]
        self._learn(Parts.BOTH, lambda sample: len(zones.match(sample)[0]), geometries[placed])
        if self._is_place_first(Parts.BOTH, columns, placed):
            rows, handles = zones.match(geometries[placed])
            rows = placed[rows]
            if not filters.is_blurred(columns):
                fits = filters.test(columns, rows, handles)
                return Found(rows[fits], handles[fits], None)
        else:
            rows, handles = _placed(*filters.candidates(columns), placed, len(geometries))
            fits = zones.test(geometries, rows, handles)
            rows, handles = rows[fits], handles[fits]
            if not filters.is_blurred(columns):
                return Found(rows, handles, None)
        return _possible(rows, handles, filters.grade(columns, rows, handles, np.ones((len(rows), 2))))

    def _match_graded_places(
        self, columns: AttributeColumns, geometries: Geometries, placed: Longs, errors: Errors
    ) -> list[Found]:
        found = []
        here = {at: errors[row] for at, row in enumerate(placed.tolist()) if row in errors} if errors else errors
        alone = self._graded_zones[Parts.ZONE | Parts.GRADED]
        if len(placed) and len(alone):
            rows, handles, degrees = alone.match(geometries[placed], here)
            enough = alone.reach_least(handles, degrees)
            found.append(Found(placed[rows[enough]], handles[enough], degrees[enough]))
        parts = Parts.BOTH | Parts.GRADED
        zones, filters = self._graded_zones[parts], self._filters[parts]
        if len(placed) and len(zones):
            self._learn(parts, lambda sample: len(zones.match(sample, _NO_ERRORS)[0]), geometries[placed])
            if self._is_place_first(parts, columns, placed):
                rows, handles, degrees = zones.match(geometries[placed], here)
                rows = placed[rows]
            else:
                rows, handles = _placed(*filters.candidates(columns), placed, len(geometries))
                degrees = zones.test(geometries, errors, rows, handles)
            possible = degrees[:, 0] > 0.0
            rows, handles, degrees = rows[possible], handles[possible], degrees[possible]
            found.append(_possible(rows, handles, filters.grade(columns, rows, handles, degrees)))
        return found

    def _is_place_first(self, parts: Parts, columns: AttributeColumns, placed: Longs) -> bool:
        candidates = int(self._filters[parts].count_candidates(columns)[placed].sum())
        return self._plan(Expected(len(placed), self._learnt[parts].pairs_by_place, candidates))

    def _learn(self, parts: Parts, count: Callable[[Geometries], int], geometries: Geometries) -> None:
        """Look up a few events now and then: how many zones is a place in?"""
        learnt = self._learnt[parts]
        if learnt.batches % _SAMPLE_EVERY == 0:
            sample = geometries[:: max(1, len(geometries) // _SAMPLE)]
            learnt.pairs_by_place = count(sample) / len(sample)
        learnt.batches += 1


def _errors(events: Sequence[Event]) -> Errors:
    """How far off the places of events may be, where they are not known exactly."""
    told = ((row, location_error(event)) for row, event in enumerate(events))
    return {row: error for row, error in told if error is not None and error.support[1] > 0.0}


def _least(certainties: Sequence[Certainty | None]) -> Floats:
    usual = Certainty()
    asked = [certainty or usual for certainty in certainties]
    return np.array([(one.least_possibility, one.least_necessity) for one in asked], np.float64).reshape(-1, 2)


def _placed(rows: Longs, handles: Longs, placed: Longs, events: int) -> tuple[Longs, Longs]:
    """The pairs whose event has a place."""
    has_place = np.zeros(events, np.bool_)
    has_place[placed] = True
    return rows[has_place[rows]], handles[has_place[rows]]


def _possible(rows: Longs, handles: Longs, degrees: Floats) -> Found:
    is_possible = degrees[:, 0] > 0.0
    return Found(rows[is_possible], handles[is_possible], degrees[is_possible])
