"""Tests that the map is what the tool bar takes it for."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.ui.map.map_widget import MapWidget
from rfers_desktop.ui.map.tools.pan import PanTool
from tests.unit.rfers_desktop.ui.map.map_hands import a_map

pytestmark = pytest.mark.display


def test_the_canvas_is_a_map_widget(qtbot: QtBot) -> None:
    canvas: MapWidget = a_map(qtbot)
    tool = PanTool(canvas)
    canvas.set_tool(tool)
    with qtbot.waitSignal(canvas.view_changed):
        canvas.set_projection(canada_lambert())
    assert (canvas.tool, canvas.projection) == (tool, canada_lambert())
