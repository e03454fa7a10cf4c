"""The whole window for tests, with a session whose other end is the test."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolBar, QToolButton

from rfers_desktop.session.items import LinkState, StateChanged
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace
from tests.builders import A_MOMENT, a_subscription, a_zone
from tests.unit.rfers_desktop.desk_doubles import LOGIN, FakeSession

LEFT = Qt.MouseButton.LeftButton
NORTH = a_subscription(id="north", zone=a_zone(), name="North sector")


class WindowDesk:
    """The window of a test, and what it is connected to."""

    def __init__(self, settings: Path | None = None, repositories: Path | None = None) -> None:
        self.session = FakeSession()
        self.wake_up = WakeUp()
        self.workspace = Workspace(self.wake_up, self.session.open, repositories)
        self.now_s = A_MOMENT.timestamp() + 5
        self.window = MainWindow(self.workspace, self.wake_up, settings, clock=lambda: self.now_s)

    def log_in(self) -> None:
        self.window.log_in(LOGIN)
        self.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))

    def tell(self, *items: object) -> None:
        self.session.tell(items)  # type: ignore[arg-type]
        self.window.drain()

    def button(self, name: str) -> QToolButton:
        bar = self.window.findChild(QToolBar, "Tools")
        assert isinstance(bar, QToolBar)
        return next(button for button in bar.findChildren(QToolButton) if button.accessibleName() == name)

    def said(self, name: str) -> str:
        return next(label.text() for label in self.window.findChildren(QLabel) if label.accessibleName() == name)
