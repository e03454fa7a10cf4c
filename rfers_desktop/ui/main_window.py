"""The window of a desk: its parts put together, and brought up to date by every change."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QMainWindow, QToolBar, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.workspace import Change, Login, Workspace

from .command_actions import CommandActions, plain_words
from .docks import Docks
from .frame_commands import FrameCommands
from .help_focus import HELP
from .layouts import Layouts
from .login_part import LoginPart
from .map_pane import MapPane
from .notice import Notice
from .notifications_part import NotificationsPart
from .pages import Pages
from .part import Desk, Part
from .parts import PARTS
from .repository.part import RepositoryPart
from .setting import HasSettings, Setting
from .shortcuts import Shortcuts
from .status_line import StatusLine
from .subscribe.part import SubscribePart
from .subscriptions_part import SubscriptionsPart
from .thread_border import WakeUp

_P = TypeVar("_P")
_FIRST_SIZE = QSize(1280, 800)  # at least; on a larger screen most of it
_FIRST_SHARE = 0.85
_MOST_TOLD = 3  # problems of one change; the notice has no room for more
_TICK_MS = 500  # how often deadlines are looked at when nothing comes
_BAR = ("subscription.new", "subscription.end", None, "session.log_in")  # the commands on it; None is a line between


class MainWindow(QMainWindow):
    """Calls the workspace, and draws the changes it is given."""

    def __init__(
        self,
        workspace: Workspace,
        wake_up: WakeUp,
        settings: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`settings` is the folder of what is remembered; without it nothing outlives the window."""
        super().__init__()
        self._workspace = workspace
        self._clock = clock
        self._passing = None if settings is not None else TemporaryDirectory(prefix="rfers-")
        self.setWindowTitle("RFERS")
        self.resize((self.screen().availableSize() * _FIRST_SHARE).expandedTo(_FIRST_SIZE))
        folder = settings if settings is not None else Path(self._passing.name if self._passing is not None else ".")
        self._middle = QWidget(self)
        self.setCentralWidget(self._middle)  # before the parts: some lie above whatever is in it
        self.notice = Notice(self)
        self.pane = MapPane(self, workspace, folder)
        self.map = self.pane.canvas
        self.commands = CommandActions(self, Shortcuts(folder / "shortcuts.json"))
        self.docks = Docks(self)
        desk = Desk(
            self, workspace, self.pane, self.notice, folder, clock, self.show_change, self._reveal, self._refresh
        )
        self.parts: tuple[Part, ...] = tuple(make(desk) for make in PARTS)
        self.login_part = self.part(LoginPart)
        self.subscriptions = self.part(SubscriptionsPart).panel
        self.notifications = self.part(NotificationsPart).panel
        self.part(RepositoryPart).use_as_zone.connect(self.part(SubscribePart).take_zone)
        self.map.setProperty(HELP, "map")
        self._lay_out(folder)
        self._status = StatusLine(self, self.pane)
        self.show_change(Change(link=workspace.link))
        self.layouts.restore_last()
        wake_up.then(self.drain)
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._on_tick)
        self._tick.start(_TICK_MS)

    def part(self, kind: type[_P]) -> _P:
        """The part of a kind."""
        return next(part for part in self.parts if isinstance(part, kind))

    def drain(self) -> None:
        """Take in and show what the session has heard."""
        self.show_change(self._workspace.drain())

    def show_change(self, change: Change) -> None:
        """Bring the window up to date."""
        if change.is_new_desk:
            self.notice.show_problem("")
        for part in self.parts:
            part.show(change)
        for problem in change.problems[-_MOST_TOLD:]:
            self.notice.show_problem(problem)
        if change.link is not None:
            self._status.show_link(self._workspace.link)
        self._status.show_count(self.notifications.model.rowCount())
        self.commands.refresh()

    def log_in(self, login: Login) -> None:
        """Begin a session for a user."""
        self.login_part.log_in(login)

    def ask_login(self, server: str = "", user: str = "") -> None:
        """Open the login dialog; the window goes on living behind it."""
        self.login_part.ask(server, user)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._tick.stop()
        self.pages.show_map()
        self.layouts.close()
        self.hide()
        for part in self.parts:
            part.close()
        self._workspace.close()
        self.pane.close()
        if self._passing is not None:
            self._passing.cleanup()
        super().closeEvent(event)

    def _on_tick(self) -> None:
        self.drain()
        self.map.set_clock(self._clock())

    def _reveal(self, panel_id: str) -> None:
        self.pages.reveal(panel_id)

    def _refresh(self) -> None:
        self.commands.refresh()

    def _settings_of_parts(self) -> list[Setting]:
        return [row for part in self.parts if isinstance(part, HasSettings) for row in part.settings()]

    def _lay_out(self, folder: Path) -> None:
        self.docks.add(panel for part in self.parts for panel in part.panels())
        self.pages = Pages(self, self.docks, self.map, self.pane.bar)
        column = QVBoxLayout(self._middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.pages, 1)
        for part in self.parts:
            self.commands.add(part.commands())
        self._bar = QToolBar(tr("Tools"), self)
        self._bar.setObjectName("Tools")
        self.addToolBar(self._bar)
        self.addToolBarBreak()
        self.addToolBar(self.pane.bar)
        self.layouts = Layouts(self, self.docks, folder / "layouts.json")
        self.frame = FrameCommands(self, self.commands, self.docks, self.pages, self.layouts, self._settings_of_parts)
        self.frame.adopt_map_actions(self.pane)
        self._fill_bar()

    def _fill_bar(self) -> None:
        bar = self._bar
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.addWidget(self.pages.tabs)
        bar.addSeparator()
        for command_id in _BAR:
            if command_id is None:
                bar.addSeparator()
                continue
            action = self.commands.action(command_id)
            bar.addAction(action)
            button = bar.widgetForAction(action)
            button.setAccessibleName(plain_words(action.text()))
            action.changed.connect(partial(_name_as_shown, button, action))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        bar.widgetForAction(self.commands.action("subscription.new")).setObjectName("primary")


def _name_as_shown(button: QWidget, action: QAction) -> None:
    button.setAccessibleName(plain_words(action.iconText()))
