"""A ring around a place that was found or gone to, so that the eye finds it; it goes away by itself."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme

from .tools.stage import Stage

_SIZE_PX = 40
_SHOWN_MS = 6_000


class PlaceMarker(QWidget):
    """Follows its place when the map is moved."""

    def __init__(self, canvas: QWidget, stage: Stage) -> None:
        super().__init__(canvas)
        self._stage = stage
        self._place: tuple[float, float] | None = None  # lon, lat
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Found place"))
        self.resize(_SIZE_PX, _SIZE_PX)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.clear)
        self.hide()

    def mark(self, lon: float, lat: float, shown_ms: int = _SHOWN_MS) -> None:
        """Put the ring around a place for a while."""
        self._place = (lon, lat)
        self.follow()
        self.show()
        self.raise_()
        self._timer.start(shown_ms)

    def clear(self) -> None:
        """Take the ring away."""
        self._place = None
        self._timer.stop()
        self.hide()

    def follow(self) -> None:
        """The map was moved."""
        if self._place is None:
            return
        at = self._stage.view.pixel(*self._stage.projection.point_to_map(*self._place))
        half = _SIZE_PX / 2
        self.move(round(min(max(at.x() - half, -1e6), 1e6)), round(min(max(at.y() - half, -1e6), 1e6)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_SIZE_PX / 2, _SIZE_PX / 2)
        for colour, width in ((theme.text_halo, 5.0), (theme.selection, 2.5)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(QPointF(), 13, 13)
            for turn in range(4):
                painter.save()
                painter.rotate(90.0 * turn)
                painter.drawLine(QPointF(0, -18), QPointF(0, -9))
                painter.restore()
        painter.end()
