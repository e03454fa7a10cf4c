"""What a click on the map does: the tool at hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from .view import View


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse over the map."""

    at: QPointF  # pixels
    x: float  # map units
    y: float
    buttons: Qt.MouseButton
    modifiers: Qt.KeyboardModifier


class Tool(Protocol):
    """Gets the mouse and the keys that the map itself (wheel, Space-drag, middle button, arrows) leaves over."""

    name: str
    cursor: Qt.CursorShape

    def hint(self) -> str:
        """What the next click will do, for the status bar."""
        ...

    def press(self, pointer: Pointer) -> None: ...
    def move(self, pointer: Pointer) -> None: ...
    def release(self, pointer: Pointer) -> None: ...
    def double_click(self, pointer: Pointer) -> None: ...

    def key(self, event: QKeyEvent) -> bool:
        """Take a key; False lets the map have it."""
        ...

    def claims(self, event: QKeyEvent) -> bool:
        """Whether a key is the tool's even if it is a shortcut of the window."""
        ...

    def wheel(self, notches: float, modifiers: Qt.KeyboardModifier) -> bool:
        """Take a turn of the wheel; False lets the map zoom."""
        ...

    def leave(self) -> None:
        """Another tool is taken up."""
        ...

    def reach(self, view: View) -> list[QRectF]:
        """The rectangles of pixels that `paint` touches, for what must be painted again after a change."""
        ...

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw what is in the making, above all bands."""
        ...
