"""Tests of the two pages of the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import LEFT, WindowDesk

pytestmark = pytest.mark.display


def test_one_click_shows_both_tables_large_and_one_more_the_map(desk: WindowDesk, qtbot: QtBot) -> None:
    window, tabs = desk.window, desk.window.pages.tabs
    height = window.notifications.height()
    qtbot.mouseClick(tabs, LEFT, pos=tabs.tabRect(1).center())
    assert not window.map.isVisible()
    assert window.subscriptions.table.isVisible()
    assert window.notifications.height() > height
    assert window.notifications.width() == window.centralWidget().width() == window.width()
    qtbot.mouseClick(tabs, LEFT, pos=tabs.tabRect(0).center())
    assert window.map.isVisible()
    assert window.docks.dock("notifications").widget() is window.notifications
    assert window.notifications.isVisible()
    assert window.notifications.mapTo(window, QPoint(0, 0)).y() > window.height() / 2


def test_a_key_turns_to_each_page(desk: WindowDesk, qtbot: QtBot) -> None:
    qtbot.keyClick(desk.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert not desk.window.pages.is_map
    qtbot.keyClick(desk.window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.pages.is_map


def test_the_panels_are_beside_the_map_as_they_were_before(desk: WindowDesk) -> None:
    docks = desk.window.docks
    docks.dock("layers").close()
    docks.dock("subscriptions").close()
    desk.window.pages.show_tables()
    assert desk.window.subscriptions.isVisible()
    desk.window.pages.show_map()
    assert docks.dock("layers").isHidden()
    assert docks.dock("subscriptions").isHidden()
    assert not docks.dock("thermal").isHidden()


def test_a_panel_that_is_called_for_stands_beside_the_tables_and_stays(desk: WindowDesk) -> None:
    desk.window.docks.dock("layers").close()
    desk.window.pages.show_tables()
    desk.window.pages.reveal("layers")
    assert desk.window.docks.dock("layers").isVisible()
    desk.window.pages.reveal("notifications")
    assert desk.window.docks.dock("notifications").isHidden()
    desk.window.pages.show_map()
    assert not desk.window.docks.dock("layers").isHidden()


def test_looking_at_a_row_turns_to_the_map(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(received(1))
    desk.window.pages.show_tables()
    table = desk.window.notifications.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert desk.window.map.isVisible()


def test_closing_on_the_tables_remembers_the_panels_beside_the_map(desk: WindowDesk) -> None:
    desk.window.pages.show_tables()
    desk.window.close()
    assert desk.window.docks.dock("notifications").widget() is desk.window.notifications
