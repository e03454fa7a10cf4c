"""Commands as actions: in their menus, with their keys, and greyed while they are not possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from .part import Command


class CommandActions:
    """The actions of a window's commands; `refresh` after anything that may have changed what is possible."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, tuple[Command, QAction]] = {}

    def menu(self, title: str) -> QMenu:
        """The menu of a title, made when it is first asked for."""
        if title not in self._menus:
            self._menus[title] = self._window.menuBar().addMenu(title)
        return self._menus[title]

    def add(self, commands: Iterable[Command]) -> None:
        """Put commands into their menus."""
        for command in commands:
            action = QAction(command.words, self._window)
            action.setObjectName(command.id)
            action.setShortcut(QKeySequence(command.keys))
            action.setCheckable(command.is_on is not None)
            action.triggered.connect(partial(self._run, command))
            self._window.addAction(action)
            self.menu(command.menu).addAction(action)
            self._actions[command.id] = (command, action)
        self.refresh()

    def action(self, command_id: str) -> QAction:
        """The action of a command, to put it on a tool bar too."""
        return self._actions[command_id][1]

    def commands(self) -> list[Command]:
        """All commands, in the order they were added."""
        return [command for command, _ in self._actions.values()]

    def refresh(self) -> None:
        """Grey what is not possible now, and tick what is on."""
        for command, action in self._actions.values():
            action.setEnabled(command.is_possible())
            if command.is_on is not None:
                action.setChecked(command.is_on())

    def _run(self, command: Command, _is_on: bool = False) -> None:
        command.do()
        self.refresh()
