"""The hand: dragging moves the map, a double click comes nearer."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from rfers_desktop.language import later, tr
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

from .plain_tool import PlainTool

_NEARER = 0.5


class PanTool(PlainTool):
    """The place that was taken hold of stays under the hand."""

    name = later("Pan")
    cursor = Qt.CursorShape.OpenHandCursor
    _held: tuple[QPointF, View] | None = None  # where the hand took hold, and of what view

    def hint(self) -> str:
        """What the next click will do."""
        return (
            tr("Release to leave the map here") if self._held else tr("Drag to move the map; double-click to zoom in")
        )

    def press(self, pointer: Pointer) -> None:
        """Take hold of the map."""
        if pointer.buttons & Qt.MouseButton.LeftButton:
            self._hold((pointer.at, self._stage.view))

    def move(self, pointer: Pointer) -> None:
        """Take the map along: from where it was taken hold of, so that no rounding adds up."""
        if self._held is None:
            return
        if not pointer.buttons & Qt.MouseButton.LeftButton:  # it was let go outside the window
            self._hold(None)
            return
        at, view = self._held
        if view.units_per_px != self._stage.view.units_per_px:  # the wheel was turned meanwhile
            self._held = (pointer.at, self._stage.view)
            return
        pushed = pointer.at - at
        self._stage.set_view(view.moved(pushed.x(), pushed.y()))

    def release(self, pointer: Pointer) -> None:
        """Let go."""
        self.move(pointer)
        self._hold(None)

    def double_click(self, pointer: Pointer) -> None:
        """Come nearer to a place."""
        if pointer.buttons & Qt.MouseButton.LeftButton:
            self._stage.set_view(self._stage.view.zoomed(_NEARER, pointer.at.x(), pointer.at.y()))

    def leave(self) -> None:
        """Let go."""
        self._hold(None)

    def _hold(self, held: tuple[QPointF, View] | None) -> None:
        self._held = held
        self.cursor = Qt.CursorShape.OpenHandCursor if held is None else Qt.CursorShape.ClosedHandCursor
        self._changed()
