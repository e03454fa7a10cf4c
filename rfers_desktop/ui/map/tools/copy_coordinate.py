"""The pin: a click puts the coordinates of a place on the clipboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from rfers_desktop.language import later, tr
from rfers_desktop.ui.map.tool import Pointer

from .plain_tool import ClickTool, nothing
from .stage import Stage


class CopyCoordinateTool(ClickTool):
    """Writes them in the format of the read-out."""

    name = later("Copy coordinates")
    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self, stage: Stage, words: Callable[[float, float], str], on_change: Callable[[], None] = nothing
    ) -> None:
        super().__init__(stage, on_change)
        self._words = words
        self._copied = ""

    def hint(self) -> str:
        """What the next click will do, and what the last one did."""
        asking = tr("Click a place to copy its coordinates")
        return tr("Copied {copied}. {asking}", copied=self._copied, asking=asking) if self._copied else asking

    def click(self, pointer: Pointer) -> None:
        """Copy."""
        self._copied = self._words(*self._stage.projection.point_to_lonlat(pointer.x, pointer.y))
        QGuiApplication.clipboard().setText(self._copied)
        self._changed()

    def leave(self) -> None:
        """Say no more what was copied."""
        self._copied = ""
        self._changed()
