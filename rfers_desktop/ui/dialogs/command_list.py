"""A list of commands with their menus and keys, found by a few letters."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.command_actions import CommandActions, plain_words
from rfers_desktop.ui.fuzzy_find import best_first
from rfers_desktop.ui.part import Command
from rfers_desktop.ui.shortcuts import shown_keys

_ID = Qt.ItemDataRole.UserRole
_KEYS = 2


class CommandList(QTreeWidget):
    """One row a command. Keys that the user chose are in bold."""

    def __init__(self, commands: CommandActions, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._rows: dict[str, tuple[Command, QTreeWidgetItem]] = {}
        self.setAccessibleName(name)
        self.setRootIsDecorated(False)
        self.setHeaderLabels([tr("Command"), tr("Menu"), tr("Keys")])
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, _KEYS):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def show_found(self, query: str, *, possible_first: bool) -> None:
        """Show what answers a query, best first; with `possible_first` what cannot be given now is grey and last."""
        before = self.current()
        commands = self._commands.commands()
        names = [(plain_words(command.words), plain_words(f"{command.menu} {command.words}")) for command in commands]
        found = best_first(query, zip(commands, names))
        if possible_first:
            found.sort(key=lambda command: not command.is_possible())  # keeps the order within both
        self.clear()
        self._rows = {}
        for command in found:
            item = QTreeWidgetItem([plain_words(command.words), plain_words(command.menu), ""])
            item.setData(0, _ID, command.id)
            item.setDisabled(possible_first and not command.is_possible())
            self.addTopLevelItem(item)
            self._rows[command.id] = (command, item)
        self.write_keys()
        if found:
            self.choose(before.id if before in found and not query else found[0].id)

    def shown(self) -> list[str]:
        """The ids of the commands that are shown, from the top down."""
        return list(self._rows)

    def current(self) -> Command | None:
        """The command that is selected."""
        item = self.currentItem()
        row = self._rows.get(item.data(0, _ID)) if item is not None else None
        return row[0] if row is not None else None

    def choose(self, command_id: str) -> None:
        """Select a command."""
        self.setCurrentItem(self._rows[command_id][1])

    def write_keys(self) -> None:
        """Write beside every command the keys it has now."""
        for command, item in self._rows.values():
            item.setText(_KEYS, shown_keys(self._commands.keys_of(command)))
            font = item.font(_KEYS)
            font.setBold(not self._commands.shortcuts.is_usual(command))
            item.setFont(_KEYS, font)
