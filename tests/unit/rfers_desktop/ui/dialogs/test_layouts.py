"""Tests of the dialog of layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.layouts import LayoutsDialog
from rfers_desktop.ui.docks import Docks
from rfers_desktop.ui.layouts import Layouts
from rfers_desktop.ui.part import Panel

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> LayoutsDialog:
    window = QMainWindow()
    qtbot.addWidget(window)
    docks = Docks(window)
    docks.add([Panel("news", "News", QLabel("news"))])
    window.show()
    made = LayoutsDialog(Layouts(window, docks, tmp_path / "layouts.json"), window)
    made.show()
    return made


def names(dialog: LayoutsDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def test_saving_needs_a_name_and_the_new_one_is_selected(dialog: LayoutsDialog, qtbot: QtBot) -> None:
    assert not dialog.save.isEnabled()
    qtbot.keyClicks(dialog.name, "  ")
    assert not dialog.save.isEnabled()
    qtbot.keyClicks(dialog.name, "Dispatch ")
    qtbot.mouseClick(dialog.save, LEFT)
    assert names(dialog) == ["Dispatch"]
    assert dialog.list.currentItem().text() == "Dispatch"
    assert dialog.use.isEnabled()


def test_what_is_deleted_is_gone(dialog: LayoutsDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "Dispatch")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.mouseClick(dialog.delete, LEFT)
    assert names(dialog) == []
    assert not dialog.use.isEnabled()
    assert not dialog.delete.isEnabled()
