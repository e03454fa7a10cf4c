"""Tests of the login dialog, filled in by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from rfers_desktop.recent_logins import RecentLogins
from rfers_desktop.ui.dialogs.login import LoginDialog
from rfers_desktop.workspace import LinkReport, LinkState, Login

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton


def a_dialog(qtbot: QtBot, server: str = "station:1883", user: str = "officer") -> LoginDialog:
    dialog = LoginDialog(server, user)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.open()
    return dialog


def asked_of(dialog: LoginDialog) -> list[Login]:
    asked: list[Login] = []
    dialog.asked.connect(asked.append)
    return asked


def test_what_is_typed_is_asked_for(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot, "", "")
    asked = asked_of(dialog)
    assert dialog.server.hasFocus()
    qtbot.keyClicks(dialog.server, "fire.example:2883")
    qtbot.keyClick(dialog.server, Qt.Key.Key_Tab)
    assert dialog.user.hasFocus()
    qtbot.keyClicks(dialog.user, "chief")
    qtbot.keyClick(dialog.user, Qt.Key.Key_Tab)
    assert dialog.password.hasFocus()
    qtbot.keyClicks(dialog.password, "top secret")
    qtbot.mouseClick(dialog.log_in, LEFT)
    assert asked == [Login("chief", "fire.example", 2883, "top secret")]


def test_return_in_the_password_logs_in(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    asked = asked_of(dialog)
    assert dialog.password.hasFocus()
    qtbot.keyClicks(dialog.password, "secret")
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    assert asked == [Login("officer", "station", 1883, "secret")]


def test_the_password_is_not_shown(qtbot: QtBot) -> None:
    assert a_dialog(qtbot).password.echoMode() is QLineEdit.EchoMode.Password


@pytest.mark.parametrize(
    ("server", "user", "words"),
    [
        ("station:99999", "officer", "Server: expected a port from 1 to 65535, got '99999'."),
        ("", "officer", "Server: expected host:port, got nothing."),
        ("station", "", "User: expected"),
        ("station", "a/b", "User: expected"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_tried(qtbot: QtBot, server: str, user: str, words: str) -> None:
    dialog = a_dialog(qtbot, server, user)
    asked = asked_of(dialog)
    qtbot.mouseClick(dialog.log_in, LEFT)
    assert dialog.message.text().startswith(words)
    assert asked == []
    assert dialog.log_in.isEnabled()


def tried(qtbot: QtBot) -> LoginDialog:
    dialog = a_dialog(qtbot)
    qtbot.mouseClick(dialog.log_in, LEFT)
    return dialog


def test_while_it_connects_it_says_so_and_cannot_be_asked_twice(qtbot: QtBot) -> None:
    dialog = tried(qtbot)
    assert dialog.message.text() == "Connecting…"
    assert not dialog.log_in.isEnabled()
    dialog.show_link(LinkReport(LinkState.CONNECTING, "connected to station:1883, looking for the matcher"))
    assert dialog.message.text() == "Connected to station:1883, looking for the matcher."
    assert dialog.isVisible()


def test_it_closes_when_the_user_is_in(qtbot: QtBot) -> None:
    dialog = tried(qtbot)
    dialog.show_link(LinkReport(LinkState.ONLINE, "in"))
    assert not dialog.isVisible()


@pytest.mark.parametrize(
    ("state", "title", "remedy"),
    [
        (LinkState.REFUSED, "Login refused", "Check user name and password"),
        (LinkState.BROKER_AWAY, "No broker at this address", "Check the address"),
        (LinkState.MATCHER_AWAY, "No matcher", "until the companion is back"),
        (LinkState.OTHER_VERSION, "Another version", "Install the same one on both"),
    ],
)
def test_it_says_what_stands_in_the_way_and_lets_the_user_try_again(
    qtbot: QtBot, state: LinkState, title: str, remedy: str
) -> None:
    dialog = tried(qtbot)
    dialog.show_link(LinkReport(state, "the detail"))
    assert dialog.isVisible()
    assert dialog.headline.text() == title
    assert dialog.message.text().startswith("The detail. ")
    assert remedy in dialog.message.text()
    assert dialog.log_in.isEnabled()
    assert dialog.go_on.isVisible() is (state is LinkState.MATCHER_AWAY)


def test_without_a_matcher_the_user_may_go_on(qtbot: QtBot) -> None:
    dialog = tried(qtbot)
    dialog.show_link(LinkReport(LinkState.MATCHER_AWAY, "the matcher is away"))
    qtbot.mouseClick(dialog.go_on, LEFT)
    assert not dialog.isVisible()


def test_it_closes_by_itself_when_what_was_in_the_way_is_gone(qtbot: QtBot) -> None:
    dialog = tried(qtbot)
    dialog.show_link(LinkReport(LinkState.BROKER_AWAY, "no broker answers"))
    dialog.show_link(LinkReport(LinkState.ONLINE, "in"))
    assert not dialog.isVisible()


def test_a_server_of_the_list_brings_its_user(qtbot: QtBot, tmp_path: Path) -> None:
    recent = RecentLogins(tmp_path / "logins.json")
    recent.remember("north:1883", "anna")
    recent.remember("south:1883", "ben")
    dialog = LoginDialog("south:1883", "ben", recent)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClick(dialog.server, Qt.Key.Key_Down)
    assert dialog.server.currentText() == "north:1883"
    assert dialog.user.text() == "anna"


def test_this_computer_is_one_click(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    users: list[str] = []
    dialog.local_asked.connect(users.append)
    qtbot.mouseClick(dialog.here, LEFT)
    assert users == ["officer"]
    assert dialog.progress.isVisible()
    assert not dialog.here.isEnabled()
    dialog.show_problem("The companion", "It did not start.")
    assert not dialog.progress.isVisible()
    assert dialog.here.isEnabled()


def test_offline_offers_what_was_received_here(qtbot: QtBot, tmp_path: Path) -> None:
    assert not a_dialog(qtbot).offline.isEnabled()
    one, two = tmp_path / "anna@north.gpkg", tmp_path / "ben@south.gpkg"
    single = LoginDialog("a", "b", None, [one])
    several = LoginDialog("a", "b", None, [one, two])
    asked: list[Path] = []
    for dialog in (single, several):
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.offline_asked.connect(asked.append)
    qtbot.mouseClick(single.offline, LEFT)
    menu = several.offline.menu()
    assert [action.text() for action in menu.actions()] == ["anna@north", "ben@south"]
    menu.actions()[1].trigger()
    assert asked == [one, two]


def test_news_of_an_older_attempt_is_not_shown(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    dialog.show_link(LinkReport(LinkState.ONLINE, "online at station:1883"))
    assert dialog.isVisible()
    assert dialog.message.text() == ""


def test_a_long_message_is_not_cut_off(qtbot: QtBot) -> None:
    dialog = tried(qtbot)
    words = "the account may not read rfers/v1/inbox/officer, rfers/v1/reply/officer, rfers/v1/topics, rfers/v1/status"
    dialog.show_link(LinkReport(LinkState.REFUSED, words))
    qtbot.waitUntil(lambda: dialog.message.height() >= dialog.message.heightForWidth(dialog.message.width()))


def test_escape_closes_it(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_every_field_has_a_name_and_a_key(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    assert [dialog.server.accessibleName(), dialog.user.accessibleName(), dialog.password.accessibleName()] == [
        "Server",
        "User",
        "Password",
    ]
    qtbot.keyClick(dialog, Qt.Key.Key_U, Qt.KeyboardModifier.AltModifier)
    assert dialog.user.hasFocus()


def test_a_password_that_was_wrong_is_typed_anew_at_once(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    qtbot.keyClicks(dialog.password, "wrong")
    qtbot.mouseClick(dialog.log_in, LEFT)
    dialog.user.setFocus()
    dialog.show_link(LinkReport(LinkState.REFUSED, "the user name or the password is wrong"))
    assert dialog.password.hasFocus()
    qtbot.keyClicks(dialog.password, "right")
    assert dialog.password.text() == "right"
