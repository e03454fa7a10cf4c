"""Tests of marks made ready for the painter."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import Mark, PointMark, ShapeMark, Style, ZoneMark
from rfers_desktop.ui.map.drawn_marks import DrawnMark, DrawnPoint, drawn
from rfers_desktop.ui.map.label_places import Side
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

PLAIN = QTransform()
KEY = ("event", "x", "1")
TRAIL = ((20.0, 180.0), (60.0, 150.0), (100.0, 100.0))

MARKS: list[Mark] = [
    PointMark(KEY, 60, 100, Style.ASSET, "E7"),
    PointMark(KEY, 100, 100, Style.INCIDENT, "I1", TRAIL),
    ShapeMark(KEY, shapely.box(60, 60, 140, 140), Style.IMAGE, "image"),
    ShapeMark(KEY, shapely.LineString([(20, 20), (100, 180)]), Style.OTHER, "line"),
    ShapeMark(KEY, shapely.MultiPoint([(60, 60), (120, 120)]), Style.SENSOR, "two"),
    ZoneMark(KEY, shapely.box(50, 60, 150, 140), Style.ZONE_LIVE, "North"),
    ZoneMark(KEY, shapely.Point(100, 100), Style.ZONE_PENDING, "Here"),
]
NAMES = [f"{type(mark).__name__} {mark.style}" for mark in MARKS]


def picture(ready: DrawnMark, to_pixels: QTransform) -> QImage:
    def paint(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ready.paint_ground(painter, to_pixels)
        ready.paint(painter, to_pixels)

    return painted(paint)


@pytest.mark.parametrize("mark", MARKS, ids=NAMES)
def test_nothing_is_painted_beyond_what_the_mark_says_it_reaches(qapp: QApplication, mark: Mark) -> None:
    ready = drawn(mark)
    box, sideways, up_down = ready.reach()
    seen = picture(ready, PLAIN)
    assert box.adjusted(-sideways - 1, -up_down - 1, sideways + 1, up_down + 1).contains(touched_box(seen))


@pytest.mark.parametrize("mark", MARKS, ids=NAMES)
def test_a_mark_is_seen(qapp: QApplication, mark: Mark) -> None:
    ready = drawn(mark)
    assert touched_box(picture(ready, PLAIN)).width() > 10


def test_a_trail_is_painted_up_to_the_symbol(qapp: QApplication) -> None:
    moved, still = (drawn(PointMark(KEY, 100, 100, Style.ASSET, "E7", trail)) for trail in (TRAIL, ()))
    box = touched_box(picture(moved, PLAIN))
    assert box.left() <= 21
    assert box.bottom() >= 179
    assert touched_box(picture(still, PLAIN)).left() > 80


def test_the_hole_of_an_area_is_empty(qapp: QApplication) -> None:
    ring = shapely.box(10, 10, 190, 190).difference(shapely.box(60, 60, 140, 140))
    ready = drawn(ShapeMark(KEY, ring, Style.INCIDENT, "x"))
    seen = picture(ready, PLAIN)
    assert seen.pixelColor(30, 180).name() != "#000000"
    assert seen.pixelColor(100, 75).name() == "#000000"


def test_a_small_zone_shows_no_name(qapp: QApplication) -> None:
    ready = drawn(ZoneMark(KEY, shapely.box(90, 90, 110, 110), Style.ZONE_LIVE, "A long name for a small zone"))
    assert touched_box(picture(ready, PLAIN)).width() < 30
    larger = QTransform.fromTranslate(-300, -300).scale(4, 4)
    assert touched_box(picture(ready, larger)).width() > 100


def test_symbols_keep_their_size_at_every_scale(qapp: QApplication) -> None:
    ready = drawn(PointMark(KEY, 10, 10, Style.ASSET, ""))
    colour = "#1d4ed8"
    small, large = (picture(ready, QTransform.fromScale(scale, scale)) for scale in (5.0, 10.0))
    assert count_of(small, colour) == pytest.approx(count_of(large, colour), rel=0.1)
    assert touched_box(large).left() - touched_box(small).left() == pytest.approx(50, abs=1)


@pytest.mark.parametrize("side", [*Side, None])
def test_a_label_goes_to_its_side_and_stays_within_reach(qapp: QApplication, side: Side | None) -> None:
    ready = DrawnPoint(PointMark(KEY, 100, 100, Style.ASSET, "Engine 7"))
    ready.side = side
    box, sideways, up_down = ready.reach()
    seen = touched_box(picture(ready, PLAIN))
    assert box.adjusted(-sideways, -up_down, sideways, up_down).contains(seen)
    assert ready.label is not None
    (symbol,) = ready.keeps_free(PLAIN)
    assert symbol.contains(100, 100)
    if side is None:
        assert symbol.adjusted(-2, -2, 2, 2).contains(seen)
    else:
        assert seen.adjusted(-1, -1, 1, 1).contains(side.box(symbol, ready.label.size))


def test_a_zone_keeps_its_name_free_while_it_shows_it(qapp: QApplication) -> None:
    ready = drawn(ZoneMark(KEY, shapely.box(20, 20, 180, 180), Style.ZONE_LIVE, "North"))
    (name,) = ready.keeps_free(PLAIN)
    assert name.contains(100, 180)
    assert ready.keeps_free(QTransform.fromScale(0.1, 0.1)) == []
