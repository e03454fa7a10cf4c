"""The places of what a draft would have matched, as hollow dots above the map; the newest are the boldest."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from broker_local.protocol.requests import PastMatch
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.canvas import MapCanvas

_RADIUS_PX = 5.0
_FAINTEST = 0.35


class DryRunDots(QWidget):
    """Covers the map, takes no clicks, and is painted only when the answer or the view is another."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._places: list[tuple[float, float]] = []  # lon, lat; newest first
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("What would have matched"))
        self.hide()
        canvas.installEventFilter(self)
        canvas.view_changed.connect(lambda _: self.update())

    def show_past(self, past: Sequence[PastMatch]) -> None:
        """Mark these."""
        self._places = [match.place for match in past if match.place is not None]
        self.setGeometry(self._canvas.rect())
        self.setVisible(bool(self._places))
        self.update()

    def count(self) -> int:
        """How many are marked."""
        return len(self._places)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self._canvas.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view, projection = present_theme(), self._canvas.view, self._canvas.projection
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in reversed(range(len(self._places))):
            at = view.pixel(*projection.point_to_map(*self._places[number]))
            painter.setOpacity(1.0 - (1.0 - _FAINTEST) * number / len(self._places))
            for colour, width in ((theme.text_halo, 4.5), (theme.measure, 2.0)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawEllipse(QPointF(at), _RADIUS_PX, _RADIUS_PX)
        painter.end()
