"""Tests of help: the manual at the page of what has the focus, and what the program is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.about import AboutDialog
from rfers_desktop.ui.dialogs.manual import ManualDialog
from rfers_desktop.ui.help_part import HelpPart
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def manual(desk: WindowDesk) -> ManualDialog:
    found = desk.window.findChild(ManualDialog)
    assert isinstance(found, ManualDialog)
    return found


def test_f1_opens_the_page_of_what_has_the_focus(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.window.subscriptions.table.setFocus()
    qtbot.keyClick(desk.window.subscriptions.table, Qt.Key.Key_F1)
    opened = manual(desk)
    assert opened.isVisible()
    assert opened.page.toMarkdown().startswith("# Subscrib")


def test_f1_works_in_a_dialog_that_holds_the_keys(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.window.ask_login("station:1883", "officer")
    dialog = desk.window.login_part.dialog
    assert dialog is not None
    qtbot.keyClick(dialog.password, Qt.Key.Key_F1)
    opened = dialog.findChild(ManualDialog)
    assert isinstance(opened, ManualDialog)
    assert opened.page.toMarkdown().startswith("# Log")


def test_about_is_in_the_help_menu(desk: WindowDesk) -> None:
    desk.window.commands.run("help.about")
    assert desk.window.findChild(AboutDialog) is not None
    assert desk.window.part(HelpPart).commands()[0].keys == "F1"
