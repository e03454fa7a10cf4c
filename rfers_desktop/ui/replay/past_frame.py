"""The frame around a replayed map: striped, with its moment in large letters, not to be taken for the present."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import small_font

_EDGE_PX = 10
_HEAD_PX = 40
_STRIPE_PX = 14
_AMBER, _BLACK, _ON_AMBER = QColor("#e0a800"), QColor("#1d1a12"), QColor("#1d1a12")  # in every theme the same


class PastFrame(QWidget):
    """Holds what is of the past; its head says of when."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.moment = ""
        self.setAccessibleName(tr("Replay, not live"))
        column = QVBoxLayout(self)
        column.setContentsMargins(_EDGE_PX, _HEAD_PX, _EDGE_PX, _EDGE_PX)
        column.addWidget(inside)

    def show_moment(self, words: str) -> None:
        """Write the moment that is shown."""
        if words != self.moment:
            self.moment = words
            self.setAccessibleDescription(words)
            self.update(0, 0, self.width(), _HEAD_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_stripes(painter, QRectF(self.rect()))
        font = QFont(small_font(QFont.Weight.Bold))
        font.setPixelSize(18)
        words = f"{tr('REPLAY · not live')}    {self.moment}"
        wide = QFontMetrics(font).horizontalAdvance(words) + 48
        plate = QRectF((self.width() - wide) / 2, 0, wide, _HEAD_PX)
        painter.fillRect(plate, _AMBER)
        painter.setPen(_ON_AMBER)
        painter.setFont(font)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()


def paint_stripes(painter: QPainter, box: QRectF) -> None:
    """Slanting stripes, black on amber, as on barriers."""
    painter.save()
    painter.setClipRect(box)
    painter.fillRect(box, _AMBER)
    painter.setPen(QPen(_BLACK, _STRIPE_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    x = box.left() - box.height()
    while x < box.right():
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += 4 * _STRIPE_PX
    painter.restore()
