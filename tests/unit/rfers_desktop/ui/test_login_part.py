"""Tests of who is at the desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.local_companion import Failed, Progress, Ready, Starting
from rfers_desktop.session.items import LinkState, ReplyReceived, StateChanged
from rfers_desktop.ui.dialogs.login import LoginDialog
from rfers_desktop.workspace import Login
from tests.unit.rfers_desktop.desk_doubles import LOGIN, received
from tests.unit.rfers_desktop.ui.window_desk import LEFT, NORTH, WindowDesk

pytestmark = pytest.mark.display


def test_the_login_dialog_stays_until_the_broker_lets_the_user_in(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.window.ask_login("station:1883", "officer")
    dialog = desk.window.findChild(LoginDialog)
    assert isinstance(dialog, LoginDialog)
    qtbot.keyClicks(dialog.password, "secret")
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    assert desk.session.logins == [LOGIN]
    assert dialog.isVisible()
    desk.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))
    assert not dialog.isVisible()


def test_a_refused_login_asks_again_and_says_why(desk: WindowDesk) -> None:
    desk.window.log_in(LOGIN)
    desk.tell(StateChanged(LinkState.REFUSED, "the user name or the password is wrong"))
    dialog = desk.window.findChild(LoginDialog)
    assert isinstance(dialog, LoginDialog)
    assert dialog.isVisible()
    assert dialog.message.text().startswith("The user name or the password is wrong.")
    assert dialog.user.text() == "officer"


def test_the_button_of_who_is_in_does_not_ask_in_again(desk: WindowDesk) -> None:
    assert desk.button("Log in").isVisible()
    desk.log_in()
    assert desk.button("Change user").isVisible()


def test_logging_in_as_another_begins_with_an_empty_desk(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(received(1), ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    desk.window.log_in(LOGIN)
    assert desk.window.map.mark_count() == 0
    assert desk.window.notifications.rows() == []
    assert desk.window.subscriptions.model.rowCount() == 0


def test_the_last_server_and_user_are_remembered_and_the_password_is_not(qtbot: QtBot, tmp_path: Path) -> None:
    first = WindowDesk(tmp_path)
    qtbot.addWidget(first.window)
    first.window.ask_login("station:1883", "officer")
    dialog = first.window.login_part.dialog
    assert dialog is not None
    qtbot.keyClicks(dialog.password, "hunter2 the secret")
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    first.tell(StateChanged(LinkState.ONLINE, "online"))
    first.window.close()
    assert not any(b"hunter2" in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    second = WindowDesk(tmp_path)
    qtbot.addWidget(second.window)
    second.window.ask_login()
    again = second.window.login_part.dialog
    assert again is not None
    assert (again.server.currentText(), again.user.text(), again.password.text()) == ("station:1883", "officer", "")
    second.window.close()


class FakeCompanion:
    """A companion on this computer whose progress the test tells."""

    def __init__(self) -> None:
        self.progress: Progress = Starting("Starting the companion…")
        self.users: list[str] = []
        self.ends: list[str] = []

    def begin(self, user: str) -> None:
        self.users.append(user)

    def look(self) -> Progress:
        return self.progress

    def stop(self) -> None:
        self.ends.append("stopped")

    def leave(self) -> None:
        self.ends.append("left")


def on_this_computer(desk: WindowDesk, qtbot: QtBot) -> tuple[FakeCompanion, LoginDialog]:
    companion = FakeCompanion()
    desk.window.login_part.companion = companion  # type: ignore[assignment]
    desk.window.ask_login("station:1883", "officer")
    dialog = desk.window.login_part.dialog
    assert dialog is not None
    qtbot.mouseClick(dialog.here, LEFT)
    return companion, dialog


def test_this_computer_shows_progress_and_logs_in_when_it_is_ready(desk: WindowDesk, qtbot: QtBot) -> None:
    companion, dialog = on_this_computer(desk, qtbot)
    qtbot.waitUntil(lambda: dialog.message.text() == "Starting the companion…")
    companion.progress = Ready("127.0.0.1", 4711, "officer", "of this time")
    qtbot.waitUntil(lambda: bool(desk.session.logins))
    assert desk.session.logins == [Login("officer", "127.0.0.1", 4711, "of this time")]
    desk.tell(StateChanged(LinkState.ONLINE, "online"))
    assert not dialog.isVisible()


def test_this_computer_says_why_it_did_not_start(desk: WindowDesk, qtbot: QtBot) -> None:
    companion, dialog = on_this_computer(desk, qtbot)
    companion.progress = Failed("The companion did not start: no room.")
    qtbot.waitUntil(lambda: dialog.message.text() == "The companion did not start: no room.")
    assert dialog.here.isEnabled()


@pytest.mark.parametrize(("is_kept", "end"), [(False, "stopped"), (True, "left")])
def test_the_companion_ends_with_the_desk_unless_it_is_to_stay(
    desk: WindowDesk, qtbot: QtBot, is_kept: bool, end: str
) -> None:
    companion, dialog = on_this_computer(desk, qtbot)
    dialog.keep.setChecked(is_kept)
    desk.window.close()
    assert companion.ends == [end]


def test_logging_out_clears_the_desk(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(received(1))
    desk.window.commands.run("session.log_out")
    assert desk.window.notifications.rows() == []
    assert desk.window.windowTitle() == "RFERS"
    assert not desk.window.commands.action("session.log_out").isEnabled()


def test_offline_shows_what_was_received_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    online = WindowDesk(tmp_path / "settings", tmp_path / "repositories")
    qtbot.addWidget(online.window)
    online.log_in()
    online.tell(received(1), ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    online.window.close()
    offline = WindowDesk(tmp_path / "settings", tmp_path / "repositories")
    qtbot.addWidget(offline.window)
    offline.window.show()
    offline.window.ask_login()
    dialog = offline.window.login_part.dialog
    assert dialog is not None
    qtbot.mouseClick(dialog.offline, LEFT)
    assert not dialog.isVisible()
    qtbot.waitUntil(lambda: offline.window.notifications.model.rowCount() == 1)
    assert offline.window.subscriptions.model.rowCount() == 1
    assert offline.said("Link state").endswith("Offline")
    offline.window.close()
