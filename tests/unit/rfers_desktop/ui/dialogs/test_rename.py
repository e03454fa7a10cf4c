"""Tests of the dialog for another name."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.rename import RenameDialog

pytestmark = pytest.mark.display


def test_typing_replaces_the_old_name_and_return_renames(qtbot: QtBot) -> None:
    dialog = RenameDialog("North")
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.keyClicks(dialog.name, " South ")
    with qtbot.waitSignal(dialog.chosen) as told:
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert told.args == ["South"]


def test_a_subscription_cannot_be_called_nothing(qtbot: QtBot) -> None:
    dialog = RenameDialog("North")
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.keyClicks(dialog.name, "  ")
    assert not dialog.rename.isEnabled()
    with qtbot.assertNotEmitted(dialog.chosen):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
