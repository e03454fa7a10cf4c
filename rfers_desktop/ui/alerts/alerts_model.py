"""Alerts as a tree: groups where they flood, with all of their alerts below them; else one row each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from rfers_desktop.attribute_text import clock_text
from rfers_desktop.language import count_text, tr
from rfers_desktop.ui.look import Tone, ink
from rfers_desktop.workspace import Alert, AlertGroup, grouped

from .manners import priority_words, state_words, tone_of

Index = QModelIndex | QPersistentModelIndex
_TOP = 0  # an index's id: 0 for groups, the group's row and 1 more for what is in it
TITLE, STATE, COUNT = range(3)


class AlertsModel(QAbstractItemModel):
    """Shown anew as a whole: what matters is at the top, and rows change their places all the time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: list[AlertGroup] = []
        self._now: datetime | None = None

    def show_alerts(self, alerts: Iterable[Alert], now: datetime) -> None:
        """Show these."""
        self.beginResetModel()
        self._groups = grouped(alerts, now)
        self._now = now
        self.endResetModel()

    def alerts_at(self, index: Index) -> tuple[Alert, ...]:
        """The alerts that a row stands for."""
        if not index.isValid():
            return ()
        if index.internalId() == _TOP:
            return self._groups[index.row()].alerts
        return (self._groups[index.internalId() - 1].alerts[index.row()],)

    def name_of(self, index: Index) -> tuple[str, ...]:
        """By what a row is known again when the others around it have changed."""
        alerts = self.alerts_at(index)
        first = alerts[0]
        if len(alerts) == 1:
            return first.key
        return (first.subscription_id, first.state.value, "shelved" if self._is_shelved(first) else "")

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not child.isValid() or child.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._groups)
        if parent.internalId() != _TOP or parent.column() != 0:
            return 0
        count = len(self._groups[parent.row()].alerts)
        return count if count > 1 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Alert"), tr("State"), tr("Events"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | QColor | Qt.AlignmentFlag | None:
        alerts = self.alerts_at(index)
        if not alerts:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(alerts, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._words(alerts, TITLE)
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == STATE:
            most = max(alerts, key=lambda alert: alert.priority.rank).priority
            return ink(Tone.QUIET if self._is_shelved(alerts[0]) else tone_of(alerts[0].state, most))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == COUNT:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _words(self, alerts: tuple[Alert, ...], column: int) -> str:
        first, count = alerts[0], len(alerts)
        if column == COUNT:
            return count_text(sum(alert.events for alert in alerts))
        if column == STATE:
            is_shelved = self._is_shelved(first)
            return f"● {state_words(first, is_shelved)}" if count == 1 else f"● {_group_state(alerts, is_shelved)}"
        at = clock_text(first.last_at)
        if count == 1:
            return f"{first.title}\n{at} · {first.subscription_name} · {priority_words(first.priority)}"
        title = tr("{count} alerts of {name}", count=count_text(count), name=first.subscription_name)
        return f"{title}\n{at} · {priority_words(first.priority)} · {tr('last: {title}', title=first.title)}"

    def _is_shelved(self, alert: Alert) -> bool:
        return self._now is not None and alert.is_shelved(self._now)


def _group_state(alerts: tuple[Alert, ...], is_shelved: bool) -> str:
    """What is so of all of them."""
    if is_shelved:
        return tr("shelved")
    return state_words(replace(alerts[0], is_silenced=all(alert.is_silenced for alert in alerts)), False)
