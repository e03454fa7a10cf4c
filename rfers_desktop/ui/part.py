"""What a part of the window brings along: commands for menus and keys, panels to dock, and an eye for changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from rfers_desktop.change import Change
from rfers_desktop.workspace import StoredNotification, Workspace

from .map_pane import MapPane
from .notice import Notice


def always() -> bool:
    """The answer of commands that can always be given."""
    return True


def nothing() -> None:
    """Does nothing."""


def nowhere(_panel_id: str) -> None:
    """Reveals nothing: for windows without docks."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something the user can have done, from a menu, by keys or from the command palette."""

    id: str  # "zone.circle": by which settings remember its keys; never shown
    words: str  # as the menu says it, in the user's language, with & before its letter and … if it asks more
    menu: str  # the title of its menu, in the user's language
    do: Callable[[], object] = field(compare=False)
    keys: str = ""  # the usual shortcut
    is_possible: Callable[[], bool] = field(default=always, compare=False)  # asked anew after each change
    is_on: Callable[[], bool] | None = field(default=None, compare=False)  # for commands that switch something


@dataclass(frozen=True, slots=True)
class Panel:
    """A widget that docks at an edge of the window."""

    id: str  # by which layouts remember it
    title: str
    widget: QWidget
    area: Qt.DockWidgetArea = Qt.DockWidgetArea.RightDockWidgetArea
    is_open: bool = True  # at first; one that is not is opened when it is needed, or from the View menu
    help: str = ""  # the page of the manual that F1 opens while it has the focus
    is_long: bool = False  # higher than a small window leaves it: it is scrolled then
    is_beside: bool = False  # not behind the others at its edge, but below them: to be seen together with them
    seen: Callable[[], object] = field(default=nothing, compare=False)  # called when it comes before the user's eyes


@dataclass(slots=True)
class Selection:
    """Which notifications the user has before them: whoever shows them says so here, for the other parts."""

    current: Callable[[], StoredNotification | None] = lambda: None  # the one whose details are shown
    selected: Callable[[], Sequence[StoredNotification]] = lambda: ()
    shown: Callable[[], Sequence[StoredNotification]] = lambda: ()
    told: list[Callable[[StoredNotification | None], None]] = field(default_factory=list)  # when current is another

    def tell(self) -> None:
        """Current is another now."""
        stored = self.current()
        for listener in self.told:
            listener(stored)


@dataclass(frozen=True, slots=True)
class Desk:
    """What parts may use of the window they are in."""

    window: QMainWindow
    workspace: Workspace
    pane: MapPane
    notice: Notice
    settings: Path  # the folder of what is remembered
    clock: Callable[[], float]
    apply: Callable[[Change], None]  # brings the whole window up to date with a change that a part caused
    reveal: Callable[[str], None] = nowhere  # brings a panel before the user's eyes by its id, or "map"
    refresh: Callable[[], None] = nothing  # has it asked anew which commands are possible
    selection: Selection = field(default_factory=Selection)


class Part(Protocol):
    """One job of the window, with everything that belongs to it; a new one is a row in parts.py."""

    def commands(self) -> Sequence[Command]: ...
    def panels(self) -> Sequence[Panel]: ...
    def show(self, change: Change) -> None: ...
    def close(self) -> None: ...
