"""How the user is told, and for how long: priority, sound, end of the subscription, age of what was missed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QDateTime, QSignalBlocker, QTimeZone, Signal
from PySide6.QtWidgets import QComboBox, QDateTimeEdit, QGridLayout, QLabel, QWidget

from broker_local.protocol.subscription import Priority, Sound, SubscriptionOptions
from rfers_desktop.language import tr, tr_count
from rfers_desktop.ui.steady_field import steady

_ENDS_H = (1, 4, 12, 24, 72)
_AT_A_MOMENT = "at"
_EXPIRES_H = (1, 6, 24, 72)
_UTC = QTimeZone(QTimeZone.Initialization.UTC)


class OptionFields(QWidget):
    """Four choices; the usual one of each is first."""

    changed = Signal(object)  # SubscriptionOptions

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._options = SubscriptionOptions()
        self.priority = _combo(tr("Priority"), self)
        for priority in Priority:
            self.priority.addItem(tr(priority.value), priority.value)
        self.sound = _combo(tr("Sound"), self)
        self.sound.addItem(tr("by priority"), None)
        for sound in Sound:
            self.sound.addItem(tr(sound.value), sound.value)
        self.ends = _combo(tr("Ends"), self)
        self.ends.addItem(tr("never"), None)
        for hours in _ENDS_H:
            self.ends.addItem(tr_count("in {count} hour", "in {count} hours", hours), hours)
        self.ends.addItem(tr("at a moment (UTC)"), _AT_A_MOMENT)
        self.moment = steady(QDateTimeEdit(self))
        self.moment.setTimeZone(_UTC)
        self.moment.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.moment.setCalendarPopup(True)
        self.moment.setAccessibleName(tr("When it ends, UTC"))
        self.expires = _combo(tr("Missed while away"), self)
        self.expires.addItem(tr("all are kept"), None)
        for hours in _EXPIRES_H:
            words = tr_count("only of the last hour", "only of the last {count} hours", hours)
            self.expires.addItem(words, hours * 3600.0)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        rows = (
            (tr("Pri&ority"), self.priority),
            (tr("So&und"), self.sound),
            (tr("En&ds"), self.ends),
            (tr("&Missed"), self.expires),
        )
        for number, (words, field) in enumerate(rows):
            label = QLabel(words, self)
            label.setBuddy(field)
            grid.addWidget(label, number // 2, 2 * (number % 2))
            grid.addWidget(field, number // 2, 2 * (number % 2) + 1)
        grid.addWidget(self.moment, 2, 1, 1, 3)
        for column in (1, 3):
            grid.setColumnStretch(column, 1)
        self.show_options(self._options)
        for field in (self.priority, self.sound, self.ends, self.expires):
            field.currentIndexChanged.connect(self._tell)
        self.moment.dateTimeChanged.connect(self._tell)

    def show_options(self, options: SubscriptionOptions) -> None:
        """Show what is chosen, without telling."""
        if options == self._options and self.moment.isVisible() == (self.ends.currentData() == _AT_A_MOMENT):
            return
        self._options = options
        parts = (self.priority, self.sound, self.ends, self.expires, self.moment)
        blockers = [QSignalBlocker(part) for part in parts]
        _choose(self.priority, options.priority.value)
        _choose(self.sound, None if options.sound is None else options.sound.value)
        _choose(self.expires, options.expire_after_s)
        if options.ends_at is None:
            _choose(self.ends, None)
        elif options.ends_at != self._chosen_end():
            _choose(self.ends, _AT_A_MOMENT)
            self.moment.setDateTime(QDateTime.fromMSecsSinceEpoch(round(options.ends_at.timestamp() * 1000), _UTC))
        self.moment.setVisible(self.ends.currentData() == _AT_A_MOMENT)
        del blockers

    def _chosen_end(self) -> datetime | None:
        return self._options.ends_at if isinstance(self.ends.currentData(), int) else None

    def _tell(self) -> None:
        chosen = self.ends.currentData()
        self.moment.setVisible(chosen == _AT_A_MOMENT)
        sound, expires = self.sound.currentData(), self.expires.currentData()
        self._options = replace(
            self._options,
            priority=Priority(self.priority.currentData()),
            sound=None if sound is None else Sound(sound),
            ends_at=self._end(chosen),
            expire_after_s=None if expires is None else float(expires),
        )
        self.changed.emit(self._options)

    def _end(self, chosen: object) -> datetime | None:
        now = datetime.fromtimestamp(self._clock(), UTC).replace(microsecond=0)
        if isinstance(chosen, int):
            return now + timedelta(hours=chosen)
        if chosen != _AT_A_MOMENT:
            return None
        if self.moment.dateTime().toMSecsSinceEpoch() / 1000 <= now.timestamp():
            with QSignalBlocker(self.moment):  # a moment that is past is no end; midnight of the next day is one
                tomorrow = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0)
                self.moment.setDateTime(QDateTime.fromMSecsSinceEpoch(round(tomorrow.timestamp() * 1000), _UTC))
        return datetime.fromtimestamp(self.moment.dateTime().toMSecsSinceEpoch() / 1000, UTC)


def _combo(name: str, parent: QWidget) -> QComboBox:
    field = steady(QComboBox(parent))
    field.setAccessibleName(name)
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    field.setMinimumContentsLength(8)
    return field


def _choose(field: QComboBox, data: object) -> None:
    for index in range(field.count()):
        if field.itemData(index) == data:
            field.setCurrentIndex(index)
            return
    field.setCurrentIndex(0)
