"""Tests of the bookmarks dialog, with real keys and a real file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.dialogs.bookmarks import BookmarksDialog

pytestmark = pytest.mark.display

HERE = MapPlace(-114.07, 51.05, 20.0)


@pytest.fixture
def bookmarks(tmp_path: Path) -> Bookmarks:
    return Bookmarks(tmp_path / "bookmarks.json")


@pytest.fixture
def dialog(bookmarks: Bookmarks, qtbot: QtBot) -> BookmarksDialog:
    made = BookmarksDialog(bookmarks, lambda: HERE)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_place_is_added_by_its_name(dialog: BookmarksDialog, bookmarks: Bookmarks, qtbot: QtBot) -> None:
    assert not dialog.add.isEnabled()
    qtbot.keyClicks(dialog.name, "Base camp")
    with qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert (bookmarks.names(), bookmarks.place("Base camp")) == (("Base camp",), HERE)
    assert (dialog.list.count(), dialog.name.text()) == (1, "")


def test_a_place_is_gone_to(dialog: BookmarksDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "Base camp")
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(dialog.chosen) as chosen:
        qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert chosen.args == ["Base camp"]


def test_a_place_is_renamed_in_the_list(dialog: BookmarksDialog, bookmarks: Bookmarks, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "a")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    editor = dialog.list.findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, "Staging")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bookmarks.names() == ("Staging",))


def test_a_place_is_deleted_by_key(dialog: BookmarksDialog, bookmarks: Bookmarks, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "a")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    dialog.activateWindow()
    dialog.list.setFocus()
    qtbot.waitUntil(dialog.list.hasFocus)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert bookmarks.names() == ()
    assert not dialog.delete.isEnabled()


def test_what_is_refused_is_said(dialog: BookmarksDialog, bookmarks: Bookmarks, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "x" * 81)
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert "expected a name of 1 to 80 characters" in dialog.message.text()
    assert bookmarks.names() == ()
