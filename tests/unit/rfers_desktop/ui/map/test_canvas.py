"""Tests of the map, by looking at it and by moving it with mouse, wheel and keys."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import shapely
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.mercator import geometry_to_map, point_to_map
from rfers_desktop.layers.marks import LayerChange, Mark, PointMark, ShapeMark, Style, ZoneMark
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.builders import CALGARY, a_zone
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

ROOT = Path(__file__).parents[5]
ASSET_COLOUR = DAY.asset
X, Y = point_to_map(*CALGARY)


def an_asset(key: str = "A1", x: float = X, y: float = Y, label: str = "Engine 7") -> PointMark:
    return PointMark(("event", "EALocation", key), x, y, Style.ASSET, label)


def a_zone_mark(side_deg: float = 0.2) -> ZoneMark:
    return ZoneMark(("zone", "north"), geometry_to_map(a_zone(side_deg=side_deg)), Style.ZONE_LIVE, "North sector")


def put(*marks: Mark) -> LayerChange:
    return LayerChange(put=marks)


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    made = MapCanvas()
    qtbot.addWidget(made)
    made.resize(600, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def turn_wheel(canvas: MapCanvas, at: QPoint, notches: int) -> None:
    nowhere, turned = QPoint(), QPoint(0, 120 * notches)
    screen = QPointF(canvas.viewport().mapToGlobal(at))
    none, no_keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(QPointF(at), screen, nowhere, turned, none, no_keys, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(canvas.viewport(), event)


def test_a_mark_is_seen_at_its_place(canvas: MapCanvas) -> None:
    assert count_of(picture_of(canvas), ASSET_COLOUR) == 0
    canvas.apply(put(an_asset()))
    assert canvas.mark_count() == 1
    picture = picture_of(canvas)
    assert count_of(picture, ASSET_COLOUR) > 40
    at = canvas.pixel_of(X, Y).toPoint()
    around = [picture.pixelColor(at.x() + dx, at.y() + dy).name() for dx in range(-9, 10) for dy in range(-9, 10)]
    assert ASSET_COLOUR in around


def test_a_mark_that_moves_leaves_its_old_place(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset(), a_zone_mark()))
    before = count_of(picture_of(canvas), ASSET_COLOUR)
    canvas.apply(put(an_asset(x=X + 3000)))
    assert canvas.mark_count() == 2
    assert count_of(picture_of(canvas), ASSET_COLOUR) == pytest.approx(before, rel=0.2)


def test_a_mark_that_is_taken_is_seen_no_more(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset()))
    canvas.apply(LayerChange(taken=(an_asset().key, ("event", "never", "seen"))))
    assert canvas.mark_count() == 0
    assert count_of(picture_of(canvas), ASSET_COLOUR) == 0


def test_clearing_takes_everything(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset(), a_zone_mark()))
    canvas.clear()
    assert canvas.mark_count() == 0


def test_events_are_drawn_above_zones(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset()))
    alone = count_of(picture_of(canvas), ASSET_COLOUR)
    canvas.apply(put(a_zone_mark()))
    assert count_of(picture_of(canvas), ASSET_COLOUR) == pytest.approx(alone, rel=0.2)


def test_lines_and_areas_are_drawn_too(canvas: MapCanvas) -> None:
    area = ShapeMark(("event", "x", "1"), shapely.Point(X, Y).buffer(4000), Style.INCIDENT, "fire")
    line = ShapeMark(("event", "x", "2"), shapely.LineString([(X, Y), (X + 9000, Y)]), Style.OTHER, "hose")
    canvas.apply(put(area, line))
    picture = picture_of(canvas)
    assert count_of(picture, DAY.incident) > 50
    assert count_of(picture, DAY.other) > 50


def test_the_first_marks_come_into_view_by_themselves(canvas: MapCanvas) -> None:
    far = an_asset(x=0.0, y=0.0)
    canvas.apply(put(far))
    at = canvas.pixel_of(0.0, 0.0)
    assert canvas.rect().contains(at.toPoint())
    assert canvas.shown_area().contains(shapely.Point(0, 0))


def test_more_things_come_into_view_by_themselves_while_nobody_has_moved_the_map(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset()))
    canvas.apply(put(a_zone_mark(side_deg=1.0)))
    assert canvas.shown_area().contains(a_zone(side_deg=1.0))


def test_a_thing_that_drives_out_of_view_does_not_pull_the_map(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset()))
    before = canvas.shown_area()
    canvas.apply(put(an_asset(x=X + 90_000)))
    assert canvas.shown_area().equals(before)


def test_labels_make_way_for_each_other_at_every_scale(canvas: MapCanvas) -> None:
    beside = [an_asset(str(number), x=X + 1500 * number, label=f"Engine {number}") for number in range(2)]
    canvas.apply(put(*beside, a_zone_mark()))
    far = count_of(picture_of(canvas), ASSET_COLOUR)
    canvas.apply(put(*(an_asset(mark.key[-1], x=mark.x, label="") for mark in beside)))
    assert count_of(picture_of(canvas), ASSET_COLOUR) == far


def test_marks_that_come_after_the_user_has_looked_elsewhere_do_not_move_the_map(
    canvas: MapCanvas, qtbot: QtBot
) -> None:
    turn_wheel(canvas, QPoint(300, 200), 2)
    before = canvas.shown_area()
    canvas.apply(put(an_asset(x=0.0, y=0.0)))
    assert canvas.shown_area().equals(before)


def test_the_wheel_zooms_at_the_cursor(canvas: MapCanvas) -> None:
    canvas.apply(put(a_zone_mark()))
    at = canvas.pixel_of(X + 5000, Y + 3000)
    width = canvas.shown_area().bounds[2] - canvas.shown_area().bounds[0]
    turn_wheel(canvas, at.toPoint(), 3)
    west, _, east, _ = canvas.shown_area().bounds
    assert east - west < 0.9 * width
    after = canvas.pixel_of(X + 5000, Y + 3000)
    assert (after - at).manhattanLength() <= 4


def test_dragging_moves_the_map_with_the_hand(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.apply(put(a_zone_mark()))
    before = canvas.pixel_of(X, Y)
    left, window = Qt.MouseButton.LeftButton, canvas.windowHandle()
    start = QPoint(300, 200)
    qtbot.mouseMove(window, start)
    qtbot.mousePress(window, left, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(window, start + QPoint(20 * step, 10 * step))
    qtbot.mouseRelease(window, left, pos=start + QPoint(100, 50))
    moved = canvas.pixel_of(X, Y) - before
    assert moved.x() == pytest.approx(100, abs=3)
    assert moved.y() == pytest.approx(50, abs=3)


def test_the_place_under_the_cursor_is_told(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.apply(put(an_asset()))
    at = canvas.pixel_of(X, Y).toPoint()
    with qtbot.waitSignal(canvas.pointed) as told:
        qtbot.mouseMove(canvas.windowHandle(), at)
    lon, lat = told.args
    assert lon == pytest.approx(CALGARY[0], abs=0.001)
    assert lat == pytest.approx(CALGARY[1], abs=0.001)


def test_zooming_in_and_out_again_shows_the_same(canvas: MapCanvas) -> None:
    canvas.apply(put(a_zone_mark()))
    before = canvas.shown_area()
    canvas.zoom(True)
    assert canvas.shown_area().area < before.area
    canvas.zoom(False)
    assert canvas.shown_area().bounds == pytest.approx(before.bounds)


def test_panning_moves_by_a_part_of_the_view(canvas: MapCanvas) -> None:
    canvas.apply(put(a_zone_mark()))
    west, south, east, north = canvas.shown_area().bounds
    canvas.pan(0.5, 0.0)
    moved = canvas.shown_area().bounds
    assert moved[0] - west == pytest.approx((east - west) / 2)
    assert moved[1] == pytest.approx(south)
    canvas.pan(0.0, 0.5)
    assert canvas.shown_area().bounds[1] > south


def test_showing_all_brings_every_mark_into_view(canvas: MapCanvas) -> None:
    canvas.apply(put(an_asset("A1"), an_asset("A2", x=X + 80_000, y=Y + 20_000)))
    canvas.zoom(True)
    canvas.zoom(True)
    canvas.zoom_to_all()
    for x, y in ((X, Y), (X + 80_000, Y + 20_000)):
        assert canvas.rect().contains(canvas.pixel_of(x, y).toPoint())


def test_showing_all_of_nothing_leaves_the_view(canvas: MapCanvas) -> None:
    before = canvas.shown_area()
    canvas.zoom_to_all()
    assert canvas.shown_area().equals(before)


def test_looking_at_a_zone_shows_all_of_it(canvas: MapCanvas) -> None:
    zone = a_zone_mark(side_deg=1.0)
    canvas.zoom_to(zone)
    assert canvas.shown_area().contains(a_zone(side_deg=1.0))
    assert canvas.shown_area().area < 6 * a_zone(side_deg=1.0).area


def test_looking_at_an_event_keeps_the_scale(canvas: MapCanvas) -> None:
    canvas.apply(put(a_zone_mark()))
    west, _, east, _ = canvas.shown_area().bounds
    canvas.zoom_to(an_asset(x=X + 40_000))
    at = canvas.pixel_of(X + 40_000, Y)
    assert (at - QPointF(300, 200)).manhattanLength() <= 3
    now = canvas.shown_area().bounds
    assert now[2] - now[0] == pytest.approx(east - west, rel=0.01)


def test_looking_at_an_event_from_afar_comes_near(canvas: MapCanvas) -> None:
    canvas.fit((-1.5e7, 3e6, -8e6, 1.1e7))
    canvas.zoom_to(an_asset())
    west, _, east, _ = canvas.shown_area().bounds
    assert east - west < 1.5


def test_nobody_can_leave_the_world(canvas: MapCanvas) -> None:
    for _ in range(40):
        canvas.zoom(False)
    west, south, east, north = canvas.shown_area().bounds
    assert west >= -180.001
    assert east <= 180.001
    assert south >= -85.06
    assert north <= 85.06


def test_the_scale_is_told_when_the_view_changes(canvas: MapCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.view_changed) as wide:
        canvas.zoom(False)
    with qtbot.waitSignal(canvas.view_changed) as near:
        canvas.zoom(True)
    (near_view,), (wide_view,) = near.args, wide.args
    assert isinstance(near_view, View)
    assert 0 < near_view.units_per_px < wide_view.units_per_px


def test_the_graticule_is_drawn_on_an_empty_map(canvas: MapCanvas) -> None:
    assert count_of(picture_of(canvas), DAY.graticule) > 500


@pytest.mark.parametrize("ratio", ["1", "1.5", "2"])
def test_the_screen_after_random_changes_is_that_of_a_full_redraw_in_every_theme(ratio: str) -> None:
    program = [sys.executable, "-m", "tests.unit.rfers_desktop.ui.map.whole_canvas"]
    surroundings = {**os.environ, "QT_SCALE_FACTOR": ratio, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(program, env=surroundings, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    compared = [line.split() for line in done.stdout.splitlines()]
    assert [(theme, float(shown)) for theme, shown, _ in compared] == [
        (theme, float(ratio)) for theme in ("Day", "Dusk", "Night")
    ]
    assert all(int(count) >= 10 for _, _, count in compared)
