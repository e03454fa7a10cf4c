"""Tests of zones on their sheet."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import Style, ZoneMark
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.map.zone_content import ZoneContent

pytestmark = pytest.mark.display

VIEW = View(0.0, 0.0, 1.0, 200, 200)
NORTH = ZoneMark(("zone", "north"), shapely.box(-50, -50, 50, 50), Style.ZONE_LIVE, "North")


def test_zones_are_put_taken_and_found(qapp: QApplication) -> None:
    zones = ZoneContent(VIEW)
    assert zones.is_empty
    zones.put(NORTH)
    assert NORTH.key in zones
    assert zones.touches
    assert zones.bounds() == [(-50, -50, 50, 50)]
    assert zones.keys_at(0.0, 0.0, 1.0) == [NORTH.key]
    assert len(zones.name_boxes(PixelFrame.of(VIEW))) == 1
    zones.take(NORTH.key)
    assert len(zones) == 0


def test_clearing_paints_everything_again(qapp: QApplication) -> None:
    zones = ZoneContent(VIEW)
    zones.put(NORTH)
    zones.clear()
    assert zones.is_empty
    assert zones.touches.is_all


def test_the_name_of_a_zone_around_a_point_stands_above_what_is_drawn_at_the_point(qapp: QApplication) -> None:
    view = View(0.0, 0.0, 1.0, 200, 200)
    zones, frame = ZoneContent(view), PixelFrame.of(view)
    zones.put(ZoneMark(("zone", "1"), shapely.Point(0, 0), Style.ZONE_LIVE, "Near the fire"))
    ((left, top, right, bottom),) = zones.name_boxes(frame)
    assert left < 0 < right
    assert top < bottom < -20
