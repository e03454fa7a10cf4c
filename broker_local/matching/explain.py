"""Why an event matches a subscription or does not: topic, filter and place, and how far off the failing part is."""

from __future__ import annotations

import numpy as np
import shapely

from broker_local.matching.attribute.reasons import reasons
from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.exact import holds
from broker_local.matching.spatial.whereabouts import in_words, whereabouts, whereabouts_of_region
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.geometry_codec import kind_of
from broker_local.protocol.operators import Relation, why_never_region
from broker_local.protocol.requests import Explanation
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.topic import Topic

_MOST_SENTENCES = 20


def explain(subscription: Subscription, event: Event, topic: Topic) -> Explanation:
    """All that makes it match, or the first part that keeps it from matching. `topic` is the subscription's."""
    if event.topic != subscription.topic:
        return Explanation(False, (f"the subscription is to {subscription.topic}, the event is of {event.topic}",))
    sentences: list[str] = []
    if subscription.filter is not None:
        told = reasons(subscription.filter.root, event.attributes, topic)
        if not satisfies(subscription.filter.root, event.attributes):
            return _explanation(False, told)
        sentences += told
    if subscription.spatial is not None:
        is_there, where = _place(subscription.spatial, event)
        if not is_there:
            return Explanation(False, (where,))
        sentences.append(where)
    return _explanation(True, sentences or [f"the subscription is to everything of {topic.name}"])


def _explanation(matches: bool, sentences: list[str]) -> Explanation:
    left_out = len(sentences) - _MOST_SENTENCES
    more = [f"and {left_out} more"] if left_out > 0 else []
    return Explanation(matches, tuple(sentences[:_MOST_SENTENCES] + more))


def _place(spatial: SpatialPredicate, event: Event) -> tuple[bool, str]:
    test = spatial.test
    if event.geometry is None:
        return False, f"{test}: the event has no place"
    zone = buffered(spatial.zone, spatial.buffer_m)
    pair = (np.array([zone], dtype=object), np.array([event.geometry], dtype=object))
    is_there = bool(holds(test, *pair)[0])
    if not isinstance(test, Relation):
        where = whereabouts(zone, event.geometry)
    elif all(shapely.get_dimensions(shape[0]) == 2 for shape in pair):
        where = whereabouts_of_region(zone, event.geometry)
    else:
        where = why_never_region(kind_of(zone), kind_of(event.geometry)) or ""
    return is_there, f"{test}: {where}{_with_buffer(spatial.buffer_m)}"


def _with_buffer(buffer_m: float) -> str:
    if buffer_m == 0.0:
        return ""
    change = "widened" if buffer_m > 0 else "shrunk"
    return f" (the zone {change} by {in_words(abs(buffer_m))})"
