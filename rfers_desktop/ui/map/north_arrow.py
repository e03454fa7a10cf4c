"""The arrow that points north: not always straight up, in other projections than Mercator."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme, small_font

from .corner_widget import CornerWidget

_SIZE_PX = 44
_PLATE_ALPHA = 0.85
_STRAIGHT_DEG = 0.05


class NorthArrow(CornerWidget):
    """Half filled, so that it reads in black and white."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas, Qt.Corner.TopRightCorner)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("North arrow"))
        self.resize(_SIZE_PX, _SIZE_PX)
        self.north_deg = 0.0
        self.point(0.0)

    def point(self, north_deg: float) -> None:
        """Point so many degrees clockwise from straight up."""
        self.north_deg = north_deg
        is_straight = abs(north_deg) < _STRAIGHT_DEG
        angle = f"{abs(north_deg):.1f}"
        right, left = (
            tr("North is {angle}° to the right of up", angle=angle),
            tr("North is {angle}° to the left of up", angle=angle),
        )
        self.setAccessibleDescription(tr("North is up") if is_straight else right if north_deg > 0 else left)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QColor(theme.panel)
        plate.setAlphaF(_PLATE_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(plate)
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.translate(_SIZE_PX / 2, _SIZE_PX / 2)
        painter.rotate(self.north_deg)
        ink = QColor(theme.text)
        painter.setPen(QPen(ink, 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        tip, notch = QPointF(0, -7), QPointF(0, 11)
        for side, filling in ((-1, QColor(theme.panel)), (1, ink)):
            painter.setBrush(filling)
            painter.drawPolygon(QPolygonF([tip, QPointF(side * 7, 16), notch]))
        painter.setFont(small_font(QFont.Weight.Bold))
        painter.drawText(QRectF(-10, -21, 20, 14), Qt.AlignmentFlag.AlignCenter, "N")
        painter.end()
