"""Tests of asking what is at a place, with a real mouse on a real map."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import Qt

from rfers_desktop.layers.identify import Identified, Spot
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.identify import IdentifyTool
from rfers_desktop.ui.map.tools.pan import PanTool
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.map.map_hands import RIGHT, click, drag, key
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

THERMAL = Identified("Thermal image", "341.5 °C")


class Pixels:
    def identify(self, spot: Spot) -> Iterable[Identified]:
        return [THERMAL]


class Told:
    def __init__(self) -> None:
        self.answers: list[tuple[Spot, tuple[Identified, ...]]] = []

    def __call__(self, spot: Spot, found: tuple[Identified, ...]) -> None:
        self.answers.append((spot, found))


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def tool(canvas: MapCanvas, told: Told) -> IdentifyTool:
    made = IdentifyTool(canvas, lambda: [Pixels()], told)
    canvas.set_tool(made)
    return made


def test_a_click_asks_the_layers_about_its_place(canvas: MapCanvas, tool: IdentifyTool, told: Told) -> None:
    click(canvas, 420, 90)
    ((spot, found),) = told.answers
    assert found == (THERMAL,)
    assert (spot.px, spot.py) == (420, 90)
    assert (spot.x, spot.y) == pytest.approx(canvas.view.place(420, 90))
    assert (spot.lon, spot.lat) == pytest.approx(canvas.projection.point_to_lonlat(spot.x, spot.y))
    assert spot.reach == pytest.approx(8 * canvas.view.units_per_px)


def test_a_drag_and_the_other_button_ask_nothing(canvas: MapCanvas, tool: IdentifyTool, told: Told) -> None:
    drag(canvas, (100, 100), (200, 100))
    click(canvas, 100, 100, RIGHT)
    assert told.answers == []


def test_a_ring_shows_where_was_asked_until_escape(canvas: MapCanvas, tool: IdentifyTool) -> None:
    assert tool.reach(canvas.view) == []
    click(canvas, 300, 200)
    assert count_of(picture_of(canvas.viewport()), DAY.selection) > 20
    assert tool.reach(canvas.view)[0].center().toPoint().toTuple() == (300, 200)
    key(canvas, Qt.Key.Key_Escape)
    assert count_of(picture_of(canvas.viewport()), DAY.selection) == 0


def test_the_ring_stays_with_its_place(canvas: MapCanvas, tool: IdentifyTool) -> None:
    click(canvas, 300, 200)
    canvas.push(50, 20)
    assert tool.reach(canvas.view)[0].center().toPoint().toTuple() == (350, 220)


def test_another_tool_takes_the_ring_away(canvas: MapCanvas, tool: IdentifyTool) -> None:
    click(canvas, 300, 200)
    canvas.set_tool(PanTool(canvas))
    assert tool.reach(canvas.view) == []


def test_the_hint_says_what_a_click_does(tool: IdentifyTool) -> None:
    assert tool.hint() == "Click a place to see what all layers have there"
