"""An explanation agrees with the matcher, and names the first part that fails."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.brute_force import match_brute_force
from broker_local.matching.explain import explain
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.requests import Explanation
from tests.builders import EA_LOCATION, TOPICS, WFIRE_RS_IMAGE, a_subscription, a_zone, an_event


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
