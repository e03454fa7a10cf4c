"""Subscriptions survive the way there and back, and impossible ones are told why."""

from dataclasses import replace

import pytest
import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.filter.tree import terms_used
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.json_text import parse_json, write_json
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import (
    subscription_from_object,
    subscription_to_object,
    why_impossible,
    why_not_soft,
)
from broker_local.protocol.term import Term
from tests.builders import a_subscription, a_zone


@pytest.mark.parametrize("operator", [Operator.CONTAIN, Operator.TOUCH, Operator.DISJOINT, Operator.INTERSECT])
def test_a_subscription_survives_the_way_there_and_back(operator: Operator) -> None:
    subscription = a_subscription(zone=a_zone(), test=operator, filter="Speed > 80 AND AssetID LIKE 'E%'")
    payload = write_json(subscription_to_object(subscription))
    assert (
        subscription_from_object(parse_json(payload, "s", 10_000), builtin_topics(), subscription.owner) == subscription
    )


def test_a_buffered_point_is_an_area() -> None:
    topic = builtin_topics()["WFireRSImage"]
    assert why_impossible(Operator.OVERLAP, GeometryKind.POINT, 0.0, topic) is not None
    assert why_impossible(Operator.OVERLAP, GeometryKind.POINT, 100.0, topic) is None


def test_a_relation_needs_regions_on_both_sides() -> None:
    assert "event is a Point" in str(
        why_impossible(Relation.INSIDE, GeometryKind.POLYGON, 0.0, builtin_topics()["EALocation"])
    )


def test_the_owner_is_who_asks() -> None:
    with pytest.raises(ProtocolError, match="subscription.owner: expected 'ann', who asks, got 'bob'"):
        subscription_from_object({"id": "z", "owner": "bob", "topic": "EALocation"}, builtin_topics(), "ann")


def sent(subscription: Subscription) -> object:
    return parse_json(write_json(subscription_to_object(subscription)), "s", 10_000_000)


def test_a_zone_too_large_to_be_widened_in_time_is_refused() -> None:
    round_zone = shapely.Point(-114, 51).buffer(0.1, quad_segs=2_600)
    described = sent(a_subscription(zone=round_zone, buffer_m=10.0))
    with pytest.raises(ProtocolError, match="at most 10000 positions in a zone with a buffer, got 10401"):
        subscription_from_object(described, builtin_topics(), "officer")
    plain = sent(a_subscription(zone=round_zone))
    assert subscription_from_object(plain, builtin_topics(), "officer").spatial is not None


def test_how_sure_a_match_must_be_survives_the_way_there_and_back() -> None:
    certainty = Certainty(0.6, 0.2, Aggregation.LUKASIEWICZ)
    asked = a_subscription(zone=a_zone(), test=Operator.INTERSECT, filter="Speed > 80")
    assert asked.spatial is not None
    asked = replace(asked, spatial=replace(asked.spatial, soft_m=250.0), certainty=certainty)
    assert subscription_from_object(sent(asked), builtin_topics(), asked.owner) == asked


def test_a_subscription_without_uncertainty_is_written_as_it_always_was() -> None:
    written = subscription_to_object(a_subscription(zone=a_zone(), filter="Speed > 80"))
    assert list(written) == ["id", "owner", "name", "topic", "spatial", "filter", "options"]
    assert isinstance(written["spatial"], dict)
    assert "soft_m" not in written["spatial"]


@pytest.mark.parametrize("test", [*Operator, *Relation])
def test_an_edge_is_soft_only_where_nearness_decides(test: Operator | Relation) -> None:
    can_be = test in (Operator.CONTAIN, Operator.INTERSECT, Operator.DISJOINT)
    assert (why_not_soft(test, builtin_topics()["EALocation"]) is None) == can_be
    assert why_not_soft(test, builtin_topics()["WFireRSImage"]) is not None


def test_what_its_words_mean_travels_with_a_subscription() -> None:
    own = {"Speed": {"fast": {"corners": [90, 100, None, None]}, "unused": {"corners": [1, 2, 3, 4]}}}
    asked = {"id": "z", "topic": "EALocation", "filter": "Speed IS FAST OR Speed IS VERY walking", "terms": own}
    subscription = subscription_from_object(asked, builtin_topics(), "ann")
    written = subscription_to_object(subscription)
    assert written["filter"] == "Speed IS FAST OR Speed IS VERY walking"
    assert written["terms"] == {
        "Speed": {"fast": {"corners": [90.0, 100.0, None, None]}, "walking": {"corners": [1.0, 3.8, 6.0, 8.0]}}
    }
    again = subscription_from_object(sent(subscription), builtin_topics(), "ann")
    assert again == subscription
    assert subscription_to_object(again) == written


def test_a_later_vocabulary_changes_nothing_that_was() -> None:
    topics = builtin_topics()
    asked = {"id": "z", "topic": "EALocation", "filter": "Speed IS fast"}
    before = subscription_from_object(asked, topics, "ann")
    faster = Term("fast", FuzzyNumber(200.0, 300.0))
    topic = topics["EALocation"]
    attributes = tuple(replace(a, terms=(faster,)) if a.name == "Speed" else a for a in topic.attributes)
    later = {"EALocation": replace(topic, attributes=attributes)}
    assert subscription_from_object(subscription_to_object(before), later, "ann") == before
    new = subscription_from_object(asked, later, "ann")
    assert new.filter is not None
    assert terms_used(new.filter.root)["Speed"]["fast"] == faster.number
