"""Commands as actions: in their menus, with their keys, and greyed while they are not possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from rfers_desktop.language import tr

from .part import Command
from .shortcuts import Shortcuts, shown_keys


def menu_order() -> tuple[str, ...]:
    """The titles of the menus from left to right; others stand before the last."""
    return (
        tr("&File"),
        tr("&Subscription"),
        tr("&Map"),
        tr("&View"),
        tr("&Alerts"),
        tr("&Data"),
        tr("&Replay"),
        tr("S&cenarios"),
        tr("&Help"),
    )


class CommandActions:
    """The actions of a window's commands; `refresh` after anything that may have changed what is possible."""

    def __init__(self, window: QMainWindow, shortcuts: Shortcuts | None = None) -> None:
        """Without shortcuts every command has its usual keys at first."""
        self._window = window
        self._order = {plain_words(title): place for place, title in enumerate(menu_order())}
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, tuple[Command, QAction]] = {}
        self.shortcuts = shortcuts if shortcuts is not None else Shortcuts(None)

    def menu(self, title: str) -> QMenu:
        """The menu of a title, made at its place when it is first asked for."""
        name = plain_words(title)
        if name not in self._menus:
            menu = QMenu(title, self._window)
            later = (other for other in sorted(self._menus, key=self._place) if self._place(other) > self._place(name))
            before = next(later, None)
            bar = self._window.menuBar()
            bar.insertMenu(self._menus[before].menuAction(), menu) if before is not None else bar.addMenu(menu)
            self._menus[name] = menu
        return self._menus[name]

    def add(self, commands: Iterable[Command]) -> None:
        """Put commands into their menus."""
        for command in commands:
            action = QAction(command.words, self._window)
            action.setObjectName(command.id)
            action.setCheckable(command.is_on is not None)
            action.setAutoRepeat(False)  # a key that is held does what it does once: it acknowledges one alert, not all
            action.triggered.connect(partial(self._run, command))
            self._window.addAction(action)
            self._hold(command, action)
        self.refresh()

    def adopt(self, command_id: str, menu: str, action: QAction, words: str = "") -> None:
        """Make a command of an action that somebody else keeps: it is in a menu too, and its keys can be chosen.

        `words` are for actions whose own are clear only beside their picture.
        """
        action.setText(words or action.text())
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.PortableText)
        self._hold(Command(command_id, action.text(), menu, action.trigger, keys, action.isEnabled), action)

    def action(self, command_id: str) -> QAction:
        """The action of a command, to put it on a tool bar too."""
        return self._actions[command_id][1]

    def commands(self) -> list[Command]:
        """All commands, in the order they were added."""
        return [command for command, _ in self._actions.values()]

    def keys_of(self, command: Command) -> str:
        """The keys that give a command now."""
        return self.shortcuts.keys_of(command)

    def use_shortcuts(self) -> None:
        """The keys were changed: let every action answer to its own."""
        for command, action in self._actions.values():
            self._give_keys(command, action)

    def refresh(self) -> None:
        """Grey what is not possible now, and tick what is on."""
        for command, action in self._actions.values():
            action.setEnabled(command.is_possible())
            if command.is_on is not None:
                action.setChecked(command.is_on())

    def run(self, command_id: str) -> None:
        """Have a command done, if it is possible now."""
        command, action = self._actions[command_id]
        if command.is_possible():
            action.trigger()

    def _hold(self, command: Command, action: QAction) -> None:
        self.menu(command.menu).addAction(action)
        self._actions[command.id] = (command, action)
        self._give_keys(command, action)

    def _give_keys(self, command: Command, action: QAction) -> None:
        keys = self.keys_of(command)
        action.setShortcut(QKeySequence(keys))
        words = plain_words(command.words)
        action.setToolTip(f"{words} ({shown_keys(keys)})" if keys else words)

    def _place(self, menu: str) -> float:
        return self._order.get(menu, len(self._order) - 1.5)

    def _run(self, command: Command, _is_on: bool = False) -> None:
        command.do()
        self.refresh()


def plain_words(words: str) -> str:
    """A command's words without the mark of its letter and without the dots: its name."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")
