"""Tests of shapes on the map."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import ShapeMark, Style, ZoneMark
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.shape_items import ShapeItem, ShapeItems
from rfers_desktop.ui.map.touches import Touches
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, -200, 200, 200)
KEY = ("event", "1")
MARKS = [
    ShapeMark(KEY, shapely.box(60, 60, 140, 140), Style.IMAGE, "image"),
    ShapeMark(KEY, shapely.LineString([(20, 20), (100, 180)]), Style.OTHER, "line"),
    ShapeMark(KEY, shapely.MultiPoint([(60, 60), (120, 120)]), Style.SENSOR, "two"),
    ZoneMark(KEY, shapely.box(50, 60, 150, 140), Style.ZONE_REFUSED, "North"),
    ZoneMark(KEY, shapely.Point(100, 100), Style.ZONE_PENDING, "Here"),
]


def picture(*marks: ShapeMark | ZoneMark) -> QImage:
    items = ShapeItems(Touches())
    for mark in marks:
        items.put(mark, FRAME)
    return painted(lambda painter: items.paint(painter, FRAME, QRect(0, 0, 200, 200), DAY))


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: f"{type(mark).__name__} {mark.style}")
def test_a_shape_is_seen_and_nothing_of_it_outside_its_box(qapp: QApplication, mark: ShapeMark | ZoneMark) -> None:
    seen = touched_box(picture(mark))
    left, top, right, bottom = ShapeItem(mark).box(FRAME)
    assert seen.width() > 10
    assert left <= seen.left()
    assert top - FRAME.top <= seen.top()
    assert right >= seen.right()
    assert bottom - FRAME.top >= seen.bottom()


def test_the_hole_of_an_area_is_empty(qapp: QApplication) -> None:
    ring = shapely.box(10, 10, 190, 190).difference(shapely.box(60, 60, 140, 140))
    seen = picture(ZoneMark(KEY, ring, Style.ZONE_LIVE, ""))
    assert seen.pixelColor(30, 180).name() != "#000000"
    assert seen.pixelColor(100, 120).name() == "#000000"


def test_a_small_zone_shows_no_name(qapp: QApplication) -> None:
    small = ZoneMark(KEY, shapely.box(90, 90, 110, 110), Style.ZONE_LIVE, "A long name for a small zone")
    assert ShapeItem(small).name_box(FRAME) is None
    assert ShapeItem(small).name_box(PixelFrame(4.0, 1.0, 0, -800, 800, 800)) is not None


def test_a_change_touches_and_a_shape_that_is_taken_is_seen_no_more(qapp: QApplication) -> None:
    touches = Touches()
    items = ShapeItems(touches)
    items.put(MARKS[0], FRAME)
    assert touches
    assert KEY in items
    items.take(KEY, FRAME)
    assert len(items) == 0


def test_shapes_are_found_at_a_place(qapp: QApplication) -> None:
    items = ShapeItems(Touches())
    items.put(MARKS[1], FRAME)
    assert items.keys_at(60.0, 100.0, 2.0) == [KEY]
    assert items.keys_at(90.0, 100.0, 2.0) == []
    assert len(items.geometries_in((0, 0, 30, 30))) == 1
    assert items.geometries_in((150, 0, 190, 30)) == []
    assert count_of(picture(MARKS[1]), DAY.other) > 50
