"""The last hour at a glance: for each subscription a number and a bar a minute."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from rfers_desktop.language import count_text, tr
from rfers_desktop.ui.look import GAP, present_theme, small_font
from rfers_desktop.workspace import HourCount

_ROW_PX = 56
_BARS_PX = 24


class Dashboard(QScrollArea):
    """Rows, the busiest first; bars share one scale, so that they can be compared."""

    looked_at = Signal()  # it has come into view, and should say what is so now

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = _Rows()
        self.setWidget(self.rows)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("The last hour of each subscription"))

    def show_counts(self, counts: Sequence[HourCount]) -> None:
        """Show these."""
        self.rows.show_counts(counts)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.looked_at.emit()


class _Rows(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.counts: Sequence[HourCount] = ()

    def show_counts(self, counts: Sequence[HourCount]) -> None:
        if list(counts) == list(self.counts):
            return
        self.counts = counts
        self.setMinimumHeight(len(counts) * _ROW_PX + GAP)
        self.setAccessibleDescription("; ".join(f"{count.name}: {count.total}" for count in counts))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        if not self.counts:
            painter.setPen(QColor(theme.quiet_text))
            words = tr("No subscriptions yet: there is nothing to count.")
            painter.drawText(self.rect().adjusted(16, 12, -16, 0), Qt.AlignmentFlag.AlignHCenter, words)
        most = max((max(count.minutes) for count in self.counts), default=0)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        for row, count in enumerate(self.counts):
            self._paint_row(painter, count, QRectF(12, row * _ROW_PX + 6, self.width() - 24, _ROW_PX - 10), most, bold)
        painter.end()

    def _paint_row(self, painter: QPainter, count: HourCount, box: QRectF, most: int, bold: QFont) -> None:
        theme = present_theme()
        number = count_text(count.total)
        painter.setFont(bold)
        painter.setPen(QColor(theme.text if count.total else theme.quiet_text))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, number)
        room = box.width() - QFontMetricsF(bold).horizontalAdvance(number) - 2 * GAP
        painter.setFont(self.font())
        name = QFontMetricsF(self.font()).elidedText(count.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
        bottom, width = box.bottom(), box.width() / len(count.minutes)
        painter.fillRect(QRectF(box.left(), bottom, box.width(), 1), QColor(theme.line))
        for minute, events in enumerate(count.minutes):
            if events:
                height = max(2.0, _BARS_PX * events / most)
                bar = QRectF(box.left() + minute * width, bottom - height, max(1.0, width - 1), height)
                painter.fillRect(bar, QColor(theme.zone_live))
        if count.total == 0:
            painter.setFont(small_font())
            painter.setPen(QColor(theme.quiet_text))
            quiet = box.adjusted(0, 0, 0, -4)
            painter.drawText(quiet, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, tr("nothing in an hour"))
