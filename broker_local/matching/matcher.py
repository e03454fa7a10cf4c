"""Stage 4, match: a batch of events in, the subscriptions each one matches out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.matching.attribute.evaluate import satisfies
from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.exact import holds
from broker_local.protocol.event import Event
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import Subscription

Handles = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of event row and subscription handle, ordered by row, then handle."""

    event_rows: NDArray[np.int64]
    handles: Handles


class Matcher:
    """Holds the live subscriptions of all users; a change is seen by the next batch."""

    def __init__(self) -> None:
        self._subscriptions: dict[int, Subscription] = {}
        self._zones: dict[int, shapely.Geometry] = {}

    def __len__(self) -> int:
        return len(self._subscriptions)

    def check(self, subscription: Subscription) -> None:
        """Refuse, with a ProtocolError, a subscription that cannot be matched: a zone buffered away to nothing."""
        if subscription.spatial is not None:
            buffered(subscription.spatial.zone, subscription.spatial.buffer_m)

    def add(self, handles: Sequence[int], subscriptions: Iterable[Subscription]) -> None:
        """Begin subscriptions under the caller's handles; a handle already there is replaced."""
        for handle, subscription in zip(handles, subscriptions, strict=True):
            if subscription.spatial is not None:
                self._zones[handle] = buffered(subscription.spatial.zone, subscription.spatial.buffer_m)
            self._subscriptions[handle] = subscription

    def remove(self, handles: Iterable[int]) -> None:
        """End subscriptions; unknown handles are passed over."""
        for handle in handles:
            self._subscriptions.pop(handle, None)
            self._zones.pop(handle, None)

    def match(self, events: Sequence[Event]) -> Matches:
        """Every (event row, handle) whose topic, place and filter agree."""
        by_topic: dict[str, list[int]] = defaultdict(list)
        for handle, subscription in self._subscriptions.items():
            by_topic[subscription.topic].append(handle)
        pairs: list[tuple[int, int]] = []
        for row, event in enumerate(events):
            for handle in by_topic[event.topic]:
                subscription = self._subscriptions[handle]
                if subscription.filter and not satisfies(subscription.filter.root, event.attributes):
                    continue
                if subscription.spatial and not self._is_placed(handle, subscription.spatial.test, event):
                    continue
                pairs.append((row, handle))
        pairs.sort()
        columns = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return Matches(columns[:, 0], columns[:, 1])

    def _is_placed(self, handle: int, test: Operator | Relation, event: Event) -> bool:
        if event.geometry is None:
            return False
        zones = np.array([self._zones[handle]], dtype=object)
        return bool(holds(test, zones, np.array([event.geometry], dtype=object))[0])
