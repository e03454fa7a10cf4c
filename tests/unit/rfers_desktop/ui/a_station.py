"""A whole window with somebody logged in, and the session behind it."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from rfers_desktop.session.items import SessionItem
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace
from tests.unit.rfers_desktop.desk_doubles import LOGIN, FakeSession


class Station:
    """`folder` is where the desk keeps what it receives."""

    def __init__(self, qtbot: QtBot, folder: Path | None = None) -> None:
        self.session, wake_up = FakeSession(), WakeUp()
        self.workspace = Workspace(wake_up, self.session.open, folder)
        self.window = MainWindow(self.workspace, wake_up)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.log_in(LOGIN)

    def hear(self, *items: SessionItem) -> None:
        """Let the session tell something, and the window take it in."""
        self.session.tell(items)
        self.window.drain()
