"""The subscriptions of one topic: sorted by which parts they have, so that each is tested by what it has alone."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from enum import IntEnum

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.event import Event
from broker_local.protocol.filter.tree import Filter
from broker_local.protocol.topic import Topic

from .attribute.columns import AttributeColumns
from .attribute.counting import CountingIndex
from .plan import Expected, Plan
from .spatial.codes import Codes
from .spatial.flat_geometry import FlatGeometries, Floats, Geometries
from .spatial.zone_index import ZoneIndex

Longs = NDArray[np.int64]
_SAMPLE = 32  # events that are looked up to learn how many zones a place is in
_SAMPLE_EVERY = 64  # batches


class Parts(IntEnum):
    """Which parts a subscription has."""

    NEITHER = 0
    FILTER = 1
    ZONE = 2
    BOTH = 3


class TopicMatcher:
    """Subscriptions under the caller's handles, whole numbers from 0."""

    def __init__(self, topic: Topic, plan: Plan, merges: Executor | None = None) -> None:
        self.topic = topic
        self._plan = plan
        self._unconditional = np.empty(0, np.int64)  # ascending
        self._filters = {parts: CountingIndex(topic) for parts in (Parts.FILTER, Parts.BOTH)}
        self._zones = {parts: ZoneIndex(merges) for parts in (Parts.ZONE, Parts.BOTH)}
        self._pairs_by_place = 0.0  # per event, a running mean
        self._batches = 0

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        filters = sum(index.nbytes for index in self._filters.values())
        return self._unconditional.nbytes + filters + sum(index.nbytes for index in self._zones.values())

    def add(
        self, parts: Parts, handles: Longs, zones: FlatGeometries | None, tests: Codes | None, filters: Sequence[Filter]
    ) -> None:
        """Begin subscriptions that all have the same parts; zones are buffered already."""
        if parts is Parts.NEITHER:
            self._unconditional = np.union1d(self._unconditional, handles)
        if parts in self._filters:
            self._filters[parts].add(handles, filters)
        if zones is not None and tests is not None and parts in self._zones:
            self._zones[parts].add(handles, zones, tests)

    def remove(self, parts: Parts, handles: Longs) -> None:
        """End subscriptions that all have these parts."""
        if parts is Parts.NEITHER:
            self._unconditional = np.setdiff1d(self._unconditional, handles)
        if parts in self._filters:
            self._filters[parts].remove(handles)
        if parts in self._zones:
            self._zones[parts].remove(handles)

    def match(self, events: Sequence[Event]) -> list[tuple[Longs, Longs]]:
        """Pairs of event row and handle, as several arrays in no order."""
        columns = AttributeColumns.of_events(self.topic, events)
        geometries = np.fromiter((event.geometry for event in events), np.object_, len(events))
        return self.match_columns(columns, geometries)

    def match_columns(self, columns: AttributeColumns, geometries: Geometries) -> list[tuple[Longs, Longs]]:
        """The same for attributes and geometries (None for an event without a place) that are columns already."""
        found = self._match_anywhere(columns, len(geometries))
        placed = np.flatnonzero(geometries != None)  # noqa: E711  # of each element
        if len(placed) and len(self._zones[Parts.ZONE]):
            rows, handles = self._zones[Parts.ZONE].match(geometries[placed])
            found.append((placed[rows], handles))
        if len(placed) and len(self._zones[Parts.BOTH]):
            found.append(self._match_both(columns, geometries, placed))
        return found

    def match_points(self, columns: AttributeColumns, coords: Floats) -> list[tuple[Longs, Longs]]:
        """The same for events that are all points, by where they lie (n, 2): for those that were never objects."""
        found = self._match_anywhere(columns, len(coords))
        if len(self._zones[Parts.ZONE]):
            found.append(self._zones[Parts.ZONE].match_points(coords))
        if len(self._zones[Parts.BOTH]):
            found.append(
                self._match_both(columns, np.asarray(shapely.points(coords), np.object_), np.arange(len(coords)))
            )
        return found

    def _match_anywhere(self, columns: AttributeColumns, events: int) -> list[tuple[Longs, Longs]]:
        found = [self._match_unconditional(events)]
        if len(self._filters[Parts.FILTER]):
            found.append(self._filters[Parts.FILTER].match(columns))
        return found

    def _match_unconditional(self, events: int) -> tuple[Longs, Longs]:
        count = len(self._unconditional)
        return np.repeat(np.arange(events), count), np.tile(self._unconditional, events)

    def _match_both(self, columns: AttributeColumns, geometries: Geometries, placed: Longs) -> tuple[Longs, Longs]:
        zones, filters = self._zones[Parts.BOTH], self._filters[Parts.BOTH]
        self._learn(geometries[placed])
        expected = Expected(len(placed), self._pairs_by_place, int(filters.count_candidates(columns)[placed].sum()))
        if self._plan(expected):
            rows, handles = zones.match(geometries[placed])
            rows = placed[rows]
            fits = filters.test(columns, rows, handles)
        else:
            rows, handles = filters.match(columns)
            has_place = np.zeros(len(geometries), np.bool_)
            has_place[placed] = True
            rows, handles = rows[has_place[rows]], handles[has_place[rows]]
            fits = zones.test(geometries, rows, handles)
        return rows[fits], handles[fits]

    def _learn(self, geometries: Geometries) -> None:
        """Look up a few events now and then: how many zones is a place in?"""
        if self._batches % _SAMPLE_EVERY == 0:
            sample = geometries[:: max(1, len(geometries) // _SAMPLE)]
            rows, _ = self._zones[Parts.BOTH].match(sample)
            self._pairs_by_place = len(rows) / len(sample)
        self._batches += 1
