"""Tests of live subscriptions taken up again as drafts."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import SpatialPredicate
from rfers_desktop.drafting.from_subscription import draft_of
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.subscription_draft import SubscriptionDraft, finished
from tests.builders import TOPICS, a_subscription, a_zone

HOLED = shapely.Polygon(shapely.box(0, 0, 4, 4).exterior, [[(1, 1), (2, 1), (2, 2), (1, 2)]])
CIRCLE_OF_MANY = shapely.Point(0, 0).buffer(1.0, quad_segs=100)


@pytest.mark.parametrize(
    ("zone", "buffer_m", "shape"),
    [
        (shapely.Point(-114.0, 51.0), 500.0, Shape.CIRCLE),
        (shapely.Point(-114.0, 51.0), 0.0, Shape.POINT),
        (shapely.LineString([(0, 0), (1, 1), (2, 0)]), 300.0, Shape.LINE),
        (shapely.box(0, 0, 1, 1), 0.0, Shape.POLYGON),
        (HOLED, 0.0, Shape.FEATURES),
        (CIRCLE_OF_MANY, 0.0, Shape.FEATURES),
        (shapely.MultiPoint([(0, 0), (1, 1)]), 100.0, Shape.FEATURES),
        (None, 0.0, Shape.EVERYWHERE),
    ],
)
def test_a_draft_describes_the_subscription_it_came_from(
    zone: BaseGeometry | None, buffer_m: float, shape: Shape
) -> None:
    subscription = a_subscription(id="s", zone=zone, buffer_m=buffer_m, filter="Speed > 80", name="Mine")
    parked = draft_of(subscription)
    assert (parked.sketch.shape, parked.replaces) == (shape, "s")
    assert parked.sketch.is_finished
    draft = SubscriptionDraft(
        *(parked.name, parked.topic, parked.sketch.zone(), parked.test, parked.buffer_m, parked.filter_text),
        parked.options,
    )
    again = finished(draft, TOPICS, subscription.owner, "s")
    assert (again.name, again.filter, again.options) == (subscription.name, subscription.filter, subscription.options)
    assert (again.spatial is None) == (zone is None)
    if again.spatial is not None and zone is not None:
        assert again.spatial.zone.equals(zone)
        assert again.spatial.buffer_m == buffer_m


def test_a_soft_edge_and_how_sure_it_must_be_are_taken_up() -> None:
    spatial = SpatialPredicate(a_zone(), Operator.CONTAIN, 0.0, 250.0)
    asked = replace(a_subscription(), spatial=spatial, certainty=Certainty(0.6))
    taken = draft_of(asked)
    assert (taken.soft_m, taken.certainty) == (250.0, Certainty(0.6))
