"""Tests of subscriptions while they are being written."""

from __future__ import annotations

import math

import pytest
import shapely

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.filter.tree import terms_used
from broker_local.protocol.fuzzy_number import trapezoid
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority, Sound, SpatialPredicate, SubscriptionOptions
from rfers_desktop.subscription_draft import SubscriptionDraft, filter_problem, finished, uses_words
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


def test_a_subscription_takes_along_what_its_words_mean_to_the_user() -> None:
    mine = {"Temperature": {"hot": trapezoid(28, 33, 60, 70), "cosy": trapezoid(18, 20, 22, 24)}}
    draft = SubscriptionDraft("Hot", "WSObservation", filter_text="Temperature IS VERY hot AND Humidity IS dry")
    subscription = finished(draft, TOPICS, "officer", "s1", mine)
    assert subscription.filter is not None
    used = terms_used(subscription.filter.root)
    assert used["Temperature"] == {"hot": mine["Temperature"]["hot"]}
    assert list(used["Humidity"]) == ["dry"]


def test_words_in_a_filter_are_seen() -> None:
    topic = TOPICS["WSObservation"]
    assert uses_words("Temperature IS hot", topic)
    assert not uses_words("Temperature > 30", topic)
    assert not uses_words("Temperature IS", topic)
    assert not uses_words("", topic)


def test_a_soft_edge_and_how_sure_a_match_must_be_are_sent() -> None:
    draft = SubscriptionDraft("Near", "EALocation", a_zone(), soft_m=250.0, certainty=Certainty(0.6, 0.2))
    subscription = finished(draft, TOPICS, "officer", "s1")
    assert subscription.spatial is not None
    assert (subscription.spatial.soft_m, subscription.certainty) == (250.0, Certainty(0.6, 0.2))
