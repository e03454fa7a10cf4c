"""Stage 4, match: a batch of events in, the subscriptions each one matches out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.event import Event
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic

from .attribute.pair_order import ROW_BITS, ordered_found
from .plan import Plan, is_place_first
from .spatial.buffers import buffered, buffered_many
from .spatial.codes import Codes, codes_of
from .spatial.flat_geometry import FlatGeometries
from .topic_matcher import Parts, TopicMatcher, Wishes

Handles = NDArray[np.int64]
_NOWHERE = -1
_PARTS = 8  # combinations of them


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Pairs of event row and subscription handle, ordered by row, then handle, and how sure each is."""

    event_rows: NDArray[np.int64]
    handles: Handles
    possibility: NDArray[np.float64]  # of each pair, from 0 to 1; 1 where nothing is uncertain
    necessity: NDArray[np.float64]


class Matcher:
    """Holds the live subscriptions of all users; a change is seen by the next batch.

    Handles are the caller's: whole numbers from 0, best kept dense, those that ended used again, since some bytes are
    kept for every number up to the largest. Index merges run on the given executor, or at once if there is none.
    """

    def __init__(
        self, topics: Mapping[str, Topic], merges: Executor | None = None, plan: Plan = is_place_first
    ) -> None:
        self._topics = topics
        self._plan = plan
        self._merges = merges
        self._numbered: list[TopicMatcher] = []
        self._of_topic: dict[str, list[int]] = {}  # one for each schema that the topic has had since its subscriptions
        self._homes = np.full(0, _NOWHERE, np.int32)  # by handle: the number of its topic and its parts
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._homes.nbytes + sum(matcher.nbytes for matcher in self._numbered)

    def check(self, subscription: Subscription) -> None:
        """Refuse, with a ProtocolError, a subscription that cannot be matched: a zone buffered away to nothing."""
        if subscription.spatial is not None:
            buffered(subscription.spatial.zone, subscription.spatial.buffer_m)

    def add(self, handles: Sequence[int], subscriptions: Iterable[Subscription]) -> None:
        """Begin subscriptions; one whose handle is already there replaces it."""
        groups: dict[tuple[str, Parts], list[tuple[int, Subscription]]] = defaultdict(list)
        for handle, subscription in zip(handles, subscriptions, strict=True):
            groups[subscription.topic, _parts_of(subscription)].append((handle, subscription))
        for (topic, parts), members in groups.items():
            zones = tests = None
            spatial = [s.spatial for _, s in members if s.spatial is not None]
            if spatial:
                zones = FlatGeometries.from_shapely(
                    buffered_many([part.zone for part in spatial], [part.buffer_m for part in spatial])
                )
                tests = codes_of(part.test for part in spatial)
            numbers = np.array([handle for handle, _ in members], np.int64)
            matcher = self._begin(topic, parts, numbers)
            filters = [s.filter for _, s in members if s.filter is not None]
            wishes = None
            if parts & Parts.GRADED:
                soft_m = [s.spatial.soft_m for _, s in members if s.spatial is not None]
                wishes = Wishes(soft_m, [s.certainty for _, s in members])
            matcher.add(parts, numbers, zones, tests, filters, wishes)

    def add_zones(self, topic: str, handles: Handles, zones: FlatGeometries, tests: Codes) -> None:
        """Begin subscriptions that have a zone alone, from arrays: for loading very many at once."""
        self._begin(topic, Parts.ZONE, handles).add(Parts.ZONE, handles, zones, tests, ())

    def remove(self, handles: Iterable[int]) -> None:
        """End subscriptions; unknown handles are passed over."""
        numbers = np.unique(np.fromiter(handles, np.int64))
        numbers = numbers[(numbers >= 0) & (numbers < len(self._homes))]
        homes = self._homes[numbers]
        for home in np.unique(homes[homes != _NOWHERE]).tolist():
            here = numbers[homes == home]
            self._numbered[home // _PARTS].remove(Parts(home % _PARTS), here)
            self._count -= len(here)
        self._homes[numbers] = _NOWHERE

    def match(self, events: Sequence[Event]) -> Matches:
        """Every (event row, handle) whose topic, place and filter agree."""
        by_topic: dict[str, list[int]] = defaultdict(list)
        for row, event in enumerate(events):
            by_topic[event.topic].append(row)
        keys: list[NDArray[np.int64]] = []
        degrees: list[NDArray[np.float64] | None] = []
        for topic, rows in by_topic.items():
            places = np.array(rows, np.int64)
            for number in self._of_topic.get(topic, ()):
                for found in self._numbered[number].match([events[row] for row in rows]):
                    keys.append(places[found.event_rows] << ROW_BITS | found.handles)
                    degrees.append(found.degrees)
        event_rows, handles, sure = ordered_found(keys, degrees, len(events), len(self._homes))
        if sure is None:
            certain = np.broadcast_to(1.0, len(handles))
            return Matches(event_rows, handles, certain, certain)
        return Matches(event_rows, handles, sure[:, 0], sure[:, -1])

    def topic_matcher(self, topic: str) -> TopicMatcher:
        """The matcher of one topic as it is now, for callers that have columns instead of events."""
        return self._numbered[self._number_of(topic)]

    def _number_of(self, topic: str) -> int:
        """The matcher of a topic as it is now; one of an earlier schema keeps the subscriptions that it has."""
        numbers = self._of_topic.setdefault(topic, [])
        if not numbers or self._numbered[numbers[-1]].topic != self._topics[topic]:
            numbers.append(len(self._numbered))
            self._numbered.append(TopicMatcher(self._topics[topic], self._plan, self._merges))
        return numbers[-1]

    def _begin(self, topic: str, parts: Parts, handles: Handles) -> TopicMatcher:
        """The matcher where the handles now belong, after ending what they stood for."""
        if len(handles) and handles.min() < 0:
            raise ValueError(f"handles: expected none below 0, got {int(handles.min())}")
        self.remove(handles.tolist() if self._is_any_held(handles) else ())
        more = (int(handles.max()) + 1 if len(handles) else 0) - len(self._homes)
        if more > 0:
            more = max(more, len(self._homes) // 4)
            self._homes = np.append(self._homes, np.full(more, _NOWHERE, np.int32))
        number = self._number_of(topic)
        self._homes[handles] = number * _PARTS + parts
        self._count += len(handles)
        return self._numbered[number]

    def _is_any_held(self, handles: Handles) -> bool:
        known = handles[handles < len(self._homes)]
        return bool((self._homes[known] != _NOWHERE).any())


def _parts_of(subscription: Subscription) -> Parts:
    parts = Parts.GRADED if subscription.is_graded else Parts.NEITHER
    if subscription.spatial is not None:
        parts |= Parts.ZONE
    return parts | Parts.FILTER if subscription.filter is not None else parts
