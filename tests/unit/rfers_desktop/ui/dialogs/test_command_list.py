"""Tests of the list of commands."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.command_actions import CommandActions
from rfers_desktop.ui.dialogs.command_list import CommandList
from rfers_desktop.ui.part import Command

pytestmark = pytest.mark.display


@pytest.fixture
def commands(qtbot: QtBot) -> CommandActions:
    window = QMainWindow()
    qtbot.addWidget(window)
    made = CommandActions(window)
    made.add(
        [
            Command("a", "&Away…", "&File", lambda: None, "Ctrl+J", lambda: False),
            Command("b", "&Back", "&View", lambda: None, "F4"),
        ]
    )
    return made


def test_rows_tell_name_menu_and_keys(commands: CommandActions, qtbot: QtBot) -> None:
    shown = CommandList(commands, "Commands")
    qtbot.addWidget(shown)
    shown.show_found("", possible_first=False)
    item = shown.topLevelItem(0)
    assert item is not None
    assert [item.text(column) for column in range(3)] == ["Away", "File", "Ctrl+J"]
    assert shown.shown() == ["a", "b"]


def test_what_is_not_possible_is_last_and_grey(commands: CommandActions, qtbot: QtBot) -> None:
    shown = CommandList(commands, "Commands")
    qtbot.addWidget(shown)
    shown.show_found("", possible_first=True)
    assert shown.shown() == ["b", "a"]
    last = shown.topLevelItem(1)
    assert last is not None
    assert last.isDisabled()
    current = shown.current()
    assert current is not None
    assert current.id == "b"


def test_keys_of_the_users_own_choice_are_bold(commands: CommandActions, qtbot: QtBot) -> None:
    shown = CommandList(commands, "Commands")
    qtbot.addWidget(shown)
    commands.shortcuts.choose(commands.commands()[1], "F5")
    shown.show_found("back", possible_first=False)
    item = shown.topLevelItem(0)
    assert item is not None
    assert item.text(2) == "F5"
    assert item.font(2).bold()
