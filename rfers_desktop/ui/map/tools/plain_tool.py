"""A tool that does nothing yet: what all tools have in common."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

from .stage import Stage

CLICK_PX = 4.0  # a hand that moves less between press and release has clicked


def nothing() -> None:
    """Nobody wants to know."""


class PlainTool:
    """Tools change what they need; `on_change` is called when the hint may be another one."""

    name = ""
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, stage: Stage, on_change: Callable[[], None] = nothing) -> None:
        self._stage = stage
        self._on_change = on_change

    def hint(self) -> str:
        """What the next click will do."""
        return ""

    def press(self, pointer: Pointer) -> None:
        """A button went down."""

    def move(self, pointer: Pointer) -> None:
        """The mouse moved, with or without buttons."""

    def release(self, pointer: Pointer) -> None:
        """A button came up."""

    def double_click(self, pointer: Pointer) -> None:
        """A button went down for the second time."""

    def key(self, event: QKeyEvent) -> bool:
        """Take a key; False lets the map have it."""
        return False

    def claims(self, event: QKeyEvent) -> bool:
        """Whether a key is the tool's even if it is a shortcut of the window."""
        return False

    def wheel(self, notches: float, modifiers: Qt.KeyboardModifier) -> bool:
        """Take a turn of the wheel; False lets the map zoom."""
        return False

    def leave(self) -> None:
        """Another tool is taken up."""

    def reach(self, view: View) -> list[QRectF]:
        """The rectangles of pixels that `paint` touches."""
        return []

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw what is in the making."""

    def _changed(self) -> None:
        self._stage.touch_tool()
        self._on_change()


class ClickTool(PlainTool):
    """A tool for which a click of the left button is all: `click` is called unless the hand slid away."""

    _start: QPointF | None = None

    def press(self, pointer: Pointer) -> None:
        """Begin a click."""
        self._start = pointer.at if pointer.buttons & Qt.MouseButton.LeftButton else None

    def release(self, pointer: Pointer) -> None:
        """End it."""
        start, self._start = self._start, None
        if start is not None and is_click(start, pointer.at):
            self.click(pointer)

    def click(self, pointer: Pointer) -> None:
        """A place was clicked."""


def is_click(start: QPointF, end: QPointF) -> bool:
    """Whether press and release were at one place, as far as hands can tell."""
    return abs(end.x() - start.x()) < CLICK_PX and abs(end.y() - start.y()) < CLICK_PX
