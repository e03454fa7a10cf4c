"""Tests of which comparisons are possible."""

from __future__ import annotations

import pytest
import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.topic import Topic
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.drafting.spatial_choices import spatial_choices, zone_kind
from rfers_desktop.subscription_draft import SubscriptionDraft, finished
from tests.builders import TOPICS, a_zone

ASSETS, IMAGES = (builtin_topics()[name] for name in ("EALocation", "WFireRSImage"))


def test_all_comparisons_are_offered_the_possible_first() -> None:
    choices = spatial_choices(ASSETS, Sketch(Shape.POLYGON), 0.0)
    assert {choice.test for choice in choices} == {*Operator, *Relation}
    impossible = [choice.impossible is not None for choice in choices]
    assert impossible == sorted(impossible)
    assert choices[0].test is Operator.CONTAIN


def test_what_can_never_be_has_its_reason() -> None:
    by_test = {choice.test: choice for choice in spatial_choices(ASSETS, Sketch(Shape.POLYGON), 0.0)}
    assert by_test[Operator.OVERLAP].impossible is not None
    assert "one dimension" in by_test[Operator.OVERLAP].impossible
    assert by_test[Operator.CONTAIN].impossible is None


def test_a_point_contains_no_image_until_it_has_a_buffer() -> None:
    point = Sketch(Shape.POINT, ((-114.0, 51.0),))
    for buffer_m, is_possible in ((0.0, False), (500.0, True)):
        by_test = {choice.test: choice for choice in spatial_choices(IMAGES, point, buffer_m)}
        assert (by_test[Operator.CONTAIN].impossible is None) == is_possible


@pytest.mark.parametrize(
    ("sketch", "kind"),
    [
        (Sketch(Shape.POINT), GeometryKind.POINT),
        (Sketch(Shape.LINE), GeometryKind.LINE_STRING),
        (Sketch(Shape.CIRCLE), GeometryKind.POLYGON),
        (Sketch(Shape.CIRCLE, ((0.0, 0.0),)), GeometryKind.POLYGON),
        (Sketch(Shape.FEATURES, picked=shapely.Point(0, 0)), GeometryKind.POINT),
    ],
)
def test_a_drawing_is_known_by_what_it_will_be(sketch: Sketch, kind: GeometryKind) -> None:
    assert zone_kind(sketch) is kind


@pytest.mark.parametrize("topic", [ASSETS, IMAGES])
@pytest.mark.parametrize("buffer_m", [0.0, 500.0])
@pytest.mark.parametrize("zone", [shapely.Point(0, 0), shapely.LineString([(0, 0), (1, 1)]), a_zone()])
def test_a_choice_is_offered_exactly_when_it_would_be_accepted(
    topic: Topic, buffer_m: float, zone: shapely.Point
) -> None:
    sketch = Sketch(Shape.FEATURES, picked=zone)
    for choice in spatial_choices(topic, sketch, buffer_m):
        draft = SubscriptionDraft("N", topic.name, zone, choice.test, buffer_m)
        if choice.impossible is None:
            finished(draft, TOPICS, "officer", "s1")
        else:
            with pytest.raises(ProtocolError, match="spatial"):
                finished(draft, TOPICS, "officer", "s1")
