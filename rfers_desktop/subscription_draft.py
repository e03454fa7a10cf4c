"""A subscription while it is being written: which tests are possible, what is wrong, and the finished thing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.geometry_codec import kind_of
from broker_local.protocol.json_text import parse_json, write_json
from broker_local.protocol.limits import MAX_REQUEST_BYTES
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.subscription_codec import (
    subscription_from_object,
    subscription_to_object,
    why_impossible,
)
from broker_local.protocol.topic import Topic

SpatialTest = Operator | Relation

_SENTENCES: Mapping[SpatialTest, str] = {
    Operator.CONTAIN: "the zone contains the event",
    Operator.INTERSECT: "the zone and the event share any place",
    Operator.WITHIN: "the zone lies within the event",
    Operator.TOUCH: "the zone and the event touch only at their edges",
    Operator.CROSS: "the event crosses the zone",
    Operator.OVERLAP: "the zone and the event overlap in part",
    Operator.DISJOINT: "the event is entirely outside the zone",
    Relation.INSIDE: "the event's area is inside the zone, away from its edge",
    Relation.COVERED_BY: "the event's area is inside the zone, up to its edge",
    Relation.CONTAINS: "the event's area has the zone inside, away from its edge",
    Relation.COVERS: "the event's area has the zone inside, up to its edge",
    Relation.OVERLAPS: "the event's area and the zone overlap in part",
    Relation.MEETS: "the event's area and the zone meet at their edges",
    Relation.EQUALS: "the event's area is exactly the zone",
    Relation.DISJOINT: "the event's area is apart from the zone",
}


@dataclass(frozen=True, slots=True)
class SubscriptionDraft:
    """What a user has filled in so far; nothing in it is checked."""

    name: str
    topic: str
    zone: BaseGeometry | None = None  # None listens everywhere
    test: SpatialTest = Operator.CONTAIN
    buffer_m: float = 0.0
    filter_text: str = ""


@dataclass(frozen=True, slots=True)
class SpatialChoice:
    """One way to compare event and zone; `impossible` is the reason why it could never be true."""

    test: SpatialTest
    sentence: str
    impossible: str | None


def spatial_choices(topic: Topic, zone: BaseGeometry, buffer_m: float) -> list[SpatialChoice]:
    """All ways to compare events of a topic with a zone, the usual first."""
    kind = kind_of(zone)
    return [SpatialChoice(test, text, why_impossible(test, kind, buffer_m, topic)) for test, text in _SENTENCES.items()]


def filter_problem(text: str, topic: Topic) -> ProtocolError | None:
    """What is wrong with a filter text; no text means no filter, which is right."""
    try:
        if text.strip():
            parse_filter(text, topic)
    except ProtocolError as error:
        return error
    return None


def finished(draft: SubscriptionDraft, topics: Mapping[str, Topic], owner: str, subscription_id: str) -> Subscription:
    """The valid subscription that a draft describes; raises ProtocolError with what is wrong."""
    if not math.isfinite(draft.buffer_m):
        raise ProtocolError("subscription.spatial.buffer_m", expected="a number of metres", got=draft.buffer_m)
    spatial = None if draft.zone is None else SpatialPredicate(draft.zone, draft.test, draft.buffer_m)
    given = subscription_to_object(Subscription(subscription_id, owner, draft.name.strip(), draft.topic, spatial))
    given["filter"] = draft.filter_text.strip() or None
    # Through the codec's own checks: what the desk accepts is exactly what the service would.
    return subscription_from_object(parse_json(write_json(given), "subscription", MAX_REQUEST_BYTES), topics, owner)
