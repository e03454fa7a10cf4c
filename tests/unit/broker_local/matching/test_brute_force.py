"""Brute force: topic, place and filter must agree, for every event and every subscription."""

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.matching.brute_force import match_brute_force
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.operators import Operator, Relation
from tests.builders import CALGARY, a_subscription, a_zone, an_event


def test_the_worked_example_of_the_thesis() -> None:
    interest = a_subscription(id="s", zone=a_zone(), filter="SPEED > 80")  # thesis 3.6.1
    far = (CALGARY[0] + 1, CALGARY[1])
    events = [an_event(speed=87), an_event(speed=80), an_event(speed=87, geometry=far)]
    assert match_brute_force(events, [interest]) == [(0, "s")]


def test_pairs_come_by_event_then_in_the_order_of_the_subscriptions() -> None:
    subscriptions = [a_subscription(id="z"), a_subscription(id="a", filter="Speed > 10"), a_subscription(id="m")]
    events = [an_event(speed=5), an_event(speed=50)]
    assert match_brute_force(events, subscriptions) == [(0, "z"), (0, "m"), (1, "z"), (1, "a"), (1, "m")]


def test_a_subscription_is_for_one_topic() -> None:
    interest = a_subscription("WSObservation", id="s")
    assert match_brute_force([an_event(), an_event("WSObservation")], [interest]) == [(1, "s")]


def test_an_event_without_a_place_satisfies_no_spatial_part_not_even_disjoint() -> None:
    subscriptions = [a_subscription(id=test, zone=a_zone(), test=test) for test in (*Operator, *Relation)]
    anywhere = a_subscription(id="anywhere")
    assert match_brute_force([an_event(geometry=None)], [*subscriptions, anywhere]) == [(0, "anywhere")]


def test_a_missing_attribute_is_no_match() -> None:
    subscriptions = [a_subscription(id="is", filter="Speed > 80"), a_subscription(id="not", filter="NOT Speed > 80")]
    assert match_brute_force([an_event(speed=None)], subscriptions) == []


@pytest.mark.parametrize(
    ("zone", "test", "buffer_m", "metres_east", "matches"),
    [  # thesis table 3.2
        (shapely.Point(CALGARY), Operator.CONTAIN, 5_000.0, 4_990.0, True),
        (shapely.Point(CALGARY), Operator.CONTAIN, 5_000.0, 5_010.0, False),
        (shapely.LineString([CALGARY, (CALGARY[0], 52.0)]), Operator.DISJOINT, 2_000.0, 1_995.0, False),
        (shapely.LineString([CALGARY, (CALGARY[0], 52.0)]), Operator.DISJOINT, 2_000.0, 2_005.0, True),
        (shapely.Point(CALGARY), Operator.CONTAIN, 0.0, 0.0, True),
        (shapely.Point(CALGARY), Operator.CONTAIN, 0.0, 0.1, False),
    ],
)
def test_a_zone_is_buffered_before_it_is_tried(
    zone: BaseGeometry, test: Operator, buffer_m: float, metres_east: float, matches: bool
) -> None:
    metres_per_degree = 70_140.0  # of longitude at Calgary
    event = an_event(geometry=(CALGARY[0] + metres_east / metres_per_degree, CALGARY[1]))
    found = match_brute_force([event], [a_subscription(id="s", zone=zone, test=test, buffer_m=buffer_m)])
    assert found == ([(0, "s")] if matches else [])


def test_an_operator_is_read_from_the_zone_and_a_relation_from_the_event() -> None:
    subscriptions = [
        a_subscription("WFireRSImage", id=test.name, zone=a_zone(side_deg=2), test=test)
        for test in (Operator.CONTAIN, Operator.WITHIN, Relation.INSIDE, Relation.CONTAINS)
    ]
    found = match_brute_force([an_event("WFireRSImage", geometry=a_zone(side_deg=1))], subscriptions)
    assert found == [(0, "CONTAIN"), (0, "INSIDE")]


def test_a_zone_buffered_away_is_refused() -> None:
    with pytest.raises(ProtocolError, match="buffer_m"):
        match_brute_force([], [a_subscription(zone=a_zone(), buffer_m=-50_000.0)])


def test_no_events_or_no_subscriptions_give_no_pairs() -> None:
    assert match_brute_force([], [a_subscription()]) == []
    assert match_brute_force([an_event()], []) == []
