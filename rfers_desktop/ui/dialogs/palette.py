"""The command palette: every command by a few letters of its name, with its keys beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.command_actions import CommandActions
from rfers_desktop.ui.look import GAP

from .command_list import CommandList

_SIZE_PX = (620, 420)
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class PaletteDialog(QDialog):
    """Type, and Return gives the command that stands first; those that are not possible now are grey and do nothing."""

    chosen = Signal(str)  # the command's id

    def __init__(self, commands: CommandActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Commands"))
        self.resize(*_SIZE_PX)
        self.query = QLineEdit(self)
        self.query.setAccessibleName(tr("Find a command"))
        self.query.setPlaceholderText(tr("Type a few letters of what you want to do"))
        self.query.setClearButtonEnabled(True)
        self.query.installEventFilter(self)
        self.list = CommandList(commands, tr("Commands"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.addWidget(self.query)
        column.addWidget(self.list, 1)
        self.query.textChanged.connect(self._find)
        self.query.returnPressed.connect(self._choose)
        self.list.itemActivated.connect(lambda _: self._choose())
        self._find("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_press = event.type() == QEvent.Type.KeyPress and watched is self.query
        if is_press and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            self.list.keyPressEvent(event)  # arrows move in the list while the letters go to the field
            return True
        return super().eventFilter(watched, event)

    def _find(self, query: str) -> None:
        self.list.show_found(query, possible_first=True)

    def _choose(self) -> None:
        command = self.list.current()
        if command is not None and command.is_possible():
            self.accept()
            self.chosen.emit(command.id)
