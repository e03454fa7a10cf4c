"""A label on the map: text on a small plate, so that it can be read on any ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from rfers_desktop.ui.look import TEXT, small_font

_PAD_X = 5.0
_PAD_Y = 2.0
_WIDEST_PX = 240.0


class LabelPlate:
    """A label, laid out once and drawn where its owner says."""

    def __init__(self, text: str, paper: str = "#ffffff", ink: str = TEXT, opacity: float = 0.88) -> None:
        self._font = small_font()
        metrics = QFontMetricsF(self._font)
        self.text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST_PX)
        self.size = QSizeF(metrics.horizontalAdvance(self.text) + 2 * _PAD_X, metrics.height() + 2 * _PAD_Y)
        self._paper = QColor(paper)
        self._paper.setAlphaF(opacity)
        self._ink = QColor(ink)

    def paint(self, painter: QPainter, top_left: QPointF) -> None:
        """Draw the plate with its upper left corner at a place in pixels."""
        plate = QRectF(top_left.toPoint(), self.size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._paper)
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(self._ink)
        painter.setFont(self._font)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, self.text)
