"""The table of notifications with what narrows it: words, topic, subscription, and a filter over attributes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.sure_bar import SureDelegate
from rfers_desktop.workspace import NotificationsChanged, StoredNotification

from .desk_table import DeskTable
from .notifications_model import DETAILS, SURE, NotificationsModel, Topics, columns
from .row_bar import RowBar
from .row_choice import RowChoice


class NotificationsPanel(QWidget):
    """The newest first, unless a click on a heading sorts it. A row that is activated is looked up on the map."""

    look_at = Signal(object)  # StoredNotification
    selected = Signal(object)  # StoredNotification, or None

    def __init__(self, topics: Topics, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = NotificationsModel(topics, self)
        self.bar = RowBar(topics, self)
        widths = tuple(column.width_px for column in columns())
        self.table = DeskTable(self.model, tr("Notifications"), _nothing_yet(), widths, DETAILS, self, widths[DETAILS])
        self.table.setItemDelegateForColumn(SURE, SureDelegate(self.table))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        self._current: StoredNotification | None = None
        self.bar.chosen.connect(self._choose)
        self.bar.left.connect(self.table.setFocus)
        self.model.counted.connect(self.bar.show_count)
        self.model.modelAboutToBeReset.connect(self._remember)
        self.model.modelReset.connect(self._select_again)
        self.table.activated.connect(lambda index: self.look_at.emit(self.model.stored(index.row())))
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._tell_selected())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.table, 1)

    def apply(self, change: NotificationsChanged) -> None:
        """Show what changed."""
        self.model.apply(change)
        self.bar.hear_of(change)

    def clear(self, topics: Topics) -> None:
        """A new desk."""
        self._current = None
        self.bar.clear(topics)
        self.model.clear(topics)

    def use_topics(self, topics: Topics) -> None:
        """Titles and units may be others now."""
        self.bar.use_topics(topics)
        self.model.use_topics(topics)

    def rows(self) -> Sequence[StoredNotification]:
        """What is shown, in the order of the rows."""
        return [self.model.stored(row) for row in range(self.model.rowCount())]

    def selection(self) -> list[StoredNotification]:
        """The notifications that are selected, in the order of the rows."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.model.stored(row) for row in rows]

    def select(self, stored: StoredNotification) -> bool:
        """Select one notification and bring it into view; False if it is not among those shown."""
        row = self.model.row_of(stored)
        if row is None:
            return False
        index = self.model.index(row, 0)
        self.table.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        )
        self.table.scrollTo(index)
        return True

    def search(self) -> None:
        """Let the user type what to look for."""
        self.bar.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.words.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.bar.is_narrowing:
            self.bar.reset()
        else:
            super().keyPressEvent(event)

    def _choose(self, choice: RowChoice) -> None:
        self.table.say_when_empty(tr("None is like that.") if self.bar.is_narrowing else _nothing_yet())
        self.model.choose(choice)

    def _tell_selected(self) -> None:
        rows = self.table.selectionModel().selectedRows()
        self.selected.emit(self.model.stored(rows[0].row()) if len(rows) == 1 else None)

    def _remember(self) -> None:
        chosen = self.selection() if self.model.rowCount() else []
        self._current = chosen[0] if len(chosen) == 1 else None

    def _select_again(self) -> None:
        if self._current is not None and not self.select(self._current):
            self.selected.emit(None)


def _nothing_yet() -> str:
    return tr("Nothing yet. What your subscriptions match appears here, newest first.")
