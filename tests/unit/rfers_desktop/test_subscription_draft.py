"""Tests of subscriptions while they are being written."""

from __future__ import annotations

import math

import pytest
import shapely

from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority, Sound, SpatialPredicate, SubscriptionOptions
from rfers_desktop.subscription_draft import SubscriptionDraft, filter_problem, finished
from tests.builders import EA_LOCATION, TOPICS, a_zone


def test_a_draft_becomes_the_subscription_it_describes() -> None:
    draft = SubscriptionDraft(" North ", "EALocation", a_zone(), Operator.CONTAIN, 500.0, " Speed > 80 ")
    subscription = finished(draft, TOPICS, "officer", "s1")
    assert (subscription.id, subscription.owner, subscription.name) == ("s1", "officer", "North")
    assert subscription.spatial is not None
    assert subscription.spatial.zone.equals(a_zone())
    assert subscription.spatial == SpatialPredicate(subscription.spatial.zone, Operator.CONTAIN, 500.0)
    assert subscription.filter is not None
    assert subscription.filter.text == "Speed > 80"


def test_without_zone_and_filter_it_listens_to_all_of_the_topic() -> None:
    subscription = finished(SubscriptionDraft("All", "WFireRSImage", filter_text="  "), TOPICS, "officer", "s1")
    assert (subscription.spatial, subscription.filter) == (None, None)


@pytest.mark.parametrize(
    ("draft", "complaint"),
    [
        (SubscriptionDraft("  ", "EALocation"), "subscription.name"),
        (SubscriptionDraft("N", "EALocations"), "did you mean 'EALocation'?"),
        (SubscriptionDraft("N", "EALocation", filter_text="Sped > 80"), "did you mean 'Speed'?"),
        (SubscriptionDraft("N", "EALocation", a_zone(), Operator.OVERLAP), "subscription.spatial.operator"),
        (SubscriptionDraft("N", "EALocation", shapely.Point(0, 0), Operator.CONTAIN, -5.0), "only areas shrink"),
        (SubscriptionDraft("N", "EALocation", a_zone(), buffer_m=math.nan), "a number of metres"),
        (SubscriptionDraft("N", "EALocation", a_zone(), buffer_m=1e9), "subscription.spatial.buffer_m"),
    ],
)
def test_what_the_service_would_refuse_is_refused_here(draft: SubscriptionDraft, complaint: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        finished(draft, TOPICS, "officer", "s1")
    assert complaint in str(raised.value)


def test_wishes_go_along() -> None:
    options = SubscriptionOptions(priority=Priority.CRITICAL, sound=Sound.SIREN)
    draft = SubscriptionDraft("North", "EALocation", options=options)
    assert finished(draft, TOPICS, "officer", "s1").options == options


@pytest.mark.parametrize("text", ["", "  \n", "Speed > 80", "speed BETWEEN 1 AND 2 AND NOT AssetID = 'x'"])
def test_a_filter_that_is_right_has_no_problem(text: str) -> None:
    assert filter_problem(text, EA_LOCATION) is None


def test_a_filter_that_is_wrong_says_where() -> None:
    problem = filter_problem("Speed > 80 AND Asetname = 'x'", EA_LOCATION)
    assert isinstance(problem, FilterError)
    assert problem.position == len("Speed > 80 AND ")
