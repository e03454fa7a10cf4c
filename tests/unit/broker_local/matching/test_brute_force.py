"""Brute force: topic, place and filter must agree, for every event and every subscription."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.matching.brute_force import GradedMatch, grade_brute_force, match_brute_force
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import Subscription
from tests.builders import CALGARY, a_subscription, a_zone, an_event
from tests.graded_matching import assert_same_grades, graded
from tests.random_matching import RandomMatching

METRES_PER_DEGREE = 70_140.0  # of longitude at Calgary


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
    event = an_event(geometry=(CALGARY[0] + metres_east / METRES_PER_DEGREE, CALGARY[1]))
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


def inside_by(metres: float) -> tuple[float, float]:
    """A place in CALGARY's zone of one degree, so many metres from its eastern edge."""
    return (CALGARY[0] + 0.5 - metres / METRES_PER_DEGREE, CALGARY[1])


def a_fix(metres_inside: float, accuracy_m: float | None = None, **attributes: Any) -> Event:
    return replace(an_event(geometry=inside_by(metres_inside), **attributes), accuracy_m=accuracy_m)


def soft(subscription: Subscription, soft_m: float) -> Subscription:
    assert subscription.spatial is not None
    return replace(subscription, spatial=replace(subscription.spatial, soft_m=soft_m))


ZONE = a_zone(side_deg=1.0)
BELL = (math.exp(-4.5 / 9) - math.exp(-4.5)) / (1 - math.exp(-4.5))  # one of three sigmas away


@pytest.mark.parametrize(
    ("test", "soft_m", "metres_inside", "accuracy_m", "degrees"),
    [
        (Operator.CONTAIN, 0.0, 50.0, None, (1.0, 1.0)),
        (Operator.CONTAIN, 0.0, -50.0, None, None),
        (Operator.CONTAIN, 100.0, -25.0, None, (0.75, 0.75)),
        (Operator.CONTAIN, 100.0, 25.0, None, (1.0, 1.0)),
        (Operator.CONTAIN, 100.0, -101.0, None, None),
        (Operator.DISJOINT, 100.0, -25.0, None, (0.25, 0.25)),
        (Operator.DISJOINT, 100.0, 25.0, None, None),
        (Operator.DISJOINT, 100.0, -200.0, None, (1.0, 1.0)),
        (Operator.CONTAIN, 0.0, 10.0, 10.0, (1.0, 1.0 - BELL)),
        (Operator.CONTAIN, 0.0, -10.0, 10.0, (BELL, 0.0)),
        (Operator.DISJOINT, 0.0, -10.0, 10.0, (1.0, 1.0 - BELL)),
        (Operator.CONTAIN, 0.0, 31.0, 10.0, (1.0, 1.0)),
        (Operator.CONTAIN, 0.0, -31.0, 10.0, None),
        (Operator.INTERSECT, 0.0, 0.001, 10.0, (1.0, 0.0)),
        (Operator.TOUCH, 0.0, 10.0, 10.0, (BELL, 0.0)),
        (Operator.TOUCH, 0.0, 31.0, 10.0, None),
        (Operator.CONTAIN, 0.0, 10.0, 0.0, (1.0, 1.0)),
    ],
)
def test_a_place_that_is_not_exact_or_an_edge_that_is_soft_gives_degrees(
    test: Operator, soft_m: float, metres_inside: float, accuracy_m: float | None, degrees: tuple[float, float] | None
) -> None:
    asked = replace(soft(a_subscription(id="s", zone=ZONE, test=test), soft_m), certainty=Certainty())
    found = grade_brute_force([a_fix(metres_inside, accuracy_m)], [asked])
    if degrees is None:
        assert found == []
    else:
        assert (found[0].possibility, found[0].necessity) == pytest.approx(degrees, abs=2e-3)


def test_a_crisp_subscription_takes_a_place_as_it_is_stated() -> None:
    asked = a_subscription(id="s", zone=ZONE)
    assert match_brute_force([a_fix(1.0, 500.0), a_fix(-1.0, 500.0)], [asked]) == [(0, "s")]
    assert grade_brute_force([a_fix(1.0, 500.0)], [asked])[0].necessity == 1.0


def test_a_radius_of_a_geocoder_is_fully_possible() -> None:
    event = replace(a_fix(-40.0), placed=Placement(PlacedBy.ADDRESS, 1.0, 50.0))
    asked = replace(a_subscription(id="s", zone=ZONE), certainty=Certainty())
    assert grade_brute_force([event], [asked]) == [GradedMatch(0, "s", 1.0, 0.0)]


def test_place_and_filter_are_joined_as_the_subscription_wants() -> None:
    event = a_fix(-25.0, speed=65)  # fast by half, in the zone by three quarters
    asked = soft(a_subscription(id="s", zone=ZONE, filter="Speed IS fast"), 100.0)
    expected = {"min": 0.5, "product": 0.375, "lukasiewicz": 0.25, "average": 0.625}
    for how in Aggregation:
        (found,) = grade_brute_force([event], [replace(asked, certainty=Certainty(aggregation=how))])
        assert (found.possibility, found.necessity) == pytest.approx((expected[how],) * 2, abs=2e-3)


def test_a_match_must_be_as_sure_as_is_wished() -> None:
    events = [a_fix(50.0, speed=speed) for speed in (60, 70, 90)]  # fast by a third, two thirds, wholly
    asked = a_subscription(id="s", zone=ZONE, filter="Speed IS fast")
    for certainty, rows in (
        (None, [0, 1, 2]),
        (Certainty(0.5), [1, 2]),
        (Certainty(0.0, 0.9), [2]),
    ):
        assert [row for row, _ in match_brute_force(events, [replace(asked, certainty=certainty)])] == rows


def test_an_imprecise_value_matches_what_is_possible_even_of_a_crisp_filter() -> None:
    event = replace(an_event(), attributes={**an_event().attributes, "Speed": FuzzyNumber(75.0, 85.0)})
    asked = [
        a_subscription(id=text, filter=text) for text in ("Speed > 80", "NOT Speed > 80", "Speed > 85", "Speed > 70")
    ]
    assert grade_brute_force([event], asked) == [
        GradedMatch(0, "Speed > 80", 1.0, 0.0),
        GradedMatch(0, "NOT Speed > 80", 1.0, 0.0),
        GradedMatch(0, "Speed > 70", 1.0, 1.0),
    ]


@pytest.mark.parametrize("seed", range(20))
def test_degrees_are_degrees_and_a_wish_only_takes_away(seed: int) -> None:
    made = RandomMatching(seed)
    events = [made.graded_event() for _ in range(30)]
    asked = [made.graded_subscription() for _ in range(30)]
    found = graded(events, asked)
    assert_same_grades(found, found)
    assert all(0.0 <= certain <= possible <= 1.0 + 1e-12 and possible > 0.0 for possible, certain in found.values())
    easy = [
        one if one.certainty is None else replace(one, certainty=Certainty(aggregation=one.certainty.aggregation))
        for one in asked
    ]
    all_told = graded(events, easy)
    assert found.items() <= all_told.items()
    crisp = {one.id for one in asked if not one.is_graded}
    exact = {row for row, event in enumerate(events) if not isinstance(event.attributes.get("Speed"), FuzzyNumber)}
    assert {found[row, name] for row, name in found if name in crisp and row in exact} <= {(1.0, 1.0)}
