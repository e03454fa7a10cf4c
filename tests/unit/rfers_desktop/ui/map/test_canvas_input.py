"""Tests of the map's own mouse and keys, and of what goes to the tool."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display


class Noting:
    """A tool that writes down what it gets."""

    name = "Noting"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self) -> None:
        self.got: list[str] = []

    def hint(self) -> str:
        return "Click to note"

    def press(self, pointer: Pointer) -> None:
        self.got.append("press")

    def move(self, pointer: Pointer) -> None:
        self.got.append("move")

    def release(self, pointer: Pointer) -> None:
        self.got.append("release")

    def double_click(self, pointer: Pointer) -> None:
        self.got.append("double click")

    def key(self, event: QKeyEvent) -> bool:
        self.got.append("key")
        return event.key() == Qt.Key.Key_Escape

    def leave(self) -> None:
        self.got.append("leave")

    def reach(self, view: View) -> list[QRectF]:
        return [QRectF(10, 10, 20, 20)]

    def paint(self, painter: QPainter, view: View) -> None:
        painter.fillRect(QRectF(10, 10, 20, 20), "#123456")


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    made = MapCanvas()
    qtbot.addWidget(made)
    made.resize(600, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_the_left_button_goes_to_the_tool_which_draws_above_all(canvas: MapCanvas, qtbot: QtBot) -> None:
    tool = Noting()
    with qtbot.waitSignal(canvas.hinted) as hinted:
        canvas.set_tool(tool)
    assert hinted.args == ["Click to note"]
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    assert [word for word in tool.got if word != "move"] == ["press", "release"]
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.CrossCursor
    assert canvas.grab().toImage().pixelColor(20, 20).name() == "#123456"
    canvas.set_tool(Noting())
    assert tool.got[-1] == "leave"


@pytest.mark.parametrize("way", ["middle button", "Space"])
def test_the_middle_button_and_space_move_the_map_whatever_the_tool(canvas: MapCanvas, qtbot: QtBot, way: str) -> None:
    tool = Noting()
    canvas.set_tool(tool)
    before = canvas.pixel_of(canvas.view.x, canvas.view.y)
    x, y = canvas.view.x, canvas.view.y
    button = Qt.MouseButton.MiddleButton if way == "middle button" else Qt.MouseButton.LeftButton
    if way == "Space":
        qtbot.keyPress(canvas, Qt.Key.Key_Space)
        assert canvas.viewport().cursor().shape() == Qt.CursorShape.OpenHandCursor
    qtbot.mousePress(canvas.viewport(), button, pos=QPoint(300, 200))
    qtbot.mouseMove(canvas.viewport(), QPoint(340, 215))
    qtbot.mouseRelease(canvas.viewport(), button, pos=QPoint(340, 215))
    if way == "Space":
        qtbot.keyRelease(canvas, Qt.Key.Key_Space)
    moved = canvas.pixel_of(x, y) - before
    assert (round(moved.x()), round(moved.y())) == (40, 15)
    assert "press" not in tool.got


def test_arrows_move_the_map_and_other_keys_are_the_tools(canvas: MapCanvas, qtbot: QtBot) -> None:
    tool = Noting()
    canvas.set_tool(tool)
    x = canvas.view.x
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.view.x > x
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert tool.got.count("key") == 2
