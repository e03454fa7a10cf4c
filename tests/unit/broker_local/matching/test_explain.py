"""An explanation agrees with the matcher, and names the first part that fails."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod

from broker_local.matching.brute_force import match_brute_force
from broker_local.matching.explain import explain
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.tree import Comparator, Comparison, Hedge, Is, Node, Not
from broker_local.protocol.fuzzy_number import FuzzyNumber, trapezoid
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.requests import Explanation
from broker_local.protocol.subscription import SpatialPredicate
from broker_local.protocol.topic import AttributeValue
from tests.builders import EA_LOCATION, TOPICS, WFIRE_RS_IMAGE, a_subscription, a_zone, an_event
from tests.random_matching import TOPICS as RANDOM_TOPICS
from tests.random_matching import RandomMatching


def test_the_topic_comes_first() -> None:
    found = explain(a_subscription(filter="Speed > 80"), an_event("WSObservation"), EA_LOCATION)
    assert found == Explanation(False, ("the subscription is to EALocation, the event is of WSObservation",))


def test_then_the_filter() -> None:
    subscription = a_subscription(zone=a_zone(lon=0), filter="Speed > 80")
    assert explain(subscription, an_event(), EA_LOCATION).sentences == (
        "Speed > 80: Speed is 63 km/h, 17 km/h too low",
    )


def test_then_the_place() -> None:
    subscription = a_subscription(zone=a_zone(lat=51.2), filter="Speed > 60", buffer_m=500)
    assert explain(subscription, an_event(), EA_LOCATION) == Explanation(
        False, ("Contain: the event is 5.1 km outside the zone (the zone widened by 500 m)",)
    )


def test_a_match_is_explained_by_all_its_parts() -> None:
    found = explain(a_subscription(zone=a_zone(), filter="Speed > 60", buffer_m=-500), an_event(), EA_LOCATION)
    assert found == Explanation(
        True,
        (
            "Speed > 60: Speed is 63 km/h",
            "Contain: the event is within the zone, 6.5 km from its edge (the zone shrunk by 500 m)",
        ),
    )


def test_a_subscription_to_everything_says_so() -> None:
    found = explain(a_subscription(), an_event(), EA_LOCATION)
    assert found == Explanation(True, ("the subscription is to everything of EALocation",))


def test_an_event_without_a_place_is_in_no_zone() -> None:
    found = explain(a_subscription(zone=a_zone()), an_event(geometry=None), EA_LOCATION)
    assert found == Explanation(False, ("Contain: the event has no place",))


@pytest.mark.parametrize(
    ("geometry", "expected"),
    [
        (a_zone(side_deg=0.1), (True, "inside: the event is inside the zone")),
        (a_zone(side_deg=1), (False, "inside: the event contains the zone")),
        (
            shapely.Point(0, 0),
            (False, "inside: the eight relations are between regions, and the event is a Point"),
        ),
    ],
)
def test_relations_are_explained_by_the_one_that_holds(geometry: shapely.Geometry, expected: tuple[bool, str]) -> None:
    subscription = a_subscription(WFIRE_RS_IMAGE, zone=a_zone(), test=Relation.INSIDE)
    found = explain(subscription, an_event(WFIRE_RS_IMAGE, geometry=geometry), WFIRE_RS_IMAGE)
    assert (found.matches, *found.sentences) == expected


def test_many_alternatives_are_cut_short() -> None:
    found = explain(
        a_subscription(filter=" OR ".join(f"Speed = {n}" for n in range(100, 130))), an_event(), EA_LOCATION
    )
    assert len(found.sentences) == 21
    assert found.sentences[-1] == "and 10 more"


_events = st.builds(
    lambda topic, lon, lat, has_place: an_event(topic, geometry=(lon, lat) if has_place else None),
    st.sampled_from(["EALocation", "WSObservation"]),
    st.floats(-114.3, -113.8),
    st.floats(50.9, 51.2),
    st.booleans(),
)
_subscriptions = st.builds(
    lambda operator, side, filter_text: a_subscription(
        zone=a_zone(side_deg=side) if side else None, test=operator, filter=filter_text
    ),
    st.sampled_from([Operator.CONTAIN, Operator.DISJOINT, Operator.INTERSECT, Operator.TOUCH]),
    st.sampled_from([0.0, 0.1, 0.3]),
    st.sampled_from([None, "Speed > 60", "Speed > 80", "NOT AssetName = 'x'", "Speed > 80 OR AssetID = 'A1'"]),
)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(_subscriptions, _events)
def test_it_agrees_with_trying_every_subscription(subscription, event) -> None:
    found = explain(subscription, event, TOPICS[subscription.topic])
    assert found.matches == bool(match_brute_force([event], [subscription]))
    assert found.sentences


def a_reading(**values: object) -> Event:
    return an_event("WSObservation", **values)  # type: ignore[arg-type]


WS = TOPICS["WSObservation"]
HOT = Is("Temperature", "hot", trapezoid(25.0, 30.0, 60.0, 70.0))


@pytest.mark.parametrize(
    ("node", "value", "is_match", "expected"),
    [
        (
            HOT,
            FuzzyNumber(28.0, 28.0, 2.0, 2.0),
            True,
            "Temperature IS hot: Temperature is about 28 °C (26 to 30): possibly hot 71 %, certainly 42 %",
        ),
        (HOT, 28.0, True, "Temperature IS hot: Temperature is 28 °C: hot 60 %"),
        (
            Not(HOT),
            FuzzyNumber(26.0, 29.0),
            True,
            "NOT Temperature IS hot: Temperature is between 26 and 29 °C: possibly not hot 80 %, certainly 20 %",
        ),
        (
            replace(HOT, hedges=(Hedge.VERY,), least_possibility=0.5),
            28.0,
            False,
            "Temperature is 28 °C: very hot 36 %, and 50 % is asked for",
        ),
        (
            replace(HOT, least_necessity=0.5),
            FuzzyNumber(27.0, math.inf, left=1.0),
            False,
            "27 °C or more (at least 26): possibly hot 100 %, certainly 0 %, and certain 50 % is asked for",
        ),
        (
            Comparison("Temperature", Comparator.GREATER, 27.0),
            FuzzyNumber(25.0, 29.0),
            True,
            "Temperature > 27: Temperature is between 25 and 29 °C: possible 100 %, certain 0 %",
        ),
    ],
)
def test_degrees_are_told_in_words(node: Node, value: AttributeValue, is_match: bool, expected: str) -> None:
    found = explain(a_subscription("WSObservation", filter=node), a_reading(temperature=value), WS)
    assert found.matches is is_match
    assert found.sentences[0].endswith(expected)


def test_a_place_that_is_not_exact_is_told_with_its_degrees() -> None:
    zone = a_zone()
    _, _, _, north = zone.bounds
    lon, lat, _ = Geod(ellps="WGS84").fwd(-114.07, north, 0.0, 35.0)
    event = replace(an_event(geometry=(lon, lat)), accuracy_m=30.0)
    spatial = SpatialPredicate(zone, Operator.CONTAIN, soft_m=0.0)
    subscription = replace(a_subscription(zone=zone), spatial=spatial, certainty=Certainty())
    found = explain(subscription, event, EA_LOCATION)
    assert found.matches
    assert found.sentences[0].startswith("Contain: the place may be in the zone: 35 m outside, error 90 m: possible 5")
    assert found.sentences[0].endswith(", certain 0 %")
    assert found.sentences[1] == "in all: " + found.sentences[0].rpartition(": ")[2]
    strict = explain(replace(subscription, certainty=Certainty(0.9, 0.5)), event, EA_LOCATION)
    assert not strict.matches
    assert strict.sentences[1] == "in all not sure enough: it must be possible 90 % and certain 50 %"
    crisp = explain(a_subscription(zone=zone), event, EA_LOCATION)
    assert crisp.sentences == ("Contain: the event is 35 m outside the zone",)


def test_a_soft_edge_is_told() -> None:
    zone = shapely.Point(0.0, 0.0)
    spatial = SpatialPredicate(zone, Operator.INTERSECT, buffer_m=500.0, soft_m=200.0)
    subscription = replace(a_subscription(zone=zone), spatial=spatial)
    found = explain(subscription, an_event(geometry=(0.0, 0.005)), EA_LOCATION)
    assert found.sentences[0].startswith(
        "Intersect: the place may be in the zone: 53 m outside, soft edge 200 m: possible 7"
    )
    inside = explain(subscription, an_event(geometry=(0.0, 0.0)), EA_LOCATION)
    assert "the place is in the zone: 500 m inside" in inside.sentences[0]


@pytest.mark.parametrize("seed", range(10))
def test_graded_explanations_agree_with_brute_force(seed: int) -> None:
    made = RandomMatching(seed)
    for _ in range(25):
        subscription, event = made.graded_subscription(), made.graded_event()
        found = explain(subscription, event, RANDOM_TOPICS[subscription.topic])
        assert found.matches == bool(match_brute_force([event], [subscription])), (subscription, event)
        assert found.sentences
