"""A plain click on the map, whatever tool is at hand: who wants to know what was clicked is told."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent

from rfers_desktop.layers.marks import MarkKey

from .canvas import MapCanvas
from .tools.identify import IdentifyTool
from .tools.pan import PanTool
from .tools.plain_tool import is_click

_TOOLS = (PanTool, IdentifyTool)  # a click of another tool measures or draws, and is no question


class ClickWatch(QObject):
    """Looks on without taking part: tools get every event as before."""

    def __init__(self, canvas: MapCanvas, told: Callable[[list[MarkKey]], None]) -> None:
        """`told` gets the marks at the place, the nearest first; none if there is nothing."""
        super().__init__(canvas)
        self._canvas = canvas
        self._told = told
        self._pressed: QPointF | None = None
        canvas.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell of a left button that went down and up at one place."""
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            if event.type() == QEvent.Type.MouseButtonPress:
                self._pressed = event.position()
            elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed is not None:
                pressed, self._pressed = self._pressed, None
                if is_click(pressed, event.position()) and isinstance(self._canvas.tool, _TOOLS):
                    self._told(self._canvas.objects_at(pressed.x(), pressed.y()))
        return False
