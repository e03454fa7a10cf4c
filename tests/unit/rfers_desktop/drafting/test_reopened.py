"""A subscription that is reopened and sent as it is, is the same."""

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority, SubscriptionOptions
from rfers_desktop.drafting.reopened import reopened
from rfers_desktop.drafting.sketch import Shape
from tests.builders import a_subscription, a_zone

WITH_HOLE = a_zone(side_deg=1.0).difference(a_zone(side_deg=0.2))


@pytest.mark.parametrize(
    ("zone", "shape"),
    [
        (shapely.Point(-114, 51), Shape.CIRCLE),
        (shapely.LineString([(-114, 51), (-113, 51), (-113, 52)]), Shape.LINE),
        (a_zone(), Shape.POLYGON),
        (WITH_HOLE, Shape.FEATURES),
        (shapely.MultiPolygon([a_zone(), a_zone(-110, 50)]), Shape.FEATURES),
    ],
)
def test_the_zone_comes_back_as_it_was_with_all_that_goes_with_it(zone: BaseGeometry, shape: Shape) -> None:
    options = SubscriptionOptions(priority=Priority.HIGH, colour="#112233")
    asked = a_subscription(
        zone=zone, test=Operator.INTERSECT, buffer_m=500.0, filter="Speed > 80", name="Bow", options=options
    )
    draft = reopened(asked)
    assert draft.sketch.shape is shape
    assert draft.sketch.is_finished
    back = draft.sketch.zone()
    assert back is not None
    assert back.equals(zone)
    assert (draft.test, draft.buffer_m, draft.filter_text) == (Operator.INTERSECT, 500.0, "Speed > 80")
    assert (draft.name, draft.topic, draft.options) == ("Bow", "EALocation", options)


def test_one_without_a_place_listens_everywhere() -> None:
    assert reopened(a_subscription()).sketch.shape is Shape.EVERYWHERE


def test_a_point_without_a_buffer_is_a_point() -> None:
    asked = a_subscription(zone=shapely.Point(-114, 51), test=Operator.INTERSECT)
    assert reopened(asked).sketch.shape is Shape.POINT
