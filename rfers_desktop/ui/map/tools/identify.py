"""The question mark: a click asks every layer what it has there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen

from rfers_desktop.language import later, tr
from rfers_desktop.layers.identify import Identified, IdentifySource, Spot, identify_all
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

from .plain_tool import ClickTool, nothing
from .stage import Stage

_REACH_PX = 8.0
_RING_PX = 9.0

Told = Callable[[Spot, tuple[Identified, ...]], None]


class IdentifyTool(ClickTool):
    """Shows a ring where it asked, and hands the answers on."""

    name = later("Identify")
    cursor = Qt.CursorShape.WhatsThisCursor

    def __init__(
        self,
        stage: Stage,
        sources: Callable[[], Sequence[IdentifySource]],
        told: Told,
        on_change: Callable[[], None] = nothing,
    ) -> None:
        super().__init__(stage, on_change)
        self._sources = sources
        self._told = told
        self._asked_at: tuple[float, float] | None = None  # lon, lat

    def hint(self) -> str:
        """What the next click will do."""
        return tr("Click a place to see what all layers have there")

    def click(self, pointer: Pointer) -> None:
        """Ask."""
        lon, lat = self._stage.projection.point_to_lonlat(pointer.x, pointer.y)
        at, units = pointer.at, self._stage.view.units_per_px
        spot = Spot(lon, lat, pointer.x, pointer.y, at.x(), at.y(), _REACH_PX, units)
        self._asked_at = (lon, lat)
        self._changed()
        self._told(spot, identify_all(self._sources(), spot))

    def key(self, event: QKeyEvent) -> bool:
        """Esc takes the ring away."""
        if event.key() != Qt.Key.Key_Escape or self._asked_at is None:
            return False
        self.leave()
        return True

    def leave(self) -> None:
        """Take the ring away."""
        self._start = self._asked_at = None
        self._changed()

    def reach(self, view: View) -> list[QRectF]:
        """The ring's."""
        middle = self._middle(view)
        return [] if middle is None else [QRectF(-1, -1, 2, 2).adjusted(*_around(_RING_PX + 2)).translated(middle)]

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw the ring."""
        middle = self._middle(view)
        if middle is None:
            return
        theme = present_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((theme.text_halo, 4.0), (theme.selection, 2.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(middle, _RING_PX, _RING_PX)

    def _middle(self, view: View) -> QPointF | None:
        if self._asked_at is None:
            return None
        return view.pixel(*self._stage.projection.point_to_map(*self._asked_at))


def _around(px: float) -> tuple[float, float, float, float]:
    return -px, -px, px, px
