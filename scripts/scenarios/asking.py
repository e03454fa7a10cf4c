"""How scenarios write down what a user asks for, and the zones they ask about."""

from __future__ import annotations

import json

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.json_text import write_json
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority, SpatialPredicate, Subscription, SubscriptionOptions
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object

from .scenario import Doing, Step


def asks(
    at_s: float,
    user: str,
    subscription_id: str,
    name: str,
    topic: str,
    zone: BaseGeometry | None = None,
    test: Operator = Operator.CONTAIN,
    buffer_m: float = 0.0,
    wanted: str = "",
    priority: Priority = Priority.NORMAL,
    colour: str | None = None,
    soft_m: float = 0.0,
    certainty: Certainty | None = None,
) -> Step:
    """The step in which a user subscribes; `wanted` is the filter, a low priority calls for nobody's attention."""
    spatial = None if zone is None else SpatialPredicate(zone, test, buffer_m, soft_m)
    only = parse_filter(wanted, builtin_topics()[topic]) if wanted else None
    options = SubscriptionOptions(priority=priority, colour=colour)
    wish = Subscription(subscription_id, user, name, topic, spatial, only, options, certainty)
    # Through the codec: what a scenario asks for is exactly what a desk could ask for.
    checked = subscription_from_object(json.loads(write_json(subscription_to_object(wish))), builtin_topics(), user)
    return Step(at_s, Doing.SUBSCRIBE, user, checked)


def ends(at_s: float, user: str, subscription_id: str) -> Step:
    """The step in which a user unsubscribes."""
    return Step(at_s, Doing.UNSUBSCRIBE, user, subscription_id=subscription_id)
