"""Every subscription tried on every event, one by one: the baseline of thesis 3.6.2, which faster ways must equal."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.exact import holds
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import Subscription


def match_brute_force(events: Iterable[Event], subscriptions: Iterable[Subscription]) -> list[tuple[int, str]]:
    """Pairs of event row and subscription id, by row, then in the order of the subscriptions."""
    placed = [(subscription, _buffered_zone(subscription)) for subscription in subscriptions]
    return [
        (row, subscription.id)
        for row, event in enumerate(events)
        for subscription, zone in placed
        if _matches(event, subscription, zone)
    ]


def _buffered_zone(subscription: Subscription) -> BaseGeometry | None:
    spatial = subscription.spatial
    return None if spatial is None else buffered(spatial.zone, spatial.buffer_m)


def _matches(event: Event, subscription: Subscription, zone: BaseGeometry | None) -> bool:
    if event.topic != subscription.topic:
        return False
    if subscription.spatial and zone and not _is_in_place(subscription.spatial.test, zone, event.geometry):
        return False
    return subscription.filter is None or satisfies(subscription.filter.root, event.attributes)


def _is_in_place(test: Operator | Relation, zone: BaseGeometry, event: BaseGeometry | None) -> bool:
    if event is None:
        return False
    return bool(holds(test, np.array([zone], dtype=object), np.array([event], dtype=object))[0])
