"""A subscription while it is being written: what is wrong with it, and the finished thing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import terms_used
from broker_local.protocol.json_text import parse_json, write_json
from broker_local.protocol.limits import MAX_REQUEST_BYTES
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription, SubscriptionOptions
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from broker_local.protocol.term_codec import Meanings, meanings_to_object
from broker_local.protocol.topic import Topic

SpatialTest = Operator | Relation
_NO_TERMS: Meanings = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SubscriptionDraft:
    """What a user has filled in so far; nothing in it is checked."""

    name: str
    topic: str
    zone: BaseGeometry | None = None  # None listens everywhere
    test: SpatialTest = Operator.CONTAIN
    buffer_m: float = 0.0
    filter_text: str = ""
    options: SubscriptionOptions = field(default_factory=SubscriptionOptions)
    soft_m: float = 0.0
    certainty: Certainty | None = None


def filter_problem(text: str, topic: Topic, terms: Meanings = _NO_TERMS) -> ProtocolError | None:
    """What is wrong with a filter text; no text means no filter, which is right."""
    try:
        if text.strip():
            parse_filter(text, topic, terms)
    except ProtocolError as error:
        return error
    return None


def uses_words(text: str, topic: Topic, terms: Meanings = _NO_TERMS) -> bool:
    """Whether a filter text asks in words such as hot."""
    return bool(_used(text, topic, terms)) if filter_problem(text, topic, terms) is None else False


def finished(
    draft: SubscriptionDraft,
    topics: Mapping[str, Topic],
    owner: str,
    subscription_id: str,
    terms: Meanings = _NO_TERMS,
) -> Subscription:
    """The valid subscription that a draft describes; raises ProtocolError with what is wrong.

    `terms` are what words mean to the user: the subscription takes those it uses along.
    """
    if not math.isfinite(draft.buffer_m):
        raise ProtocolError("subscription.spatial.buffer_m", expected="a number of metres", got=draft.buffer_m)
    spatial = None if draft.zone is None else SpatialPredicate(draft.zone, draft.test, draft.buffer_m, draft.soft_m)
    named = Subscription(
        *(subscription_id, owner, draft.name.strip(), draft.topic, spatial),
        options=draft.options,
        certainty=draft.certainty,
    )
    given = subscription_to_object(named)
    given["filter"] = draft.filter_text.strip() or None
    topic = topics.get(draft.topic)
    if topic is not None and (used := _used(draft.filter_text, topic, terms)):
        given["terms"] = meanings_to_object(used)
    # Through the codec's own checks: what the desk accepts is exactly what the service would.
    return subscription_from_object(parse_json(write_json(given), "subscription", MAX_REQUEST_BYTES), topics, owner)


def _used(text: str, topic: Topic, terms: Meanings) -> Meanings:
    return terms_used(parse_filter(text, topic, terms).root) if text.strip() else {}
