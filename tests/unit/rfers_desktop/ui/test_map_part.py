"""Tests of the map's own commands, in the real window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.tile_service import TileServiceDialog
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.thread_border import WakeUp
from tests.unit.rfers_desktop.desk_doubles import a_workspace

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(a_workspace()[0], WakeUp())
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def test_keys_come_nearer_and_go_farther(window: MainWindow, qtbot: QtBot) -> None:
    first = window.map.view.units_per_px
    qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    nearer = window.map.view.units_per_px
    qtbot.keyClick(window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert nearer < first
    assert window.map.view.units_per_px == pytest.approx(first)


def test_the_menu_of_the_map_adds_layers_from_files_and_services(window: MainWindow, qtbot: QtBot) -> None:
    menu = [action.objectName() for action in window.commands.menu("&Map").actions()]
    assert {"map.add_files", "map.add_service"} <= set(menu)
    window.commands.action("map.add_service").trigger()
    dialog = window.findChild(TileServiceDialog)
    assert dialog is not None
    qtbot.keyClicks(dialog.address, "http://127.0.0.1:9/{z}/{x}/{y}.png")
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert window.pane.layers.tree.entries[0].title == "127.0.0.1"
    qtbot.waitUntil(lambda: "127.0.0.1: server: expected an answer" in window.notice.text(), timeout=20_000)
