"""Tests of the command palette, in the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.palette import PaletteDialog
from rfers_desktop.ui.dialogs.settings import SettingsDialog
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def opened(desk: WindowDesk, qtbot: QtBot) -> PaletteDialog:
    qtbot.keyClick(desk.window, Qt.Key.Key_P, CTRL_SHIFT)
    dialog = desk.window.findChild(PaletteDialog)
    assert isinstance(dialog, PaletteDialog)
    return dialog


def test_a_few_letters_and_return_give_a_command(desk: WindowDesk, qtbot: QtBot) -> None:
    dialog = opened(desk, qtbot)
    qtbot.keyClicks(dialog.query, "settin")
    qtbot.keyClick(dialog.query, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.window.findChild(SettingsDialog) is not None)


def test_all_commands_are_there_and_arrows_move_while_letters_are_typed(desk: WindowDesk, qtbot: QtBot) -> None:
    dialog = opened(desk, qtbot)
    assert set(dialog.list.shown()) == {command.id for command in desk.window.commands.commands()}
    qtbot.keyClick(dialog.query, Qt.Key.Key_Down)
    current = dialog.list.current()
    assert current is not None
    assert current.id == dialog.list.shown()[1]


def test_what_is_not_possible_cannot_be_given(desk: WindowDesk, qtbot: QtBot) -> None:
    dialog = opened(desk, qtbot)
    qtbot.keyClicks(dialog.query, "log out")
    dialog.list.choose("session.log_out")
    qtbot.keyClick(dialog.query, Qt.Key.Key_Return)
    assert dialog.isVisible()
