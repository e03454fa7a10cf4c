"""Tests of the map's own mouse and keys, and of what goes to the tool."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
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

    def claims(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Z

    def wheel(self, notches: float, modifiers: Qt.KeyboardModifier) -> bool:
        self.got.append(f"wheel {notches:g}")
        return bool(modifiers & Qt.KeyboardModifier.ControlModifier)

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


def test_a_key_that_the_tool_claims_is_no_shortcut_of_the_window(canvas: MapCanvas, qtbot: QtBot) -> None:
    undone: list[str] = []
    for keys in ("Ctrl+Z", "Ctrl+U"):
        action = QAction(keys, canvas)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False, keys=keys: undone.append(keys))
        canvas.addAction(action)
    tool = Noting()
    canvas.set_tool(tool)
    with qtbot.waitActive(canvas):
        canvas.activateWindow()
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "key" in tool.got
    qtbot.keyClick(canvas, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["Ctrl+U"]


@pytest.mark.parametrize(
    ("keys", "zooms"), [(Qt.KeyboardModifier.NoModifier, True), (Qt.KeyboardModifier.ControlModifier, False)]
)
def test_a_turn_of_the_wheel_that_the_tool_takes_does_not_zoom(
    canvas: MapCanvas, keys: Qt.KeyboardModifier, zooms: bool
) -> None:
    tool = Noting()
    canvas.set_tool(tool)
    before = canvas.view.units_per_px
    at = QPointF(300, 200)
    turned = QWheelEvent(
        *(at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False)
    )
    QApplication.sendEvent(canvas.viewport(), turned)
    assert tool.got[-1] == "wheel 1"
    assert (canvas.view.units_per_px < before) == zooms
