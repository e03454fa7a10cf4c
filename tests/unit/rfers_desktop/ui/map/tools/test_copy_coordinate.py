"""Tests of copying coordinates, with a real mouse, a real map and the clipboard."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from rfers_desktop.geo.coordinates import CoordinateFormat, coordinate_text, read_position
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.copy_coordinate import CopyCoordinateTool
from tests.unit.rfers_desktop.ui.map.map_hands import RIGHT, click, drag

pytestmark = pytest.mark.display


@pytest.fixture
def tool(canvas: MapCanvas) -> CopyCoordinateTool:
    QGuiApplication.clipboard().clear()
    made = CopyCoordinateTool(canvas, lambda lon, lat: coordinate_text(lon, lat, CoordinateFormat.MGRS))
    canvas.set_tool(made)
    return made


def test_a_click_puts_the_place_on_the_clipboard(canvas: MapCanvas, tool: CopyCoordinateTool) -> None:
    assert tool.hint() == "Click a place to copy its coordinates"
    click(canvas, 300, 200)
    copied = QGuiApplication.clipboard().text()
    read = read_position(copied)
    assert (read.format, (read.lon, read.lat)) == (CoordinateFormat.MGRS, pytest.approx((-114.07, 51.05), abs=1e-3))
    assert tool.hint() == f"Copied {copied}. Click a place to copy its coordinates"
    tool.leave()
    assert tool.hint() == "Click a place to copy its coordinates"


def test_a_drag_and_the_other_button_copy_nothing(canvas: MapCanvas, tool: CopyCoordinateTool) -> None:
    drag(canvas, (100, 100), (200, 100))
    click(canvas, 100, 100, RIGHT)
    assert QGuiApplication.clipboard().text() == ""
