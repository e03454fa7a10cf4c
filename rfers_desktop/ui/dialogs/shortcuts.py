"""The keys of every command, to be changed: what another command has already is refused, with its name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr
from rfers_desktop.ui.command_actions import CommandActions, plain_words
from rfers_desktop.ui.look import GAP, WIDE_GAP
from rfers_desktop.ui.shortcuts import shown_keys

from .command_list import CommandList

_SIZE_PX = (640, 520)
_KEYS_PX = 130  # room for three keys together, in any language


class ShortcutsDialog(QDialog):
    """What is changed holds at once, and the next time."""

    def __init__(self, commands: CommandActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(*_SIZE_PX)
        self._commands = commands
        self.query = QLineEdit(self)
        self.query.setAccessibleName(tr("Find a command"))
        self.query.setPlaceholderText(tr("Find a command"))
        self.query.setClearButtonEnabled(True)
        self.list = CommandList(commands, tr("Commands and their keys"), self)
        self.keys = QKeySequenceEdit(self)
        self.keys.setAccessibleName(tr("New keys"))
        self.keys.setMaximumSequenceLength(1)
        self.keys.setMinimumWidth(_KEYS_PX)
        self.message = QLabel(self)
        self.message.setObjectName("wrong")
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(tr("Shortcuts message"))
        self.assign = self._button(tr("&Assign"), self._assign)
        self.remove = self._button(tr("&No keys"), lambda: self._give(""))
        self.usual = self._button(tr("&Usual keys"), self._give_usual)
        self.reset = self._button(tr("&Reset all"), self._reset)
        self.done_button = self._button(tr("&Close"), self.accept)
        self._lay_out()
        self.query.textChanged.connect(self._find)
        self.list.currentItemChanged.connect(lambda *_: self._chosen())
        self.keys.keySequenceChanged.connect(lambda _: self._enable())
        self._find("")

    def _button(self, words: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())
        return button

    def _lay_out(self) -> None:
        label = QLabel(tr("New &keys:"), self)
        label.setBuddy(self.keys)
        change, end = QHBoxLayout(), QHBoxLayout()
        change.addWidget(label)
        change.addWidget(self.keys, 1)
        for button in (self.assign, self.remove, self.usual):
            change.addWidget(button)
        end.addWidget(self.reset)
        end.addStretch(1)
        end.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_GAP, WIDE_GAP, WIDE_GAP, WIDE_GAP)
        column.setSpacing(GAP)
        column.addWidget(self.query)
        column.addWidget(self.list, 1)
        column.addLayout(change)
        column.addWidget(self.message)
        column.addLayout(end)

    def _find(self, query: str) -> None:
        self.list.show_found(query, possible_first=False)
        self._enable()

    def _chosen(self) -> None:
        command = self.list.current()
        self.message.clear()
        self.keys.setKeySequence(QKeySequence("" if command is None else self._commands.keys_of(command)))
        self._enable()

    def _assign(self) -> None:
        self._give(self.keys.keySequence().toString(QKeySequence.SequenceFormat.PortableText))

    def _give_usual(self) -> None:
        command = self.list.current()
        if command is not None:
            self._give(command.keys)

    def _give(self, keys: str) -> None:
        command = self.list.current()
        if command is None:
            return
        others = (other for other in self._commands.commands() if other.id != command.id)
        holder = self._commands.shortcuts.holder(keys, others)
        if holder is not None:
            self.message.setText(
                tr("{keys} already gives “{command}”.", keys=shown_keys(keys), command=plain_words(holder.words))
            )
            return
        self._commands.shortcuts.choose(command, keys)
        self._changed()

    def _reset(self) -> None:
        self._commands.shortcuts.reset()
        self._changed()

    def _changed(self) -> None:
        self._commands.use_shortcuts()
        self.list.write_keys()
        self._chosen()

    def _enable(self) -> None:
        command = self.list.current()
        self.assign.setEnabled(command is not None and not self.keys.keySequence().isEmpty())
        self.remove.setEnabled(command is not None and bool(self._commands.keys_of(command)))
        self.usual.setEnabled(command is not None and not self._commands.shortcuts.is_usual(command))
