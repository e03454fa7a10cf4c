"""The matcher: topic, place and filter must agree."""

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.operators import Operator
from tests.builders import CALGARY, a_subscription, a_zone, an_event


def pairs(matcher: Matcher, events: list[Event]) -> list[tuple[int, int]]:
    matches = matcher.match(events)
    return list(zip(matches.event_rows.tolist(), matches.handles.tolist(), strict=True))


def test_the_worked_example_of_the_thesis() -> None:
    matcher = Matcher()
    matcher.add([7], [a_subscription(zone=a_zone(), filter="SPEED > 80")])  # thesis 3.6.1
    inside_fast, inside_slow = an_event(speed=87), an_event(speed=80)
    outside_fast = an_event(speed=87, geometry=(CALGARY[0] + 1, CALGARY[1]))
    assert pairs(matcher, [inside_fast, inside_slow, outside_fast]) == [(0, 7)]


def test_pairs_come_by_event_then_handle() -> None:
    matcher = Matcher()
    matcher.add([9, 3], [a_subscription(), a_subscription(filter="Speed > 10")])
    assert pairs(matcher, [an_event(speed=5), an_event(speed=50)]) == [(0, 9), (1, 3), (1, 9)]


def test_a_subscription_is_for_one_topic() -> None:
    matcher = Matcher()
    matcher.add([1], [a_subscription(topic="WSObservation")])
    assert pairs(matcher, [an_event(), an_event("WSObservation")]) == [(1, 1)]


def test_an_event_without_a_place_matches_no_zone() -> None:
    matcher = Matcher()
    zone = a_zone()
    matcher.add(
        [1, 2],
        [a_subscription(topic="FireIncReports", zone=zone, test=t) for t in (Operator.CONTAIN, Operator.DISJOINT)],
    )
    matcher.add([3], [a_subscription(topic="FireIncReports")])
    assert pairs(matcher, [an_event("FireIncReports", geometry=None)]) == [(0, 3)]


def test_a_change_is_seen_by_the_next_batch() -> None:
    matcher = Matcher()
    matcher.add([1], [a_subscription(filter="Speed > 80")])
    assert pairs(matcher, [an_event(speed=50)]) == []
    matcher.add([1], [a_subscription(filter="Speed > 40")])
    assert pairs(matcher, [an_event(speed=50)]) == [(0, 1)]
    matcher.remove([1, 99])
    assert pairs(matcher, [an_event(speed=50)]) == []
    assert len(matcher) == 0


def test_a_buffer_is_in_metres() -> None:
    matcher = Matcher()
    matcher.add([1], [a_subscription(zone="POINT (-114 51)", buffer_m=3000.0)])
    near, far = an_event(geometry=(-114.0, 51.026)), an_event(geometry=(-114.0, 51.028))  # 2.9 and 3.1 km
    assert pairs(matcher, [near, far]) == [(0, 1)]


def test_a_zone_that_shrinks_to_nothing_is_refused() -> None:
    with pytest.raises(ProtocolError, match="buffer_m"):
        Matcher().check(a_subscription(zone=a_zone(side_deg=0.01), buffer_m=-50_000.0))
