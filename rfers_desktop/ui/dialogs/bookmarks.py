"""The bookmarks: a list to go to, to add to, to rename and to delete from."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import tr
from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.look import WIDE_GAP

_SIZE_PX = (420, 420)


class BookmarksDialog(QDialog):
    """Names can be changed in the list itself (F2 or a double click on the name chosen)."""

    chosen = Signal(str)
    changed = Signal()

    def __init__(self, bookmarks: Bookmarks, here: Callable[[], MapPlace], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bookmarks = bookmarks
        self._here = here
        self.setWindowTitle(tr("Bookmarks"))
        self.resize(*_SIZE_PX)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of a new bookmark"))
        self.name.setPlaceholderText(tr("Name of what the map shows now"))
        self.add = self._button(tr("Add"), self._add)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Bookmarks"))
        self.list.setEditTriggers(QListWidget.EditTrigger.EditKeyPressed)
        self.message = QLabel(bookmarks.problem, self)
        self.message.setObjectName("wrong")
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(tr("Bookmarks message"))
        self.go = self._button(tr("Go there"), self._go)
        self.rename = self._button(tr("Rename"), self._begin_rename)
        self.delete = self._button(tr("Delete"), self._delete)
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.name, 1)
        top.addWidget(self.add)
        for button in (self.rename, self.delete):
            bottom.addWidget(button)
        bottom.addStretch(1)
        bottom.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_GAP, WIDE_GAP, WIDE_GAP, WIDE_GAP)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addWidget(self.message)
        column.addLayout(bottom)
        self.name.textChanged.connect(self._enable)
        self.name.returnPressed.connect(self._add)
        self.list.itemSelectionChanged.connect(self._enable)
        self.list.itemActivated.connect(lambda _: self._go())
        self.list.itemChanged.connect(self._renamed)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list, self._delete)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._fill()

    def _button(self, words: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())
        return button

    def _selected(self) -> str | None:
        items = self.list.selectedItems()
        return str(items[0].data(Qt.ItemDataRole.UserRole)) if items else None

    def _fill(self, select: str | None = None) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for name in self._bookmarks.names():
            item = QListWidgetItem(name, self.list)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            if name == select:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._enable()

    def _enable(self) -> None:
        is_any = self._selected() is not None
        for button in (self.go, self.rename, self.delete):
            button.setEnabled(is_any)
        self.add.setEnabled(bool(self.name.text().strip()))

    def _do(self, change: Callable[[], None], select: str | None) -> bool:
        """Change the bookmarks, or say why not."""
        try:
            change()
        except (ProtocolError, OSError) as error:
            self.message.setText(str(error))
            self._fill(self._selected())
            return False
        self.message.setText("")
        self._fill(select)
        self.changed.emit()
        return True

    def _add(self) -> None:
        name = " ".join(self.name.text().split())
        if name and self._do(lambda: self._bookmarks.add(name, self._here()), name):
            self.name.clear()

    def _go(self) -> None:
        name = self._selected()
        if name is not None:
            self.chosen.emit(name)

    def _begin_rename(self) -> None:
        if self.list.selectedItems():
            self.list.editItem(self.list.selectedItems()[0])

    def _renamed(self, item: QListWidgetItem) -> None:
        old, new = str(item.data(Qt.ItemDataRole.UserRole)), item.text()
        if new != old:
            self._do(lambda: self._bookmarks.rename(old, new), " ".join(new.split()))

    def _delete(self) -> None:
        name = self._selected()
        if name is not None:
            self._do(lambda: self._bookmarks.remove(name), None)
