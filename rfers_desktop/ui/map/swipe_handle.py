"""The handle on the line between before and after: dragged across the map, or moved by the arrow keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme, small_font

_HEIGHT_PX = 30
_MIDDLE_PX = 34.0  # of the grip between the words
_PAD_PX = 10.0
_KEY_STEP = 0.02  # of the width of the map


class SwipeHandle(QWidget):
    """Tells by `moved` where on the map it was put; whoever listens says by `stand_at` where it is."""

    moved = Signal(float)  # pixels from the left edge of the map

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._before = self._after = ""
        self._at_px = 0.0
        self._held_px: float | None = None  # where in the handle the mouse took hold of it, from its middle
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Line between before and after"))
        self.setToolTip(tr("Drag, or press the arrow keys, to move the line between before and after"))
        canvas.installEventFilter(self)
        self.hide()

    def name_sides(self, before: str, after: str) -> None:
        """What is to the left and to the right of the line."""
        if (before, after) != (self._before, self._after):
            self._before, self._after = before, after
            self.setAccessibleDescription(f"{before} | {after}")
            self.resize(math.ceil(_MIDDLE_PX + 2 * (self._side_px() + _PAD_PX)), _HEIGHT_PX)
            self.stand_at(self._at_px)
            self.update()

    def stand_at(self, px: float) -> None:
        """Stand on the line; if it has left the map, at the edge where it went out, to be pulled in again."""
        self._at_px = px
        middle = min(max(px, 0.0), float(self._canvas.width()))
        self.move(round(middle - self.width() / 2), (self._canvas.height() - self.height()) // 2)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the height."""
        if event.type() == QEvent.Type.Resize:
            self.stand_at(self._at_px)
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held_px = event.position().x() - self.width() / 2

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held_px is not None:
            self._go(self.mapToParent(event.position()).x() - self._held_px)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held_px = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if steps is None:
            event.ignore()
        else:
            self._go(self._at_px + steps * _KEY_STEP * self._canvas.width())

    def focusInEvent(self, event: QEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_marked = self.hasFocus() or self._held_px is not None
        painter.setPen(QPen(QColor(theme.accent if is_marked else theme.text), 2.0 if is_marked else 1.0))
        painter.setBrush(QColor(theme.plate))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _HEIGHT_PX / 2, _HEIGHT_PX / 2)
        painter.setPen(QColor(theme.text))
        painter.setFont(small_font(QFont.Weight.DemiBold))
        side = QRectF(_PAD_PX, 0, self._side_px(), _HEIGHT_PX)
        painter.drawText(side, Qt.AlignmentFlag.AlignCenter, self._before)
        side.moveRight(self.width() - _PAD_PX)
        painter.drawText(side, Qt.AlignmentFlag.AlignCenter, self._after)
        middle = QPointF(self.width() / 2, _HEIGHT_PX / 2)
        painter.setBrush(QColor(theme.text))
        for way in (-1, 1):
            tip = middle + QPointF(way * 11, 0)
            painter.drawPolygon(QPolygonF([tip, tip + QPointF(-way * 6, -5), tip + QPointF(-way * 6, 5)]))
        painter.drawLine(middle - QPointF(0, 9), middle + QPointF(0, 9))
        painter.end()

    def _go(self, px: float) -> None:
        self.moved.emit(min(max(px, 0.0), float(self._canvas.width())))

    def _side_px(self) -> float:
        metrics = QFontMetricsF(small_font(QFont.Weight.DemiBold))
        return max(metrics.horizontalAdvance(words) for words in (self._before, self._after))
