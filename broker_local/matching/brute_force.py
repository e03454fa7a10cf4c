"""Every subscription tried on every event, one by one: the baseline of thesis 3.6.2, which faster ways must equal.

In plain Python, but for how far a point is from the edge of a zone, which is `spatial/edge_distance.py` for all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.edge_distance import boundary_distances_m, edge_distances_m
from broker_local.matching.spatial.exact import holds
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.degrees import degrees
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.leaf_degrees import CERTAIN, IMPOSSIBLE, Degrees, necessity, possibility
from broker_local.protocol.fuzzy_number import FuzzyNumber, exactly
from broker_local.protocol.location_error import location_error
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate, Subscription

_USUAL = Certainty()


@dataclass(frozen=True, slots=True)
class GradedMatch:
    """A pair, and how sure it is."""

    row: int
    subscription_id: str
    possibility: float
    necessity: float


def match_brute_force(events: Iterable[Event], subscriptions: Iterable[Subscription]) -> list[tuple[int, str]]:
    """Pairs of event row and subscription id, by row, then in the order of the subscriptions."""
    return [(match.row, match.subscription_id) for match in grade_brute_force(events, subscriptions)]


def grade_brute_force(events: Iterable[Event], subscriptions: Iterable[Subscription]) -> list[GradedMatch]:
    """The same pairs with their degrees."""
    asked = [_Asked(one, _buffered_zone(one), one.is_graded) for one in subscriptions]
    return [
        GradedMatch(row, one.subscription.id, *found)
        for row, event in enumerate(events)
        for one in asked
        if (found := _degrees(event, one)) is not None
    ]


@dataclass(frozen=True, slots=True)
class _Asked:
    subscription: Subscription
    zone: BaseGeometry | None  # after buffering
    is_graded: bool


def _buffered_zone(subscription: Subscription) -> BaseGeometry | None:
    spatial = subscription.spatial
    return None if spatial is None else buffered(spatial.zone, spatial.buffer_m)


def _degrees(event: Event, asked: _Asked) -> Degrees | None:
    """How sure it is that an event is what is asked for; None if it is no match."""
    subscription = asked.subscription
    if event.topic != subscription.topic:
        return None
    place = None
    if subscription.spatial is not None and asked.zone is not None:
        place = _place_degrees(subscription.spatial, asked.zone, event, asked.is_graded)
        if place[0] <= 0.0:
            return None
    root = None if subscription.filter is None else subscription.filter.root
    if root is not None and not satisfies(root, event.attributes):
        return None
    if not asked.is_graded and not any(isinstance(value, FuzzyNumber) for value in event.attributes.values()):
        return CERTAIN
    wish = subscription.certainty or _USUAL
    possible, certain = degrees(root, event.attributes, wish.aggregation, place)
    is_enough = possible >= wish.least_possibility and certain >= wish.least_necessity
    return (possible, min(certain, possible)) if possible > 0.0 and is_enough else None


def _place_degrees(spatial: SpatialPredicate, zone: BaseGeometry, event: Event, is_graded: bool) -> Degrees:
    """How sure it is that an event is in the right place: yes or no, if neither its place nor the edge is fuzzy."""
    if event.geometry is None:
        return IMPOSSIBLE
    error = location_error(event) if is_graded else None
    if error is not None and error.support[1] <= 0.0:
        error = None
    is_point = event.geometry.geom_type == "Point"
    if not is_point or (error is None and spatial.soft_m == 0.0):
        return CERTAIN if _is_in_place(spatial.test, zone, event.geometry) else IMPOSSIBLE
    return point_degrees(spatial.test, zone, spatial.soft_m, event.geometry, error or exactly(0.0))


def point_degrees(
    test: Operator | Relation, zone: BaseGeometry, soft_m: float, point: BaseGeometry, error: FuzzyNumber
) -> Degrees:
    """How sure it is that a point whose place is not exact lies where a zone asks.

    Touch asks to be on an edge and Within at the zone's own place, if that is one point: both are possible, and never
    certain while the place is not exact. What can be true of no point is impossible.
    """
    zones, points = np.array([zone], dtype=object), np.array([point], dtype=object)
    if test in (Operator.CONTAIN, Operator.INTERSECT, Operator.DISJOINT):
        inside = FuzzyNumber(-math.inf, 0.0, right=soft_m)
        value = _around(float(edge_distances_m(zones, points)[0]), error)
        possible, certain = possibility(inside, value), necessity(inside, value)
        return (1.0 - certain, 1.0 - possible) if test is Operator.DISJOINT else (possible, certain)
    if test is Operator.TOUCH:
        metres = float(boundary_distances_m(zones, points)[0])
    elif test is Operator.WITHIN and shapely.get_type_id(zone) == shapely.GeometryType.POINT:
        metres = float(edge_distances_m(zones, points)[0])
    else:
        return IMPOSSIBLE
    return IMPOSSIBLE if math.isinf(metres) else (possibility(exactly(0.0), _around(metres, error)), 0.0)


def _around(metres: float, error: FuzzyNumber) -> FuzzyNumber:
    """A distance that is known as well as the place is."""
    shape = error.right_shape
    return FuzzyNumber(metres - error.high, metres + error.high, error.right, error.right, shape, shape)


def _is_in_place(test: Operator | Relation, zone: BaseGeometry, event: BaseGeometry) -> bool:
    return bool(holds(test, np.array([zone], dtype=object), np.array([event], dtype=object))[0])
