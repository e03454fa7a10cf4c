"""Tests of who is at the desk."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.session.items import LinkState, ReplyReceived, StateChanged
from rfers_desktop.ui.dialogs.login import LoginDialog
from tests.unit.rfers_desktop.desk_doubles import LOGIN, received
from tests.unit.rfers_desktop.ui.window_desk import NORTH, WindowDesk

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
    assert dialog.message.text() == "The user name or the password is wrong."
    assert dialog.user.text() == "officer"


def test_logging_in_as_another_begins_with_an_empty_desk(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(received(1), ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    desk.window.log_in(LOGIN)
    assert desk.window.map.mark_count() == 0
    assert desk.window.notifications.rows() == []
    assert desk.window.subscriptions.model.rowCount() == 0
