"""The tool that the map begins with: dragging moves the map."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from rfers_desktop.language import later, tr

from .tool import Pointer
from .view import View


class Hand:
    """Moves the map with the mouse; `push` gets pixels to the right and down."""

    name = later("Hand")
    cursor = Qt.CursorShape.OpenHandCursor

    def __init__(self, push: Callable[[float, float], None]) -> None:
        self._push = push
        self._held: QPointF | None = None

    def hint(self) -> str:
        """What the next click will do."""
        return tr("Drag to move the map; turn the wheel to zoom")

    def press(self, pointer: Pointer) -> None:
        """Take hold of the map."""
        if pointer.buttons & Qt.MouseButton.LeftButton:
            self._held = pointer.at

    def move(self, pointer: Pointer) -> None:
        """Move the map along."""
        if self._held is not None:
            moved, self._held = pointer.at - self._held, pointer.at
            self._push(moved.x(), moved.y())

    def release(self, pointer: Pointer) -> None:
        """Let the map go."""
        self.move(pointer)
        self._held = None

    def double_click(self, pointer: Pointer) -> None:
        """Nothing of its own."""

    def key(self, event: QKeyEvent) -> bool:
        """No keys of its own."""
        return False

    def claims(self, event: QKeyEvent) -> bool:
        """No keys of its own."""
        return False

    def wheel(self, notches: float, modifiers: Qt.KeyboardModifier) -> bool:
        """The map zooms."""
        return False

    def leave(self) -> None:
        """Let the map go."""
        self._held = None

    def reach(self, view: View) -> list[QRectF]:
        """Draws nothing."""
        return []

    def paint(self, painter: QPainter, view: View) -> None:
        """Draws nothing."""
