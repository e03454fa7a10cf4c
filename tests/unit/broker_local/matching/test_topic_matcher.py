"""Subscriptions by their parts; both orders of testing give the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import shapely

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.plan import Expected, Plan, is_place_first
from broker_local.matching.spatial.codes import codes_of
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.zone_index import ZoneIndex
from broker_local.matching.topic_matcher import Parts, TopicMatcher
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Subscription
from tests.random_matching import ANYTHING, RandomMatching


def pairs(found: Sequence[tuple[Any, ...]]) -> list[tuple[int, int]]:
    parts = (zip(part[0].tolist(), part[1].tolist(), strict=True) for part in found)
    return sorted(pair for part in parts for pair in part)


def subscriptions_with_both(made: RandomMatching, count: int) -> list[Subscription]:
    found: list[Subscription] = []
    while len(found) < count:
        subscription = made.subscription()
        if subscription.spatial is not None and subscription.filter is not None:
            found.append(subscription)
    return found


def loaded(subscriptions: list[Subscription], plan: Plan) -> TopicMatcher:
    matcher = TopicMatcher(ANYTHING, plan)
    spatial = [s.spatial for s in subscriptions if s.spatial is not None]
    zones = FlatGeometries.from_shapely(np.array([part.zone for part in spatial], dtype=object))
    filters = [s.filter for s in subscriptions if s.filter is not None]
    matcher.add(Parts.BOTH, np.arange(len(subscriptions)), zones, codes_of(part.test for part in spatial), filters)
    return matcher


@pytest.mark.parametrize("seed", range(10))
def test_place_first_and_attributes_first_find_the_same(seed: int) -> None:
    made = RandomMatching(seed)
    subscriptions = subscriptions_with_both(made, 150)
    events = [made.event() for _ in range(40)]
    place_first = pairs(loaded(subscriptions, lambda _: True).match(events))
    assert place_first == pairs(loaded(subscriptions, lambda _: False).match(events))
    assert place_first


@pytest.mark.parametrize("is_first", [True, False])
def test_points_by_where_they_lie_match_what_they_match_as_events(is_first: bool) -> None:
    made = RandomMatching(3)
    matcher = loaded(subscriptions_with_both(made, 150), lambda _: is_first)
    matcher.add(Parts.NEITHER, np.array([900]), None, None, ())
    events = [event for event in (made.event() for _ in range(300)) if isinstance(event.geometry, shapely.Point)]
    columns = AttributeColumns.of_events(ANYTHING, events)
    coords = shapely.get_coordinates(np.array([event.geometry for event in events], dtype=object))
    zones = FlatGeometries.from_shapely(np.array([shapely.box(*coords.min(0), *coords.mean(0))], dtype=object))
    matcher.add(Parts.ZONE, np.array([901]), zones, codes_of([Operator.CONTAIN]), ())
    assert pairs(matcher.match_points(columns, coords)) == pairs(matcher.match(events))
    handles = {handle for _, handle in pairs(matcher.match_points(columns, coords))}
    assert handles > {900, 901}


def test_the_plan_is_told_what_the_zones_and_the_filters_promise() -> None:
    told: list[Expected] = []

    def note(expected: Expected) -> bool:
        told.append(expected)
        return True

    made = RandomMatching(3)
    matcher = loaded(subscriptions_with_both(made, 60), note)
    events = [made.event() for _ in range(20)]
    matcher.match(events)
    assert told[0].events == sum(event.geometry is not None for event in events)
    assert told[0].pairs_by_place > 0
    assert told[0].pairs_by_filter > 0


def test_columns_without_attributes_match_what_has_no_filter() -> None:
    matcher = TopicMatcher(ANYTHING, is_place_first)
    matcher.add(Parts.NEITHER, np.array([5, 3]), None, None, ())
    matcher.add(Parts.NEITHER, np.array([4]), None, None, ())
    matcher.remove(Parts.NEITHER, np.array([5]))
    columns = AttributeColumns.of_arrays(ANYTHING, 2, {})
    assert pairs(matcher.match_columns(columns, np.array([None, None], dtype=object))) == [
        (0, 3),
        (0, 4),
        (1, 3),
        (1, 4),
    ]


def test_a_place_that_geos_relates_wrongly_is_not_matched_by_either_order() -> None:
    """Within rounding of touching, GEOS 3.14 says that this event is within the zone; their boxes say it is not."""
    zone = shapely.from_wkt(
        "MULTIPOLYGON (((-113.97 51.05, -113.97 51.03999999999999, -113.98 51.05, -113.97 51.05)),"
        " ((-113.97 51.01, -114 51, -113.97 51.012, -113.97 51.01)))"
    )
    event = shapely.from_wkt(
        "POLYGON ((-113.97 51.04, -113.96 51.03, -113.96 51.02, -113.97 51.03,"
        " -113.98 51.03666666666667, -113.97 51.04))"
    )
    index = ZoneIndex()
    index.add(np.array([0]), FlatGeometries.from_shapely(np.array([zone])), codes_of([Operator.CONTAIN]))
    assert len(index.match(np.array([event]))[0]) == 0
    assert not index.test(np.array([event]), np.array([0]), np.array([0])).any()
