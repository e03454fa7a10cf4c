"""Tests of the map's panels and commands in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import utm_for
from rfers_desktop.ui.dialogs.tile_service import TileServiceDialog
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def test_another_projection_draws_the_marks_in_their_places(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(received(1, an_event(assetid="A1", geometry=(-114.07, 51.05))))
    desk.window.pane.bar.projections.use(utm_for(-114.07, 51.05))
    (stored,) = desk.window.notifications.rows()
    mark = desk.workspace.mark_of(stored)
    assert mark is not None
    assert mark.bounds[:2] == pytest.approx(utm_for(-114.07, 51.05).point_to_map(-114.07, 51.05))
    assert desk.window.map.rect().contains(desk.window.map.pixel_of(*mark.bounds[:2]).toPoint())


def test_a_theme_changes_the_map_too(desk: WindowDesk) -> None:
    desk.window.pane.theme_menu.choose(NIGHT)
    try:
        assert desk.window.map.theme is NIGHT
    finally:
        desk.window.pane.theme_menu.choose(DAY)


@pytest.mark.parametrize(
    ("key", "corner", "sign"),
    [(Qt.Key.Key_Left, 0, -1), (Qt.Key.Key_Right, 0, 1), (Qt.Key.Key_Down, 1, -1), (Qt.Key.Key_Up, 1, 1)],
)
def test_arrows_pan_the_map(desk: WindowDesk, qtbot: QtBot, key: Qt.Key, corner: int, sign: int) -> None:
    desk.window.map.setFocus()
    before = desk.window.map.shown_area().bounds[corner]
    qtbot.keyClick(desk.window.map, key)
    assert (desk.window.map.shown_area().bounds[corner] - before) * sign > 0


def test_show_all_shows_all(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(received(1))
    desk.window.map.pan(9, 9)
    qtbot.keyClick(desk.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    centre = desk.window.map.shown_area().centroid
    assert (centre.x, centre.y) == pytest.approx((-114.07, 51.05), abs=0.01)


def test_keys_come_nearer_and_go_farther(desk: WindowDesk, qtbot: QtBot) -> None:
    window = desk.window
    first = window.map.view.units_per_px
    qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    nearer = window.map.view.units_per_px
    qtbot.keyClick(window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert nearer < first
    assert window.map.view.units_per_px == pytest.approx(first)


def test_the_menu_of_the_map_adds_layers_from_files_and_services(desk: WindowDesk, qtbot: QtBot) -> None:
    window = desk.window
    menu = [action.objectName() for action in window.commands.menu("&Map").actions()]
    assert {"map.add_files", "map.add_service"} <= set(menu)
    window.commands.action("map.add_service").trigger()
    dialog = window.findChild(TileServiceDialog)
    assert dialog is not None
    qtbot.keyClicks(dialog.address, "http://127.0.0.1:9/{z}/{x}/{y}.png")
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert window.pane.layers.tree.entries[0].title == "127.0.0.1"
    qtbot.waitUntil(lambda: "127.0.0.1: server: expected an answer" in window.notice.text(), timeout=20_000)
