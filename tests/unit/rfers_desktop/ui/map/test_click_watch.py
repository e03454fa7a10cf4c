"""Tests of rfers_desktop/ui/map/click_watch.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import LayerChange, MarkKey, PointMark, Style
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.click_watch import ClickWatch
from rfers_desktop.ui.map.tools.pan import PanTool
from rfers_desktop.ui.map.tools.zoom import ZoomTool

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(qtbot: QtBot) -> Iterator[MapCanvas]:
    made = MapCanvas()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    made.set_tool(PanTool(made))
    view = made.view
    made.apply(LayerChange(put=(PointMark(("event", "t", "k"), view.x, view.y, Style.ASSET, "Engine"),)))
    made.repaint_now()
    yield made
    made.stop()


def test_a_click_tells_what_is_there(canvas: MapCanvas, qtbot: QtBot) -> None:
    told: list[list[MarkKey]] = []
    ClickWatch(canvas, told.append)
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=QPoint(300, 200))
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=QPoint(30, 20))
    assert told == [[("event", "t", "k")], []]


def test_a_drag_and_the_click_of_another_tool_tell_nothing(canvas: MapCanvas, qtbot: QtBot) -> None:
    told: list[list[MarkKey]] = []
    ClickWatch(canvas, told.append)
    qtbot.mousePress(canvas.viewport(), LEFT, pos=QPoint(300, 200))
    qtbot.mouseMove(canvas.viewport(), QPoint(380, 260))
    qtbot.mouseRelease(canvas.viewport(), LEFT, pos=QPoint(380, 260))
    canvas.set_tool(ZoomTool(canvas, True))
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=QPoint(300, 200))
    assert told == []
