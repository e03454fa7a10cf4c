"""The time line of a replay: how much happened when, where we are, and a hand on it."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from rfers_desktop.language import tr
from rfers_desktop.past.playback import MINUTE_US, Playback
from rfers_desktop.past.result import Timeline
from rfers_desktop.ui.look import present_theme, small_font
from rfers_desktop.ui.themes import contrast

_HEIGHT_PX = 96
_AXIS_PX = 20
_SIDE_PX = 12
_COLUMN_PX = 3  # at least; one that is wider is a minute
_TICK_PX = 110  # at least between two times on the axis
_STEPS_S = (60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86_400, 7 * 86_400, 30 * 86_400)
_LEAST_CONTRAST = 3.0  # of what is no text (WCAG 2.2)
_SECOND_US = 1_000_000


class TimelineWidget(QWidget):
    """A click or a drag seeks; with Shift it marks an interval. Arrows step a minute, Page keys an hour."""

    sought = Signal(object)  # microseconds since 1970, too many for a C int
    marked = Signal(object, object)
    stepped = Signal(int)  # minutes

    def __init__(self, timeline: Timeline, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline = timeline
        self._playback = playback
        self._mark_from: int | None = None
        self.setAccessibleName(tr("Time line"))
        self.setToolTip(tr("Click or drag to another moment; with Shift, mark the interval that is shown"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT_PX)

    def sizeHint(self) -> QSize:
        return QSize(600, _HEIGHT_PX)

    def show_playback(self, playback: Playback) -> None:
        """The replay stands elsewhere."""
        self._playback = playback
        self.update()

    def moment_at(self, px: float) -> int:
        """The moment below a place of the widget."""
        share = min(max((px - _SIDE_PX) / max(self.width() - 2 * _SIDE_PX, 1), 0.0), 1.0)
        return round(self._playback.begin_us + share * (self._playback.end_us - self._playback.begin_us))

    def place_of(self, moment_us: int) -> float:
        """Where a moment is, in pixels from the left."""
        length = max(self._playback.end_us - self._playback.begin_us, 1)
        return _SIDE_PX + (moment_us - self._playback.begin_us) / length * (self.width() - 2 * _SIDE_PX)

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The counts of all and of matched events by column of the histogram."""
        length = max(self._playback.end_us - self._playback.begin_us, 1)
        count = max(min((self.width() - 2 * _SIDE_PX) // _COLUMN_PX, -(-length // MINUTE_US)), 1)
        at = (self._timeline.minutes_us - self._playback.begin_us) * count // length
        at = np.clip(at, 0, count - 1)
        everything = np.bincount(at, self._timeline.events, count).astype(np.int64)
        return everything, np.bincount(at, self._timeline.matched, count).astype(np.int64)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        moment = self.moment_at(event.position().x())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._mark_from = moment
        else:
            self.sought.emit(moment)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        moment = self.moment_at(event.position().x())
        if self._mark_from is not None:
            self.marked.emit(self._mark_from, moment)
        elif event.buttons() & Qt.MouseButton.LeftButton:
            self.sought.emit(moment)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._mark_from = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -60,
            Qt.Key.Key_PageDown: 60,
        }
        key = Qt.Key(event.key())
        if key in steps:
            self.stepped.emit(steps[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.sought.emit(self._playback.begin_us if key == Qt.Key.Key_Home else self._playback.end_us)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        first, last = self._playback.shown()
        shown = QRectF(self.place_of(first), 0, max(self.place_of(last) - self.place_of(first), 1), self._ground())
        painter.fillRect(shown, QColor(theme.selected))
        is_seen = contrast(theme.accent, theme.selected) >= _LEAST_CONTRAST  # not by night
        loud = theme.accent if is_seen else theme.focus
        self._paint_bars(painter, QColor(theme.field_line), QColor(loud))
        if not self._timeline.events.any():
            painter.setPen(QColor(theme.quiet_text))
            space = self.rect().adjusted(_SIDE_PX, 0, -_SIDE_PX, -_AXIS_PX)
            painter.drawText(space, Qt.AlignmentFlag.AlignCenter, tr("No event is archived of this period."))
        self._paint_axis(painter, QColor(theme.quiet_text), QColor(theme.line))
        self._paint_hand(painter, QColor(theme.text))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _ground(self) -> int:
        return self.height() - _AXIS_PX

    def _paint_bars(self, painter: QPainter, quiet: QColor, loud: QColor) -> None:
        everything, matched = self.columns()
        most = max(int(everything.max(initial=0)), 1)
        room = self._ground() - 6
        wide = (self.width() - 2 * _SIDE_PX) / len(everything)
        for counts, colour in ((everything, quiet), (matched, loud)):
            for column in np.flatnonzero(counts).tolist():
                high = max(round(room * int(counts[column]) / most), 1)
                left, right = (_SIDE_PX + round(edge * wide) for edge in (column, column + 1))
                painter.fillRect(left, self._ground() - high, right - left - 1, high, colour)

    def _paint_axis(self, painter: QPainter, ink: QColor, line: QColor) -> None:
        painter.setPen(line)
        painter.drawLine(_SIDE_PX, self._ground(), self.width() - _SIDE_PX, self._ground())
        painter.setPen(ink)
        painter.setFont(small_font())
        length_s = (self._playback.end_us - self._playback.begin_us) / _SECOND_US
        most = max((self.width() - 2 * _SIDE_PX) // _TICK_PX, 1)
        step_s = next((step for step in _STEPS_S if length_s / step <= most), _STEPS_S[-1])
        tick = -(-self._playback.begin_us // (step_s * _SECOND_US)) * step_s * _SECOND_US
        while tick <= self._playback.end_us:
            x = self.place_of(tick)
            painter.drawLine(QPointF(x, self._ground()), QPointF(x, self._ground() + 4))
            moment = datetime.fromtimestamp(tick / _SECOND_US, UTC)
            words = f"{moment:%m-%d}" if step_s >= 86_400 else f"{moment:%H:%M}"
            if step_s < 86_400 and moment.hour == moment.minute == 0:
                words = f"{moment:%m-%d}"
            box = QRectF(x - _TICK_PX / 2, self._ground() + 3, _TICK_PX, _AXIS_PX - 3)
            left = min(max(box.left(), 0.0), self.width() - box.width())
            painter.drawText(QRectF(left, box.top(), box.width(), box.height()), Qt.AlignmentFlag.AlignCenter, words)
            tick += step_s * _SECOND_US

    def _paint_hand(self, painter: QPainter, ink: QColor) -> None:
        x = self.place_of(self._playback.now_us)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 2))
        painter.drawLine(QPointF(x, 0), QPointF(x, self._ground()))
        painter.setBrush(ink)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([QPointF(x - 6, 0), QPointF(x + 6, 0), QPointF(x, 8)]))
