"""The table of subscriptions and their states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.drafting.sentences import sentence_about
from rfers_desktop.language import count_text, later, tr
from rfers_desktop.ui.dialogs.colour_field import swatch
from rfers_desktop.ui.look import GAP, Tone, ink, present_theme
from rfers_desktop.ui.themes import data_colour
from rfers_desktop.workspace import NotificationsChanged, SubscriptionRecord, SubscriptionsChanged, SubscriptionState

from .desk_table import DeskTable
from .two_lines import TwoLines

Index = QModelIndex | QPersistentModelIndex
Topics = Mapping[str, Topic]
_WIDTHS = (260, 104, 64)
_ROW_PX = 48
_NAME, _STATE, _TOLD = 0, 1, 2
_STATES = {
    SubscriptionState.PENDING: (later("● asked for"), Tone.WAITING),
    SubscriptionState.LIVE: (later("● live"), Tone.GOOD),
    SubscriptionState.ENDING: (later("● ending"), Tone.WAITING),
    SubscriptionState.REFUSED: (later("● refused"), Tone.BAD),
    SubscriptionState.UNANSWERED: (later("● no answer"), Tone.BAD),
    SubscriptionState.KEPT: (later("● as kept"), Tone.QUIET),
}


def _state_of(record: SubscriptionRecord) -> tuple[str, Tone]:
    if record.state is SubscriptionState.LIVE and record.subscription.is_paused:
        return tr("● paused"), Tone.QUIET
    return _STATES[record.state]


def _where(subscription: Subscription, topics: Topics) -> str:
    spatial = subscription.spatial
    return tr("everywhere") if spatial is None else sentence_about(spatial, topics.get(subscription.topic))


def _topic_title(subscription: Subscription, topics: Topics) -> str:
    return topic_text(topics.get(subscription.topic), subscription.topic)


def _described(record: SubscriptionRecord, topics: Topics) -> str:
    """The name, and below it what is asked for, or what is wrong with it."""
    asked = record.subscription
    if record.reason is not None:
        return f"{asked.name}\n{record.reason}"
    narrowed = f" · {asked.filter.text}" if asked.filter else ""
    return f"{asked.name}\n{_where(asked, topics)}{narrowed} · {_topic_title(asked, topics)}"


_COLUMNS: tuple[tuple[str, Callable[[SubscriptionRecord, Topics], str]], ...] = (
    (later("Subscription"), _described),
    (later("State"), lambda record, _: tr(_state_of(record)[0])),
    (later("Told"), lambda record, _: ""),  # how many notifications it brought
)


class SubscriptionsModel(QAbstractTableModel):
    """One row a subscription, in the order they were first known."""

    def __init__(self, topics: Topics) -> None:
        super().__init__()
        self._topics = topics
        self._rows: list[SubscriptionRecord] = []
        self._counts: Counter[str] = Counter()  # of notifications, by subscription

    def count(self, change: NotificationsChanged) -> None:
        """Notifications came, or went: each counts for all subscriptions it matched."""
        for stored in (*change.added, *change.restored):
            self._counts.update(matched.id for matched in stored.notification.matched)
        for stored in change.removed:
            self._counts.subtract(matched.id for matched in stored.notification.matched)
        if self._rows and (change.added or change.restored or change.removed):
            self.dataChanged.emit(self.index(0, _TOLD), self.index(len(self._rows) - 1, _TOLD))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        is_descending = order == Qt.SortOrder.DescendingOrder
        self.beginResetModel()
        if column == _TOLD:
            self._rows.sort(key=lambda record: self._counts[record.subscription.id], reverse=is_descending)
        elif column >= 0:
            self._rows.sort(key=lambda r: _COLUMNS[column][1](r, self._topics).casefold(), reverse=is_descending)
        self.endResetModel()

    def apply(self, change: SubscriptionsChanged) -> None:
        """Show what changed."""
        for subscription_id in change.removed:
            row = self._find(subscription_id)
            if row is not None:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._rows[row]
                self.endRemoveRows()
        for record in change.changed:
            row = self._find(record.subscription.id)
            if row is None:
                self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows))
                self._rows.append(record)
                self.endInsertRows()
            else:
                self._rows[row] = record
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(_COLUMNS) - 1))

    def clear(self, topics: Topics) -> None:
        """A new desk."""
        self.beginResetModel()
        self._topics = topics
        self._rows = []
        self._counts.clear()
        self.endResetModel()

    def use_topics(self, topics: Topics) -> None:
        """Titles may be others now."""
        self._topics = topics
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(_COLUMNS) - 1))

    def record(self, row: int) -> SubscriptionRecord:
        """What a row shows."""
        return self._rows[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | QColor | QPixmap | None:
        record = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() == _TOLD:
                return count_text(self._counts[record.subscription.id])
            return _COLUMNS[index.column()][1](record, self._topics)
        if role == Qt.ItemDataRole.ToolTipRole:
            return record.reason or _described(record, self._topics).replace(" · ", "\n")
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == _STATE:
            return ink(_state_of(record)[1])
        colour = record.subscription.options.colour
        if role == Qt.ItemDataRole.DecorationRole and index.column() == _STATE and colour is not None:
            return swatch(data_colour(colour, present_theme()))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(_COLUMNS[section][0])
        return None

    def _find(self, subscription_id: str) -> int | None:
        return next((row for row, kept in enumerate(self._rows) if kept.subscription.id == subscription_id), None)


class SubscriptionsPanel(QWidget):
    """The table; a row that is activated is looked up on the map."""

    look_at = Signal(str)  # subscription id
    selection_changed = Signal()

    def __init__(self, topics: Topics, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SubscriptionsModel(topics)
        words = tr("No subscriptions yet. Choose Subscribe to be told of what happens in an area.")
        self.table = DeskTable(self.model, tr("Subscriptions"), words, _WIDTHS, _NAME, self)
        self.table.verticalHeader().setDefaultSectionSize(_ROW_PX)
        self.table.setItemDelegateForColumn(_NAME, TwoLines(self.table))
        self.table.activated.connect(lambda index: self.look_at.emit(self.model.record(index.row()).subscription.id))
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(tr("Search subscriptions"))
        self.words.setAccessibleName(tr("Search subscriptions"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(lambda _: self._hide_others())
        for happened in (self.model.modelReset, self.model.rowsInserted, self.model.rowsRemoved):
            happened.connect(lambda *_: self._hide_others())
        self.table.horizontalHeader().setSortIndicatorShown(True)
        self.table.horizontalHeader().setSectionsClickable(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._sort)
        self.model.modelReset.connect(self.selection_changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        search = QVBoxLayout()
        search.setContentsMargins(GAP, GAP // 2, GAP, GAP // 2)
        search.addWidget(self.words)
        layout.addLayout(search)
        layout.addWidget(self.table)

    def apply(self, change: SubscriptionsChanged) -> None:
        """Show what changed."""
        self.model.apply(change)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        """Sort the rows; the one that is selected stays selected."""
        record = self.selected()
        self.model.sort(column, order)
        for row in range(self.model.rowCount()):
            if record is not None and self.model.record(row).subscription.id == record.subscription.id:
                self.table.selectRow(row)

    def _hide_others(self) -> None:
        """Show the rows that have all the words that are looked for."""
        words = self.words.text().casefold().split()
        for row in range(self.model.rowCount()):
            said = " ".join(str(self.model.data(self.model.index(row, c))) for c in (_NAME, _STATE)).casefold()
            self.table.setRowHidden(row, not all(word in said for word in words))

    def selected(self) -> SubscriptionRecord | None:
        """The subscription that is selected, if one is."""
        row = self.table.selected_row()
        return None if row is None else self.model.record(row)
