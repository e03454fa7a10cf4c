"""Why an event matches a subscription or does not: topic, filter and place, and how far off the failing part is."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.matching.attribute.reasons import degree_in_words, degrees_in_words, reasons
from broker_local.matching.brute_force import grade_brute_force, point_degrees
from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.edge_distance import edge_distances_m
from broker_local.matching.spatial.exact import holds
from broker_local.matching.spatial.whereabouts import in_words, whereabouts, whereabouts_of_region
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.fuzzy_number import FuzzyNumber, exactly
from broker_local.protocol.geometry_codec import kind_of
from broker_local.protocol.location_error import location_error
from broker_local.protocol.operators import Operator, Relation, why_never_region
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
        is_there, where = _place(subscription.spatial, event, subscription.is_graded)
        if not is_there:
            return Explanation(False, (where,))
        sentences.append(where)
    if not _is_by_degrees(subscription, event):
        return _explanation(True, sentences or [f"the subscription is to everything of {topic.name}"])
    found = grade_brute_force([event], [subscription])
    if found and found[0].necessity < 1.0:
        sentences.append(f"in all: {degrees_in_words(found[0].possibility, found[0].necessity)}")
    elif not found:
        sentences.append(f"in all not sure enough: {_wish(subscription.certainty or Certainty())}")
    return _explanation(bool(found), sentences or [f"the subscription is to everything of {topic.name}"])


def _explanation(matches: bool, sentences: list[str]) -> Explanation:
    left_out = len(sentences) - _MOST_SENTENCES
    more = [f"and {left_out} more"] if left_out > 0 else []
    return Explanation(matches, tuple(sentences[:_MOST_SENTENCES] + more))


def _is_by_degrees(subscription: Subscription, event: Event) -> bool:
    """Whether there may be more to say than yes or no."""
    return subscription.is_graded or any(isinstance(value, FuzzyNumber) for value in event.attributes.values())


def _wish(certainty: Certainty) -> str:
    """What is asked of the whole."""
    asked = [
        f"{name} {degree_in_words(least)}"
        for name, least in (("possible", certainty.least_possibility), ("certain", certainty.least_necessity))
        if least > 0.0
    ]
    return f"it must be {' and '.join(asked)}" if asked else "its parts together are not possible"


def _graded_place(spatial: SpatialPredicate, zone: BaseGeometry, event: Event) -> tuple[bool, str]:
    """Where a point is whose place, or whose zone's edge, is not exact."""
    assert event.geometry is not None
    error = location_error(event)
    pair = (np.array([zone], dtype=object), np.array([event.geometry], dtype=object))
    up, down = point_degrees(spatial.test, zone, spatial.soft_m, event.geometry, error or exactly(0.0))
    metres = float(edge_distances_m(*pair)[0])
    side = "inside" if metres < 0.0 else "outside"
    besides = [f"{in_words(abs(metres))} {side}" if metres else "at its place"]
    if spatial.soft_m:
        besides.append(f"soft edge {in_words(spatial.soft_m)}")
    if error is not None and error.support[1] > 0.0:
        besides.append(f"error {in_words(error.support[1])}")
    how = "is in" if down >= 1.0 else "may be in" if up > 0.0 else "is not in"
    if spatial.test is Operator.DISJOINT:
        how = "is out of" if down >= 1.0 else "may be out of" if up > 0.0 else "is not out of"
    elif spatial.test in (Operator.TOUCH, Operator.WITHIN):
        how = "may be on the edge of" if up > 0.0 else "is not on the edge of"
    return up > 0.0, f"the place {how} the zone: {', '.join(besides)}: {degrees_in_words(up, down)}"


def _place(spatial: SpatialPredicate, event: Event, is_graded: bool) -> tuple[bool, str]:
    test = spatial.test
    if event.geometry is None:
        return False, f"{test}: the event has no place"
    zone = buffered(spatial.zone, spatial.buffer_m)
    if is_graded and event.geometry.geom_type == "Point" and (spatial.soft_m or _is_off(event)):
        is_there, where = _graded_place(spatial, zone, event)
        return is_there, f"{test}: {where}{_with_buffer(spatial.buffer_m)}"
    pair = (np.array([zone], dtype=object), np.array([event.geometry], dtype=object))
    is_there = bool(holds(test, *pair)[0])
    if not isinstance(test, Relation):
        where = whereabouts(zone, event.geometry)
    elif all(shapely.get_dimensions(shape[0]) == 2 for shape in pair):
        where = whereabouts_of_region(zone, event.geometry)
    else:
        where = why_never_region(kind_of(zone), kind_of(event.geometry)) or ""
    return is_there, f"{test}: {where}{_with_buffer(spatial.buffer_m)}"


def _is_off(event: Event) -> bool:
    error = location_error(event)
    return error is not None and error.support[1] > 0.0


def _with_buffer(buffer_m: float) -> str:
    if buffer_m == 0.0:
        return ""
    change = "widened" if buffer_m > 0 else "shrunk"
    return f" (the zone {change} by {in_words(abs(buffer_m))})"
