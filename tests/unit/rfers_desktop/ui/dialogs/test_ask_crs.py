"""Tests of the question for a coordinate system."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.ask_crs import AskCrsDialog

pytestmark = pytest.mark.display


def shown(qtbot: QtBot, is_like_degrees: bool) -> AskCrsDialog:
    dialog = AskCrsDialog("a.shp", "none, and x up to 1,300,000", is_like_degrees)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_degrees_are_proposed_where_the_numbers_are_like_degrees(qtbot: QtBot) -> None:
    assert shown(qtbot, True).name.text() == "EPSG:4326"
    assert shown(qtbot, False).name.text() == ""


def test_a_system_that_does_not_exist_is_refused_in_place(qtbot: QtBot) -> None:
    dialog = shown(qtbot, False)
    qtbot.keyClicks(dialog.name, "albers")
    qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert "expected the name of a coordinate system" in dialog.wrong.text()


def test_return_answers_and_escape_leaves_the_file(qtbot: QtBot) -> None:
    dialog = shown(qtbot, False)
    qtbot.keyClicks(dialog.name, " 3005 ")
    with qtbot.waitSignal(dialog.answered) as answer:
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert answer.args == ["3005"]
    other = shown(qtbot, True)
    with qtbot.waitSignal(other.rejected):
        qtbot.keyClick(other, Qt.Key.Key_Escape)
