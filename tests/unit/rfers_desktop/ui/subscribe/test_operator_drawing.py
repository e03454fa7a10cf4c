"""Tests of the pictures of zone and event."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from broker_local.protocol.operators import GeometryKind, Operator, Relation
from rfers_desktop.subscription_draft import SpatialTest
from rfers_desktop.ui.subscribe.operator_drawing import PICTURE, draw_operator
from rfers_desktop.ui.themes import DAY, NIGHT, Theme
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

AREA, POINT, LINE = GeometryKind.POLYGON, GeometryKind.POINT, GeometryKind.LINE_STRING


def picture(test: SpatialTest, zone: GeometryKind = AREA, event: GeometryKind = AREA, theme: Theme = DAY) -> QImage:
    def paint(painter: QPainter) -> None:
        draw_operator(painter, QPointF(), test, zone, event, theme)

    return painted(paint, 60)


@pytest.mark.parametrize("test", [*Operator, *Relation])
@pytest.mark.parametrize("event", [AREA, POINT, LINE])
def test_every_picture_shows_zone_and_event_within_its_box(test: SpatialTest, event: GeometryKind) -> None:
    found = picture(test, AREA, event)
    assert QRectF(-1, -1, PICTURE.width() + 2, PICTURE.height() + 2).contains(touched_box(found))
    for colour in (DAY.zone_live, DAY.incident):
        assert count_of(found, colour) > 0 or test is Relation.EQUALS


def test_no_two_pictures_are_alike_unless_they_mean_alike() -> None:
    seen = {test: bytes(picture(test).constBits()) for test in Operator}
    assert len(set(seen.values())) == len(seen)
    regions = {test: bytes(picture(test).constBits()) for test in Relation}
    assert len(set(regions.values())) == len(regions)


def test_pictures_wear_the_theme() -> None:
    assert picture(Operator.CONTAIN) != picture(Operator.CONTAIN, theme=NIGHT)
