"""Toasts: what has just been raised, above the corner of the map; one for each subscription, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from rfers_desktop.attribute_text import clock_text
from rfers_desktop.language import count_text, tr
from rfers_desktop.ui.look import GAP
from rfers_desktop.workspace import Alert

from .manners import MANNERS, priority_words

MOST_TOASTS = 4
_WIDTH_PX = 460
_LEAST_WORDS_PX = 270
_RIGHT_OFF = Qt.TextElideMode.ElideRight
_EDGE_PX = 14


class Toast(QFrame):
    """The new alerts of one subscription."""

    acknowledged = Signal()
    looked_at = Signal()
    done = Signal()  # put away, or shown long enough

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self.alerts: dict[tuple[str, str], Alert] = {}
        self.title = _words("field", self)
        self.detail = _words("quiet", self)
        self.acknowledge = QPushButton(tr("Acknowledge"), self)
        self.show_on_map = QPushButton(tr("Show"), self)
        self.put_away = QPushButton("×", self)
        self.put_away.setAccessibleName(tr("Put the toast away; the alert stays in its panel"))
        self.put_away.setToolTip(self.put_away.accessibleName())
        self.put_away.setFixedWidth(30)
        self.acknowledge.clicked.connect(self.acknowledged)
        self.show_on_map.clicked.connect(self.looked_at)
        self.put_away.clicked.connect(self.done)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP + 4, GAP, GAP, GAP)
        row.setSpacing(GAP // 2)
        row.addLayout(words, 1)
        for button in (self.acknowledge, self.show_on_map, self.put_away):
            row.addWidget(button)
        self._until = QTimer(self)
        self._until.setSingleShot(True)
        self._until.timeout.connect(self.done)

    def add(self, alerts: Iterable[Alert]) -> None:
        """Tell of these too, and stay as long as the most important asks for."""
        self.alerts.update((alert.key, alert) for alert in alerts)
        shown_ms = MANNERS[self.first.priority].toast_ms
        if shown_ms is None:
            self._until.stop()
        else:
            self._until.start(shown_ms)
        self._write()

    def keep_only(self, calls: Callable[[Alert], bool]) -> None:
        """Tell no more of what somebody has dealt with."""
        kept = {key: alert for key, alert in self.alerts.items() if calls(alert)}
        if len(kept) != len(self.alerts):
            self.alerts = kept
            self._write()

    @property
    def first(self) -> Alert:
        """The most important, and of these the newest."""
        return max(reversed(self.alerts.values()), key=lambda alert: (alert.priority.rank, alert.last_at))

    def _write(self) -> None:
        if not self.alerts:
            return
        for widget in (self.title, self.detail, self.acknowledge, self.show_on_map):
            widget.ensurePolished()  # its font is that of the look only then
        self.setFixedWidth(max(_WIDTH_PX, self._buttons_px() + _LEAST_WORDS_PX))
        first, count = self.first, len(self.alerts)
        others = "" if count == 1 else tr("and {count} more", count=count_text(count - 1))
        metrics = QFontMetrics(self.title.font())
        room_px = self._words_px() - metrics.horizontalAdvance(f" {others}")
        shown = metrics.elidedText(first.title, _RIGHT_OFF, room_px)
        self.title.setText(f"{shown} {others}".rstrip())
        title = f"{first.title} {others}".rstrip()
        words = [priority_words(first.priority), first.subscription_name, clock_text(first.last_at)]
        whole = " · ".join(words)
        self.detail.setText(QFontMetrics(self.detail.font()).elidedText(whole, _RIGHT_OFF, self._words_px()))
        self.detail.setToolTip(whole)
        self.setAccessibleName(f"{title}. {whole}")
        self.setProperty("urgent", MANNERS[first.priority].is_flashing)
        self.style().polish(self)
        self.adjustSize()

    def _words_px(self) -> int:
        """The room that the buttons leave."""
        return self.width() - self._buttons_px()

    def _buttons_px(self) -> int:
        """With margins, spaces and the frame."""
        buttons = sum(b.sizeHint().width() for b in (self.acknowledge, self.show_on_map))
        return buttons + self.put_away.width() + 5 * GAP


class Toasts(QObject):
    """Stacks toasts at the lower right of a widget; the most important are lowest, where the eye is."""

    acknowledged = Signal(list)  # keys of alerts
    looked_at = Signal(object)  # the Alert

    def __init__(self, above: QWidget) -> None:
        super().__init__(above)
        self._above = above
        self._toasts: dict[str, Toast] = {}  # by subscription
        above.installEventFilter(self)

    @property
    def shown(self) -> list[Toast]:
        """The toasts there are, the most important first."""
        return sorted(
            self._toasts.values(), key=lambda toast: (toast.first.priority.rank, toast.first.last_at), reverse=True
        )

    def raise_alerts(self, ringing: Iterable[Alert]) -> None:
        """Tell of these; many of one subscription are one toast."""
        by_subscription: dict[str, list[Alert]] = {}
        for alert in ringing:
            if MANNERS[alert.priority].toast_ms != 0 and not alert.is_silenced:
                by_subscription.setdefault(alert.subscription_id, []).append(alert)
        for subscription_id, alerts in by_subscription.items():
            toast = self._toasts.get(subscription_id) or self._made(subscription_id)
            toast.add(alerts)
        self._place()

    def keep_only(self, calls: Callable[[Alert], bool]) -> None:
        """Put away what somebody has dealt with."""
        for subscription_id, toast in list(self._toasts.items()):
            toast.keep_only(calls)
            if not toast.alerts:
                self._drop(subscription_id)
        self._place()

    def clear(self) -> None:
        """Tell of nothing."""
        for subscription_id in list(self._toasts):
            self._drop(subscription_id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False

    def _made(self, subscription_id: str) -> Toast:
        toast = self._toasts[subscription_id] = Toast(self._above)
        toast.acknowledged.connect(lambda: self.acknowledged.emit(list(toast.alerts)))
        toast.looked_at.connect(lambda: self.looked_at.emit(toast.first))
        toast.done.connect(partial(self._drop, subscription_id))
        return toast

    def _drop(self, subscription_id: str) -> None:
        toast = self._toasts.pop(subscription_id, None)
        if toast is not None:
            toast.hide()
            toast.deleteLater()
            self._place()

    def _place(self) -> None:
        bottom = self._above.height() - _EDGE_PX
        for number, toast in enumerate(self.shown):
            bottom -= toast.height()
            toast.move(self._above.width() - toast.width() - _EDGE_PX, bottom)
            bottom -= GAP
            is_seen = number < MOST_TOASTS
            if toast.isHidden() == is_seen:
                toast.setVisible(is_seen)
            if is_seen:
                toast.raise_()


def _words(look: str, parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setObjectName(look)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
