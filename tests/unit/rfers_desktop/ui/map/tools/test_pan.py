"""Tests of the hand, with a real mouse on a real map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.pan import PanTool
from tests.unit.rfers_desktop.ui.map.map_hands import LEFT, RIGHT, click, double_click, drag, move, press, release

pytestmark = pytest.mark.display


@pytest.fixture
def tool(canvas: MapCanvas) -> PanTool:
    made = PanTool(canvas)
    canvas.set_tool(made)
    return made


def test_the_place_under_the_hand_stays_under_it(canvas: MapCanvas, tool: PanTool) -> None:
    place = canvas.view.place(300, 200)
    drag(canvas, (300, 200), (360, 150))
    assert canvas.view.place(360, 150) == pytest.approx(place, abs=canvas.view.units_per_px)
    move(canvas, 100, 100)
    assert canvas.view.place(360, 150) == pytest.approx(place, abs=canvas.view.units_per_px)


def test_the_hand_closes_while_it_holds(canvas: MapCanvas, tool: PanTool) -> None:
    assert (tool.cursor, tool.hint()) == (
        Qt.CursorShape.OpenHandCursor,
        "Drag to move the map; double-click to zoom in",
    )
    press(canvas, 300, 200)
    assert (tool.cursor, tool.hint()) == (Qt.CursorShape.ClosedHandCursor, "Release to leave the map here")
    release(canvas, 300, 200)
    assert tool.cursor == Qt.CursorShape.OpenHandCursor


def test_a_double_click_comes_nearer_to_its_place(canvas: MapCanvas, tool: PanTool) -> None:
    before, place = canvas.view, canvas.view.place(450, 100)
    double_click(canvas, 450, 100)
    assert canvas.view.units_per_px == pytest.approx(before.units_per_px / 2)
    assert canvas.view.place(450, 100) == pytest.approx(place, abs=canvas.view.units_per_px)


def test_a_click_and_the_other_button_move_nothing(canvas: MapCanvas, tool: PanTool) -> None:
    before = canvas.view
    click(canvas, 300, 200)
    press(canvas, 300, 200, RIGHT)
    move(canvas, 350, 250, RIGHT)
    release(canvas, 350, 250, RIGHT)
    assert canvas.view == before


def test_a_button_let_go_outside_the_window_lets_go(canvas: MapCanvas, tool: PanTool) -> None:
    press(canvas, 300, 200)
    before = canvas.view
    move(canvas, 350, 250)
    move(canvas, 380, 250, LEFT)
    assert canvas.view == before


def test_zooming_while_dragging_goes_on_from_there(canvas: MapCanvas, tool: PanTool) -> None:
    press(canvas, 300, 200)
    canvas.set_view(canvas.view.zoomed(0.5))
    move(canvas, 310, 200, LEFT)
    place = canvas.view.place(310, 200)
    move(canvas, 330, 220, LEFT)
    assert canvas.view.place(330, 220) == pytest.approx(place, abs=canvas.view.units_per_px)


def test_leaving_lets_go(canvas: MapCanvas, tool: PanTool) -> None:
    press(canvas, 300, 200)
    canvas.set_tool(PanTool(canvas))
    before = canvas.view
    tool.leave()
    move(canvas, 350, 250, LEFT)
    assert canvas.view == before
