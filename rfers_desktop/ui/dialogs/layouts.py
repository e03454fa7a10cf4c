"""Named layouts: choose one, save the present one, delete, or begin anew with the usual one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QListWidget, QPushButton, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.layouts import Layouts
from rfers_desktop.ui.look import GAP

_LONGEST_NAME = 60


class LayoutsDialog(QDialog):
    """What is chosen is seen at once behind the dialog."""

    def __init__(self, layouts: Layouts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Layouts"))
        self._layouts = layouts
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Saved layouts"))
        self.name = QLineEdit(self)
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setAccessibleName(tr("Name of the layout"))
        self.name.setPlaceholderText(tr("Name for the present layout"))
        self.save = self._button(tr("&Save"), self._save)
        self.use = self._button(tr("&Use"), self._use)
        self.delete = self._button(tr("&Delete"), self._delete)
        self.reset = self._button(tr("&Reset to the usual layout"), layouts.reset)
        self.done_button = self._button(tr("&Close"), self.accept)
        self.list.currentTextChanged.connect(self._enable)
        self.list.itemActivated.connect(lambda _: self._use())
        self.name.textChanged.connect(self._enable)
        self.name.returnPressed.connect(self._save)
        self._lay_out()
        self._refill()

    def _button(self, words: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())
        return button

    def _lay_out(self) -> None:
        label = QLabel(tr("Where panels and bars are, kept by name:"), self)
        label.setBuddy(self.list)
        saving, using = QHBoxLayout(), QHBoxLayout()
        saving.addWidget(self.name, 1)
        saving.addWidget(self.save)
        for widget in (self.use, self.delete, self.reset):
            using.addWidget(widget)
        using.addStretch(1)
        using.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        column.addWidget(label)
        column.addWidget(self.list, 1)
        column.addLayout(saving)
        column.addLayout(using)

    def _refill(self, current: str = "") -> None:
        names = self._layouts.names()
        self.list.clear()
        self.list.addItems(names)
        if current in names:
            self.list.setCurrentRow(names.index(current))
        self._enable()

    def _chosen(self) -> str:
        item = self.list.currentItem()
        return item.text() if item is not None else ""

    def _save(self) -> None:
        name = self.name.text().strip()
        if name:
            self._layouts.save(name)
            self.name.clear()
            self._refill(name)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _use(self) -> None:
        self._layouts.use(self._chosen())

    def _delete(self) -> None:
        self._layouts.delete(self._chosen())
        self._refill()

    def _enable(self) -> None:
        has_one = bool(self._chosen())
        self.use.setEnabled(has_one)
        self.delete.setEnabled(has_one)
        self.save.setEnabled(bool(self.name.text().strip()))
