"""The scale bar in the corner of the map."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from rfers_desktop.geo.scale import length_text, round_length
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme, small_font
from rfers_desktop.ui.themes import Theme

_WIDEST_PX = 140.0
_PAD_PX = 8.0
_HEIGHT_PX = 34
_TICK_PX = 6.0
_PLATE_OPACITY = 0.85


class ScaleBar(QWidget):
    """A bar of a round length."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Scale bar"))
        self.length_m = 0.0
        self._bar_px = 0.0
        self._picture = QPixmap()
        self._drawn: tuple[float, float, Theme, float] | None = None

    def show_scale(self, ground_m_per_pixel: float) -> None:
        """Fit the bar to a new scale."""
        length_m = round_length(_WIDEST_PX * ground_m_per_pixel)
        bar_px = round(length_m / ground_m_per_pixel, 1)
        if (length_m, bar_px) == (self.length_m, self._bar_px):
            return
        self.length_m, self._bar_px = length_m, bar_px
        self.setAccessibleDescription(length_text(self.length_m))
        self.resize(round(self._bar_px + 2 * _PAD_PX), _HEIGHT_PX)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.length_m:
            return
        shown = self.length_m, self._bar_px, present_theme(), self.devicePixelRatioF()
        if self._drawn != shown:  # a map that is moved shows the same bar again and again
            self._drawn = shown
            self._picture = QPixmap(self.size() * self.devicePixelRatioF())
            self._picture.setDevicePixelRatio(self.devicePixelRatioF())
            self._picture.fill(Qt.GlobalColor.transparent)
            self._draw(QPainter(self._picture))
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        theme = present_theme()
        plate = QColor(theme.plate)
        plate.setAlphaF(_PLATE_OPACITY)
        painter.setBrush(plate)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        left, right, base = _PAD_PX, _PAD_PX + self._bar_px, self.height() - _PAD_PX
        painter.setPen(QPen(QColor(theme.text), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawPolyline(
            [QPointF(left, base - _TICK_PX), QPointF(left, base), QPointF(right, base), QPointF(right, base - _TICK_PX)]
        )
        painter.setFont(small_font())
        words = QRectF(left, 3, self._bar_px, base - _TICK_PX / 2 - 3)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, length_text(self.length_m))
        painter.end()
