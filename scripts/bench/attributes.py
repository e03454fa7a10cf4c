"""Filters on attributes: shared, sorted predicates beside the counting algorithm and beside trying every filter."""

from __future__ import annotations

from functools import partial

import numpy as np
import shapely

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.counting import CountingIndex, MatchMethod
from broker_local.matching.matcher import Matcher
from broker_local.matching.plan import Expected, is_place_first
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.tree import And, Between, Comparator, Comparison, Node
from broker_local.protocol.subscription import Subscription
from scripts.bench.frame import PAPER, Record, faster, median_s, once_s
from scripts.bench.points import as_shapely, points, polygons
from tests.builders import TOPICS, a_subscription, an_event

TOPIC = TOPICS["WSObservation"]


def counting(scale: str) -> list[Record]:
    """Many filters of two predicates each: all that an event satisfies."""
    size, count = (1_000_000, 1_000) if scale == PAPER else (50_000, 500)
    filters = _filters(size)
    index = CountingIndex(TOPIC)
    load_s = once_s(lambda: _load(index, filters))
    events = _events(count)
    ours = median_s(lambda: index.match(_columns(events)), 3) / count
    by_counting = median_s(lambda: index.match(_columns(events[:50]), MatchMethod.COUNTING), 3) / 50
    some = events[:3]
    expected: list[tuple[int, int]] = []
    peer = once_s(lambda: expected.extend(_one_by_one(filters, some))) / len(some)
    rows, found = index.match(_columns(some))
    differences = len(set(zip(rows.tolist(), found.tolist(), strict=True)) ^ set(expected))
    note = f"loaded at {size / load_s:,.0f} filters/s, {index.nbytes / size:.0f} B each"
    return [
        faster(f"{size:,} filters, beside one by one", scale, ours, peer, differences, note),
        faster(f"{size:,} filters, beside counting (thesis 2.6.2)", scale, ours, by_counting, None),
    ]


def order(scale: str) -> list[Record]:
    """Place and attributes of subscriptions that have both: the order chosen by cost beside the other order."""
    size = 200_000 if scale == PAPER else 20_000
    zones = as_shapely(polygons(size)[0])
    rare = [a_subscription(TOPIC, zone=zone, filter=_at_least(199.0 + i % 7)) for i, zone in enumerate(zones)]
    usual = [a_subscription(TOPIC, zone=zone, filter=_at_least(float(i % 40))) for i, zone in enumerate(zones)]
    wide = shapely.box(-121, 47, -109, 59)
    everywhere = [a_subscription(TOPIC, zone=wide, filter=node) for node in _filters(size // 20)]
    events = [
        an_event(TOPIC, geometry=place, temperature=temperature)
        for place, temperature in zip(points(500), np.random.default_rng(8).uniform(0, 200, 500).tolist(), strict=True)
    ]
    return [
        _both_orders(f"{len(many):,} subscriptions, {what}", scale, many, events)
        for what, many in (("rare filters", rare), ("usual filters", usual), ("zones everywhere", everywhere))
    ]


def _both_orders(name: str, scale: str, subscriptions: list[Subscription], events: list[Event]) -> Record:
    chosen: list[bool] = []

    def choose(expected: Expected) -> bool:
        chosen.append(is_place_first(expected))
        return chosen[-1]

    times, answers = {}, {}
    for is_first, plan in ((None, choose), (True, lambda _: True), (False, lambda _: False)):
        matcher = Matcher(TOPICS, plan=plan)
        matcher.add(range(len(subscriptions)), subscriptions)
        if is_first is not None:
            times[is_first] = median_s(partial(matcher.match, events), 3) / len(events)
        found = matcher.match(events)
        answers[is_first] = set(zip(found.event_rows.tolist(), found.handles.tolist(), strict=True))
    note = f"chosen: {'place' if chosen[0] else 'attributes'} first"
    differences = len(answers[True] ^ answers[False])
    return faster(name, scale, times[chosen[0]], times[not chosen[0]], differences, note)


def _filters(count: int) -> list[Node]:
    rng = np.random.default_rng(6)
    low = rng.uniform(0, 100, count)
    humidity = rng.uniform(0, 1, count)
    return [
        And((Between("Temperature", float(a), float(a) + 0.1), Comparison("Humidity", Comparator.GREATER, float(b))))
        for a, b in zip(low, humidity, strict=True)
    ]


def _load(index: CountingIndex, filters: list[Node]) -> None:
    index.add(np.arange(len(filters)), filters)
    index.match(_columns(_events(1)))  # compiles them


def _at_least(temperature: float) -> Node:
    return Comparison("Temperature", Comparator.GREATER_OR_EQUAL, temperature)


def _events(count: int) -> list[Event]:
    rng = np.random.default_rng(7)
    return [
        an_event(TOPIC, temperature=float(t), humidity=float(h))
        for t, h in zip(rng.uniform(0, 100, count), rng.uniform(0, 1, count), strict=True)
    ]


def _columns(events: list[Event]) -> AttributeColumns:
    return AttributeColumns.of_events(TOPIC, events)


def _one_by_one(filters: list[Node], events: list[Event]) -> list[tuple[int, int]]:
    return [
        (row, number)
        for row, event in enumerate(events)
        for number, node in enumerate(filters)
        if satisfies(node, event.attributes)
    ]
