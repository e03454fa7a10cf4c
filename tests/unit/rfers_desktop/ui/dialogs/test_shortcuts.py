"""Tests of changing keys, in the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.shortcuts import ShortcutsDialog
from tests.unit.rfers_desktop.ui.window_desk import LEFT, WindowDesk

pytestmark = pytest.mark.display

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def dialog(desk: WindowDesk) -> ShortcutsDialog:
    return desk.window.frame.ask_shortcuts()


def assign(dialog: ShortcutsDialog, qtbot: QtBot, command: str, key: Qt.Key) -> None:
    dialog.list.choose(command)
    dialog.keys.clear()
    qtbot.keyClick(dialog.keys, key, CTRL)
    qtbot.mouseClick(dialog.assign, LEFT)


def test_a_command_answers_to_its_new_keys_and_no_longer_to_the_old(
    desk: WindowDesk, dialog: ShortcutsDialog, qtbot: QtBot
) -> None:
    assign(dialog, qtbot, "page.tables", Qt.Key.Key_J)
    assert dialog.message.text() == ""
    with qtbot.waitActive(desk.window):
        dialog.accept()
        desk.window.activateWindow()
    qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
    assert desk.window.pages.is_map
    qtbot.keyClick(desk.window, Qt.Key.Key_J, CTRL)
    assert not desk.window.pages.is_map


def test_keys_of_another_command_are_refused_with_its_name(
    desk: WindowDesk, dialog: ShortcutsDialog, qtbot: QtBot
) -> None:
    assign(dialog, qtbot, "page.tables", Qt.Key.Key_N)
    assert dialog.message.text() == "Ctrl+N already gives “Subscribe”."
    assert desk.window.commands.action("page.tables").shortcut().toString() == "Ctrl+2"


def test_keys_are_taken_away_given_back_and_all_reset(desk: WindowDesk, dialog: ShortcutsDialog, qtbot: QtBot) -> None:
    action = desk.window.commands.action("page.tables")
    dialog.list.choose("page.tables")
    qtbot.mouseClick(dialog.remove, LEFT)
    assert action.shortcut().isEmpty()
    qtbot.mouseClick(dialog.usual, LEFT)
    assert action.shortcut().toString() == "Ctrl+2"
    assign(dialog, qtbot, "page.map", Qt.Key.Key_J)
    qtbot.mouseClick(dialog.reset, LEFT)
    assert desk.window.commands.action("page.map").shortcut().toString() == "Ctrl+1"


def test_a_search_narrows_the_list(dialog: ShortcutsDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.query, "unsubscr")
    assert dialog.list.shown()[0] == "subscription.end"
    assert "page.map" not in dialog.list.shown()
