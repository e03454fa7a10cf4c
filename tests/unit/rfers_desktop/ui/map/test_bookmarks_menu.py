"""Tests of the bookmarks in a menu, on a real map."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.map.bookmarks_menu import BookmarksMenu
from rfers_desktop.ui.map.navigator import Navigator
from tests.unit.rfers_desktop.ui.map.map_hands import a_map

pytestmark = pytest.mark.display


def test_a_bookmark_is_one_click_away(qtbot: QtBot, tmp_path: Path) -> None:
    bookmarks = Bookmarks(tmp_path / "bookmarks.json")
    bookmarks.add("Jasper & Hinton", MapPlace(-118.08, 52.87, 50.0))
    canvas = a_map(qtbot)
    navigator = Navigator(canvas)
    menu = BookmarksMenu(bookmarks, navigator, canvas)
    assert menu.actions()[-1].text() == "Jasper && Hinton"
    menu.actions()[-1].trigger()
    here = navigator.here()
    assert (here.lon, here.lat, here.m_per_px) == pytest.approx((-118.08, 52.87, 50.0), rel=1e-3)


def test_what_is_added_in_the_dialog_is_in_the_menu(qtbot: QtBot, tmp_path: Path) -> None:
    canvas = a_map(qtbot)
    navigator = Navigator(canvas)
    menu = BookmarksMenu(Bookmarks(tmp_path / "bookmarks.json"), navigator, canvas)
    menu.actions()[0].trigger()
    dialog = menu.dialog
    assert dialog is not None
    qtbot.keyClicks(dialog.name, "Here")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert [action.text() for action in menu.actions() if action.text()] == ["Add or change bookmarks…", "Here"]
    canvas.push(300, 0)
    dialog.chosen.emit("Here")
    assert navigator.here().lon == pytest.approx(-114.07, abs=1e-3)
    assert menu.open_dialog() is dialog
