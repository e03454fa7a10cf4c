"""Tests of commands as actions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.command_actions import CommandActions
from rfers_desktop.ui.part import Command

pytestmark = pytest.mark.display


class Lamp:
    def __init__(self) -> None:
        self.is_on = False
        self.is_there = True

    def switch(self) -> None:
        self.is_on = not self.is_on

    def command(self) -> Command:
        return Command(
            "lamp.switch", "&Lamp", "&Room", self.switch, "Ctrl+J", lambda: self.is_there, lambda: self.is_on
        )


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_command_is_in_its_menu_and_answers_to_its_keys(qtbot: QtBot, window: QMainWindow) -> None:
    lamp, actions = Lamp(), CommandActions(window)
    actions.add([lamp.command()])
    assert [action.text() for action in actions.menu("&Room").actions()] == ["&Lamp"]
    qtbot.keyClick(window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert lamp.is_on
    assert actions.action("lamp.switch").isChecked()


def test_a_command_that_is_not_possible_is_grey(window: QMainWindow) -> None:
    lamp, actions = Lamp(), CommandActions(window)
    actions.add([lamp.command()])
    lamp.is_there = False
    actions.refresh()
    assert not actions.action("lamp.switch").isEnabled()


def test_a_menu_is_made_once(window: QMainWindow) -> None:
    actions = CommandActions(window)
    assert actions.menu("&Room") is actions.menu("&Room")
    assert [action.text() for action in window.menuBar().actions()] == ["&Room"]
