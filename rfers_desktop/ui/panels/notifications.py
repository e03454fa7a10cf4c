"""The table of notifications, newest first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import clock_text, moment_text
from rfers_desktop.layers.looks import facts_of, name_of
from rfers_desktop.workspace import NotificationsChanged, StoredNotification

from .desk_table import DeskTable

Index = QModelIndex | QPersistentModelIndex
Topics = Mapping[str, Topic]
_WIDTHS = (60, 162, 226, 136, 200, 190, 124)
_DETAILS = 4


def _topic_title(stored: StoredNotification, topics: Topics) -> str:
    name = stored.notification.event.topic
    topic = topics.get(name)
    return topic.title if topic is not None and topic.title else name


def _what(stored: StoredNotification, topics: Topics) -> str:
    event = stored.notification.event
    return name_of(event, topics.get(event.topic)) or "—"


def _details(stored: StoredNotification, topics: Topics) -> str:
    event = stored.notification.event
    return facts_of(event, topics.get(event.topic))


_COLUMNS: tuple[tuple[str, Callable[[StoredNotification, Topics], str]], ...] = (
    ("No.", lambda stored, _: str(stored.notification.number)),
    ("Happened (UTC)", lambda stored, _: moment_text(stored.notification.event.time)),
    ("Topic", _topic_title),
    ("What", _what),
    ("Details", _details),
    ("Matched", lambda stored, _: ", ".join(matched.name for matched in stored.notification.matched)),
    ("Received (UTC)", lambda stored, _: clock_text(stored.received_at)),
)


class NotificationsModel(QAbstractTableModel):
    """Rows are kept oldest first and shown newest first, so that arrivals are appended."""

    def __init__(self, topics: Topics) -> None:
        super().__init__()
        self._topics = topics
        self._rows: list[StoredNotification] = []

    def apply(self, change: NotificationsChanged) -> None:
        """Show what came; drop what went."""
        for removed in change.removed:
            self._remove(removed)
        restored = sorted(change.restored, key=lambda stored: stored.place)
        if restored:  # older than all there is
            end = len(self._rows)
            self.beginInsertRows(QModelIndex(), end, end + len(restored) - 1)
            self._rows[:0] = restored
            self.endInsertRows()
        added = sorted(change.added, key=lambda stored: stored.place)
        if added and (not self._rows or added[0].place > self._rows[-1].place):
            self.beginInsertRows(QModelIndex(), 0, len(added) - 1)
            self._rows.extend(added)
            self.endInsertRows()
        else:
            for stored in added:
                self._insert(stored)

    def clear(self, topics: Topics) -> None:
        """A new desk."""
        self.beginResetModel()
        self._topics = topics
        self._rows = []
        self.endResetModel()

    def use_topics(self, topics: Topics) -> None:
        """Titles and units may be others now."""
        self._topics = topics
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(_COLUMNS) - 1))

    def stored(self, row: int) -> StoredNotification:
        """What a row shows."""
        return self._rows[len(self._rows) - 1 - row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return _COLUMNS[index.column()][1](self.stored(index.row()), self._topics)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _COLUMNS[section][0]
        return None

    def _insert(self, stored: StoredNotification) -> None:
        at = bisect_left(self._rows, stored.place, key=lambda kept: kept.place)
        row = len(self._rows) - at
        self.beginInsertRows(QModelIndex(), row, row)
        self._rows.insert(at, stored)
        self.endInsertRows()

    def _remove(self, stored: StoredNotification) -> None:
        at = bisect_left(self._rows, stored.place, key=lambda kept: kept.place)
        if at < len(self._rows) and self._rows[at].place == stored.place:
            row = len(self._rows) - 1 - at
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._rows[at]
            self.endRemoveRows()


class NotificationsPanel(QWidget):
    """The table; a row that is activated is looked up on the map."""

    look_at = Signal(object)  # StoredNotification

    def __init__(self, topics: Topics, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = NotificationsModel(topics)
        words = "Nothing yet. What your subscriptions match appears here, newest first."
        self.table = DeskTable(self.model, "Notifications", words, _WIDTHS, _DETAILS, self)
        self.table.activated.connect(lambda index: self.look_at.emit(self.model.stored(index.row())))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)

    def apply(self, change: NotificationsChanged) -> None:
        """Show what changed."""
        self.model.apply(change)

    def rows(self) -> Sequence[StoredNotification]:
        """What is shown, newest first."""
        return [self.model.stored(row) for row in range(self.model.rowCount())]
