"""Tests of the magnifying glass, with a real mouse on a real map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt

from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.zoom import ZoomTool
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.map.map_hands import LEFT, RIGHT, SHIFT, click, drag, key, move, press, release
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def zoom_in(canvas: MapCanvas) -> ZoomTool:
    made = ZoomTool(canvas, True)
    canvas.set_tool(made)
    return made


@pytest.fixture
def zoom_out(canvas: MapCanvas) -> ZoomTool:
    made = ZoomTool(canvas, False)
    canvas.set_tool(made)
    return made


def test_a_click_zooms_at_its_place(canvas: MapCanvas, zoom_in: ZoomTool) -> None:
    before, place = canvas.view, canvas.view.place(400, 100)
    click(canvas, 400, 100)
    assert canvas.view.units_per_px == pytest.approx(before.units_per_px / 2)
    assert canvas.view.place(400, 100) == pytest.approx(place, abs=before.units_per_px)


def test_going_out_and_coming_back_is_the_same_view(canvas: MapCanvas, zoom_out: ZoomTool) -> None:
    before = canvas.view
    click(canvas, 300, 200)
    assert canvas.view.units_per_px == pytest.approx(before.units_per_px * 2)
    click(canvas, 300, 200, keys=SHIFT)
    assert canvas.view.units_per_px == pytest.approx(before.units_per_px)


def test_a_box_fills_the_map(canvas: MapCanvas, zoom_in: ZoomTool) -> None:
    bounds = canvas.view.bounds_of(QRectF(100, 100, 150, 100))
    drag(canvas, (100, 100), (250, 200))
    assert canvas.view.bounds == pytest.approx(bounds, abs=canvas.view.units_per_px)


def test_a_box_drawn_from_below_is_the_same(canvas: MapCanvas, zoom_in: ZoomTool) -> None:
    bounds = canvas.view.bounds_of(QRectF(100, 100, 150, 100))
    drag(canvas, (250, 200), (100, 100))
    assert canvas.view.bounds == pytest.approx(bounds, abs=canvas.view.units_per_px)


def test_going_out_what_was_shown_is_as_large_as_the_box(canvas: MapCanvas, zoom_out: ZoomTool) -> None:
    before = canvas.view
    drag(canvas, (225, 150), (375, 250))
    assert canvas.view.box(before.bounds).width() == pytest.approx(150, abs=2)
    assert canvas.view.box(before.bounds).height() == pytest.approx(100, abs=2)


def test_the_box_is_seen_while_it_is_drawn_and_gone_after(canvas: MapCanvas, zoom_in: ZoomTool) -> None:
    press(canvas, 100, 100)
    assert zoom_in.reach(canvas.view) == []
    move(canvas, 250, 200, LEFT)
    assert count_of(picture_of(canvas.viewport()), DAY.measure) > 100
    assert zoom_in.hint() == "Release to zoom to the box; Esc to leave it"
    edges = zoom_in.reach(canvas.view)
    assert sum(edge.width() * edge.height() for edge in edges) < 150 * 100 / 4
    key(canvas, Qt.Key.Key_Escape)
    assert count_of(picture_of(canvas.viewport()), DAY.measure) == 0


def test_escape_and_the_other_button_leave_the_box(canvas: MapCanvas, zoom_in: ZoomTool) -> None:
    before = canvas.view
    press(canvas, 100, 100)
    move(canvas, 250, 200, LEFT)
    key(canvas, Qt.Key.Key_Escape)
    release(canvas, 250, 200)
    press(canvas, 100, 100)
    move(canvas, 250, 200, LEFT)
    press(canvas, 250, 200, RIGHT)
    release(canvas, 250, 200, RIGHT)
    release(canvas, 250, 200)
    assert canvas.view == before


def test_the_hint_says_what_a_click_does(canvas: MapCanvas, zoom_in: ZoomTool) -> None:
    assert zoom_in.hint() == "Click to zoom in, or drag a box; with Shift to zoom out"
    assert ZoomTool(canvas, False).hint() == "Click to zoom out, or drag a box; with Shift to zoom in"
