"""The matcher equals brute force: over every operator, relation, kind of geometry, filter, and order of changes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import shapely

from broker_local.matching.brute_force import match_brute_force
from broker_local.matching.matcher import Matcher
from broker_local.matching.spatial.codes import CODE
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Attribute, AttributeType
from tests.builders import EA_LOCATION, a_subscription, a_zone, an_event
from tests.builders import TOPICS as USUAL_TOPICS
from tests.graded_matching import assert_same_grades, graded
from tests.random_matching import TOPICS, RandomMatching


def assert_equal_to_brute_force(matcher: Matcher, live: dict[int, Subscription], events: Sequence[Event]) -> None:
    by_id = {subscription.id: handle for handle, subscription in live.items()}
    expected = sorted((row, by_id[name]) for row, name in match_brute_force(events, live.values()))
    matches = matcher.match(events)
    assert list(zip(matches.event_rows.tolist(), matches.handles.tolist(), strict=True)) == expected


@pytest.mark.parametrize("seed", range(60))
def test_any_batch_after_any_changes_equals_brute_force(seed: int) -> None:
    made = RandomMatching(seed)
    matcher = Matcher(TOPICS)
    live: dict[int, Subscription] = {}
    for _ in range(12):
        begun = {made.pick(80): made.subscription() for _ in range(made.pick(30))}  # some replace others
        matcher.add(list(begun), begun.values())
        live |= begun
        ended = [handle for handle in live if made.chance(0.15)]
        matcher.remove([*ended, 1_000_000])
        for handle in ended:
            del live[handle]
        assert len(matcher) == len(live)
        assert_equal_to_brute_force(matcher, live, [made.event() for _ in range(made.pick(12))])


def assert_graded_as_by_brute_force(matcher: Matcher, live: dict[int, Subscription], events: Sequence[Event]) -> None:
    found = matcher.match(events)
    pairs = zip(found.event_rows.tolist(), (live[handle].id for handle in found.handles.tolist()), strict=True)
    sure = zip(found.possibility.tolist(), found.necessity.tolist(), strict=True)
    assert_same_grades(dict(zip(pairs, sure, strict=True)), graded(events, live.values()))
    order = np.lexsort((found.handles, found.event_rows))
    assert order.tolist() == list(range(len(order)))
    assert len({*zip(found.event_rows.tolist(), found.handles.tolist(), strict=True)}) == len(order)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_degrees_after_any_changes_equal_brute_force(seed: int, is_first: bool) -> None:
    made = RandomMatching(seed)
    matcher = Matcher(TOPICS, plan=lambda _: is_first)
    live: dict[int, Subscription] = {}
    for _ in range(6):
        begun = {made.pick(60): made.graded_subscription() for _ in range(made.pick(30))}  # some replace others
        matcher.add(list(begun), begun.values())
        live |= begun
        ended = [handle for handle in live if made.chance(0.15)]
        matcher.remove([*ended, 1_000_000])
        for handle in ended:
            del live[handle]
        assert len(matcher) == len(live)
        assert_graded_as_by_brute_force(matcher, live, [made.graded_event() for _ in range(made.pick(12))])


def test_many_graded_subscriptions_in_indexes_that_merge_in_the_background_equal_brute_force() -> None:
    made = RandomMatching(11, grid=40)
    with ThreadPoolExecutor(2) as merges:
        matcher = Matcher(TOPICS, merges)
        live = {handle: made.graded_subscription() for handle in range(600)}
        matcher.add(list(live), live.values())
        for _ in range(4):
            begun = {made.pick(700): made.graded_subscription() for _ in range(40)}
            matcher.add(list(begun), begun.values())
            live |= begun
            assert_graded_as_by_brute_force(matcher, live, [made.graded_event() for _ in range(6)])


@pytest.mark.parametrize("seed", range(4))
def test_buffered_zones_equal_brute_force(seed: int) -> None:
    made = RandomMatching(seed, grid=20)
    live: dict[int, Subscription] = {}
    matcher = Matcher(TOPICS)
    while len(live) < 25:
        subscription = made.subscription(with_buffer=True)
        try:
            matcher.check(subscription)
        except ProtocolError:
            continue  # buffered away to nothing: refused
        live[len(live)] = subscription
    matcher.add(list(live), live.values())
    assert_equal_to_brute_force(matcher, live, [made.event() for _ in range(30)])


def test_many_subscriptions_in_indexes_that_merge_in_the_background_equal_brute_force() -> None:
    made = RandomMatching(7, grid=40)
    with ThreadPoolExecutor(2) as merges:
        matcher = Matcher(TOPICS, merges)
        live = {handle: made.subscription() for handle in range(1_500)}
        matcher.add(list(live), live.values())
        for _ in range(15):
            begun = {made.pick(1_800): made.subscription() for _ in range(60)}
            matcher.add(list(begun), begun.values())
            live |= begun
            ended = [handle for handle in live if made.chance(0.02)]
            matcher.remove(ended)
            for handle in ended:
                del live[handle]
            assert_equal_to_brute_force(matcher, live, [made.event() for _ in range(4)])


def test_zones_from_arrays_are_subscriptions_like_others() -> None:
    matcher = Matcher(USUAL_TOPICS)
    zones = np.array([a_zone(), a_zone(lat=40.0)])
    flat = FlatGeometries.from_shapely(zones)
    matcher.add_zones("EALocation", np.array([4, 9]), flat, np.full(2, CODE[Operator.CONTAIN], np.int8))
    assert matcher.match([an_event()]).handles.tolist() == [4]
    matcher.remove([4])
    assert matcher.match([an_event()]).handles.tolist() == []
    assert len(matcher) == 1


def test_nothing_matches_nothing() -> None:
    matcher = Matcher(USUAL_TOPICS)
    assert matcher.match([]).handles.tolist() == []
    assert matcher.match([an_event()]).handles.tolist() == []
    matcher.add([3], [a_subscription("WSObservation")])
    assert matcher.match([an_event()]).handles.tolist() == []


def test_a_batch_of_many_events_is_ordered_by_row_then_handle() -> None:
    matcher = Matcher(USUAL_TOPICS)
    matcher.add([8, 2, 5], [a_subscription(), a_subscription(zone=a_zone()), a_subscription(filter="Speed > 80")])
    events = [an_event(speed=speed) for speed in (90, 50, 100)] * 1_000
    matches = matcher.match(events)
    order = np.lexsort((matches.handles, matches.event_rows))
    assert order.tolist() == list(range(len(order)))
    assert matches.handles[:8].tolist() == [2, 5, 8, 2, 8, 2, 5, 8]
    assert len(matches.handles) == 8_000


def test_a_zone_buffered_away_to_nothing_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"subscription\.spatial\.buffer_m"):
        Matcher(USUAL_TOPICS).check(a_subscription(zone=a_zone(side_deg=0.001), buffer_m=-5_000))


def test_where_nothing_is_uncertain_every_match_is_certain() -> None:
    matcher = Matcher(USUAL_TOPICS)
    matcher.add([2, 5], [a_subscription(zone=a_zone()), a_subscription(filter="Speed > 80")])
    matches = matcher.match([an_event(speed=90), an_event(speed=50)])
    assert matches.handles.tolist() == [2, 5, 2]
    assert matches.possibility.tolist() == matches.necessity.tolist() == [1.0, 1.0, 1.0]


def test_negative_handles_are_refused() -> None:
    with pytest.raises(ValueError, match="expected none below 0, got -1"):
        Matcher(USUAL_TOPICS).add([-1], [a_subscription()])


def test_memory_is_accounted_for() -> None:
    matcher = Matcher(USUAL_TOPICS)
    before = matcher.nbytes
    circles = [shapely.Point(x / 100, 50).buffer(0.01) for x in range(1_000)]
    matcher.add(range(1_000), [a_subscription(zone=circle) for circle in circles])
    assert matcher.nbytes > before + 1_000 * 16 * len(circles[0].exterior.coords)


def test_a_topic_may_grow_while_its_subscriptions_go_on() -> None:
    topics = {"EALocation": USUAL_TOPICS["EALocation"]}
    matcher = Matcher(topics)
    matcher.add([0], [a_subscription(filter="Speed > 80")])
    crew = Attribute("Crew", AttributeType.NUMBER)
    topics["EALocation"] = replace(topics["EALocation"], version=2, attributes=(crew, *EA_LOCATION.attributes))
    larger = replace(a_subscription(), filter=parse_filter("Crew >= 4 AND Speed > 80", topics["EALocation"]))
    matcher.add([1], [larger])
    event = an_event(speed=90)
    with_crew = replace(event, attributes={**event.attributes, "Crew": 5})
    matches = matcher.match([event, with_crew])
    assert list(zip(matches.event_rows.tolist(), matches.handles.tolist(), strict=True)) == [(0, 0), (1, 0), (1, 1)]
    matcher.remove([0])
    assert matcher.match([event, with_crew]).handles.tolist() == [1]
