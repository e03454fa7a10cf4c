"""Tests of the sentences about zones and events."""

from __future__ import annotations

import pytest
import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate
from rfers_desktop.drafting.sentences import sentence, sentence_about
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.subscription_draft import SpatialTest

TOPICS = builtin_topics()
ROAD = Sketch(Shape.FEATURES, picked=shapely.LineString([(0, 0), (1, 1)]), picked_name="the road")


@pytest.mark.parametrize(
    ("test", "topic", "sketch", "buffer_m", "words"),
    [
        (Operator.CONTAIN, "EALocation", Sketch(Shape.POLYGON), 0.0, "the zone contains the asset"),
        (Operator.DISJOINT, "FireIncReports", ROAD, 2000.0, "the report is farther than 2 km from the road"),
        (Operator.CONTAIN, "FireIncReports", Sketch(Shape.CIRCLE), 3583.7, "the report is within 3.58 km of the point"),
        (Operator.CONTAIN, "EALocation", Sketch(Shape.CIRCLE), 0.0, "the circle contains the asset"),
        (Operator.OVERLAP, "WFireRSImage", Sketch(Shape.CIRCLE), 900.0, "the circle and the image overlap in part"),
        (Operator.CROSS, "WFireRSImage", Sketch(Shape.LINE), 0.0, "the image crosses the line"),
        (
            Relation.MEETS,
            "WFireRSImage",
            Sketch(Shape.POLYGON),
            50.0,
            "the image and the widened zone meet at their edges",
        ),
        (Operator.CONTAIN, "EALocation", Sketch(Shape.POLYGON), -50.0, "the shrunk zone contains the asset"),
    ],
)
def test_a_comparison_is_told_of_the_things_at_hand(
    test: SpatialTest, topic: str, sketch: Sketch, buffer_m: float, words: str
) -> None:
    assert sentence(test, TOPICS[topic], sketch, buffer_m) == words


def test_every_comparison_has_a_sentence() -> None:
    for test in (*Operator, *Relation):
        for buffer_m in (-10.0, 0.0, 10.0):
            assert sentence(test, TOPICS["WFireRSImage"], Sketch(Shape.POLYGON), buffer_m)


@pytest.mark.parametrize(
    ("zone", "topic", "buffer_m", "words"),
    [
        ("POLYGON ((0 0, 1 0, 1 1, 0 0))", "EALocation", 0.0, "the zone contains the asset"),
        ("POINT (0 0)", "FireIncReports", 3000.0, "the report is within 3 km of the point"),
        ("LINESTRING (0 0, 1 1)", None, 50.0, "the event is within 50 m of the line"),
    ],
)
def test_what_a_subscription_asks_for_is_told(zone: str, topic: str | None, buffer_m: float, words: str) -> None:
    spatial = SpatialPredicate(shapely.from_wkt(zone), Operator.CONTAIN, buffer_m)
    assert sentence_about(spatial, None if topic is None else TOPICS[topic]) == words
