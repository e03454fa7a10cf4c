"""Tests of measuring, with a real mouse and real keys on a real map."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication

from rfers_desktop.geo.measuring import area_m2, distance_text, length_m
from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.layers.snapping import Snap
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.measure import MeasureTool
from rfers_desktop.ui.map.tools.pan import PanTool
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.map.map_hands import RIGHT, click, double_click, key, move
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def distance(canvas: MapCanvas) -> MeasureTool:
    made = MeasureTool(canvas, is_area=False)
    canvas.set_tool(made)
    return made


@pytest.fixture
def area(canvas: MapCanvas) -> MeasureTool:
    made = MeasureTool(canvas, is_area=True)
    canvas.set_tool(made)
    return made


def degrees(canvas: MapCanvas, *pixels: tuple[int, int]) -> np.ndarray:
    return canvas.projection.to_lonlat(np.array([canvas.view.place(*at) for at in pixels]))


def test_the_distance_of_clicks_is_that_on_the_earth(canvas: MapCanvas, distance: MeasureTool) -> None:
    places = [(100, 200), (300, 200), (300, 100)]
    expected = length_m(degrees(canvas, *places))
    for at in places:
        click(canvas, *at)
    assert distance.measured == pytest.approx(expected)
    assert distance.measured == pytest.approx(300 * 20.0, rel=0.01)


def test_the_area_of_clicks_is_that_on_the_earth(canvas: MapCanvas, area: MeasureTool) -> None:
    corners = [(100, 100), (200, 100), (200, 200), (100, 200)]
    expected = area_m2(degrees(canvas, *corners))
    for at in corners:
        click(canvas, *at)
    assert area.measured == pytest.approx(expected)
    assert area.measured == pytest.approx((100 * 20.0) ** 2, rel=0.01)


def test_the_map_may_be_moved_and_projected_meanwhile(canvas: MapCanvas, distance: MeasureTool) -> None:
    first, second = degrees(canvas, (100, 200))[0], None
    click(canvas, 100, 200)
    canvas.push(120, -40)
    canvas.set_projection(canada_lambert())
    second = degrees(canvas, (400, 300))[0]
    click(canvas, 400, 300)
    assert distance.measured == pytest.approx(length_m(np.array([first, second])))


@pytest.mark.parametrize("ending", ["double click", "Enter", "right button"])
def test_a_measurement_is_ended(canvas: MapCanvas, distance: MeasureTool, ending: str) -> None:
    click(canvas, 100, 200)
    if ending == "double click":
        double_click(canvas, 300, 200)
    else:
        click(canvas, 300, 200)
        key(canvas, Qt.Key.Key_Return) if ending == "Enter" else click(canvas, 350, 250, RIGHT)
    measured = distance.measured
    assert measured == pytest.approx(4_000, rel=0.01)
    assert distance.hint().startswith(f"Click to measure another distance; Ctrl+C copies {distance_text(measured)}")
    move(canvas, 500, 300)
    assert distance.measured == measured
    click(canvas, 10, 10)
    assert distance.measured == 0.0


def test_backspace_takes_a_corner_back_and_escape_all(canvas: MapCanvas, distance: MeasureTool) -> None:
    for at in [(100, 200), (200, 200), (200, 100)]:
        click(canvas, *at)
    key(canvas, Qt.Key.Key_Backspace)
    assert distance.measured == pytest.approx(2_000, rel=0.01)
    key(canvas, Qt.Key.Key_Escape)
    assert distance.measured == 0.0
    assert distance.reach(canvas.view) == []


def test_the_result_is_copied(canvas: MapCanvas, area: MeasureTool) -> None:
    for at in [(100, 100), (200, 100), (200, 200)]:
        click(canvas, *at)
    key(canvas, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text().endswith(" ha")


def test_keys_that_are_not_its_own_are_the_maps(canvas: MapCanvas, distance: MeasureTool) -> None:
    click(canvas, 100, 100)
    before = canvas.view
    key(canvas, Qt.Key.Key_Left)
    assert canvas.view.x < before.x


def test_the_hint_follows_the_measurement(canvas: MapCanvas, qtbot: object) -> None:
    hints: list[str] = []
    tool = MeasureTool(canvas, is_area=True, on_change=lambda: hints.append(tool.hint()))
    assert tool.hint() == "Click the first corner of the area"
    assert MeasureTool(canvas, is_area=False).hint() == "Click where the distance begins"
    canvas.set_tool(tool)
    click(canvas, 100, 100)
    assert hints[-1] == "Click the next corner; double-click or Enter ends, Backspace takes one back, Esc clears"


def test_the_line_the_area_and_the_figures_are_seen(canvas: MapCanvas, area: MeasureTool) -> None:
    assert count_of(picture_of(canvas.viewport()), DAY.measure) == 0
    click(canvas, 100, 100)
    click(canvas, 300, 100)
    move(canvas, 300, 250)
    assert count_of(picture_of(canvas.viewport()), DAY.measure) > 200
    canvas.set_tool(PanTool(canvas))
    assert count_of(picture_of(canvas.viewport()), DAY.measure) == 0


def test_all_that_is_painted_is_within_reach(canvas: MapCanvas, distance: MeasureTool) -> None:
    empty = picture_of(canvas.viewport())
    for at in [(80, 350), (200, 60), (320, 350), (500, 80)]:
        click(canvas, *at)
    move(canvas, 590, 390)
    drawn, reach = picture_of(canvas.viewport()), distance.reach(canvas.view)
    outside = [
        (x, y)
        for x in range(0, drawn.width(), 2)
        for y in range(0, drawn.height(), 2)
        if drawn.pixel(x, y) != empty.pixel(x, y) and not any(QRectF(box).contains(x, y) for box in reach)
    ]
    assert outside == []


@pytest.mark.parametrize("is_vertex", [True, False])
def test_a_corner_snaps_to_what_is_drawn(canvas: MapCanvas, is_vertex: bool) -> None:
    x, y = canvas.view.place(150, 150)
    tool = MeasureTool(canvas, False, lambda at_x, at_y: Snap(x, y, is_vertex, 0.0) if at_x < x + 1000 else None)
    canvas.set_tool(tool)
    move(canvas, 146, 153)
    assert count_of(picture_of(canvas.viewport()), DAY.selection) > 5
    click(canvas, 146, 153)
    click(canvas, 350, 150)
    assert tool.measured == pytest.approx(length_m(degrees(canvas, (150, 150), (350, 150))))
