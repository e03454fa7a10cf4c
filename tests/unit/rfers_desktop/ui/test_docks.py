"""Tests of the panels around the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QTabBar, QTextEdit
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.docks import Docks
from rfers_desktop.ui.part import Panel

pytestmark = pytest.mark.display

BELOW = Qt.DockWidgetArea.BottomDockWidgetArea


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def docks(window: QMainWindow) -> Docks:
    made = Docks(window)
    made.add([Panel(name, name.title(), QLabel(name)) for name in ("zones", "layers", "charts")])
    made.add([Panel("news", "News", QLabel("news"), BELOW, help="news page")])
    window.show()
    return made


def test_panels_at_one_edge_are_stacked_and_the_first_is_on_top(docks: Docks, window: QMainWindow) -> None:
    stacked = window.tabifiedDockWidgets(docks.dock("zones"))
    assert stacked == [docks.dock("layers"), docks.dock("charts")]
    assert not docks.dock("zones").visibleRegion().isEmpty()
    assert docks.dock("charts").visibleRegion().isEmpty()


def test_a_panel_stands_at_the_edge_it_asks_for_and_knows_its_help(docks: Docks, window: QMainWindow) -> None:
    assert window.dockWidgetArea(docks.dock("news")) == BELOW
    assert docks.dock("news").widget().property("help") == "news page"


def test_a_panel_beside_the_others_is_seen_together_with_them(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    docks = Docks(window)
    docks.add([Panel("details", "Details", QLabel("details")), Panel("layers", "Layers", QLabel("layers"))])
    docks.add([Panel("chart", "Chart", QLabel("chart"), is_beside=True)])
    window.show()
    assert window.tabifiedDockWidgets(docks.dock("details")) == [docks.dock("layers")]
    for seen in ("details", "chart"):
        assert not docks.dock(seen).visibleRegion().isEmpty()


def test_a_panel_is_told_each_time_that_it_comes_into_view_from_behind_others(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    docks, seen = Docks(window), []
    docks.add([Panel("zones", "Zones", QLabel("zones"))])
    docks.add([Panel("layers", "Layers", QLabel("layers"), seen=lambda: seen.append(1))])
    window.show()
    seen.clear()
    for count in (1, 2):
        docks.reveal("layers")
        qtbot.waitUntil(lambda count=count: len(seen) == count)  # type: ignore[misc]
        docks.reveal("zones")
        QApplication.processEvents()


def test_a_panel_that_comes_beside_the_others_gets_nearly_half_of_the_room_once(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(900, 800)
    docks = Docks(window)
    docks.add([Panel("details", "Details", QTextEdit()), Panel("layers", "Layers", QLabel("layers"))])
    docks.add([Panel("chart", "Chart", QLabel("chart"), is_open=False, is_beside=True)])
    window.show()
    docks.reveal("chart")
    qtbot.waitUntil(lambda: docks.dock("chart").height() > 250)
    both = [docks.dock("details"), docks.dock("chart")]
    window.resizeDocks(both, [650, 120], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: docks.dock("chart").height() < 200)
    docks.dock("chart").close()
    docks.reveal("chart")
    QApplication.processEvents()
    assert docks.dock("chart").height() < 200


def test_a_panel_that_was_closed_comes_back_from_the_menu(docks: Docks) -> None:
    docks.dock("layers").close()
    assert docks.dock("layers").isHidden()
    entry = next(action for action in docks.menu.actions() if action.text() == "Layers")
    entry.trigger()
    assert not docks.dock("layers").isHidden()


def test_revealing_opens_a_closed_panel_and_brings_it_to_the_front(docks: Docks) -> None:
    docks.dock("charts").close()
    docks.reveal("charts")
    assert not docks.dock("charts").visibleRegion().isEmpty()


def test_panels_that_an_arrangement_does_not_know_are_put_where_they_are_usually(
    docks: Docks, window: QMainWindow
) -> None:
    window.removeDockWidget(docks.dock("charts"))
    docks.place_missing(["zones", "layers", "news"])
    assert docks.dock("charts") in window.tabifiedDockWidgets(docks.dock("zones"))
    assert not docks.dock("charts").isHidden()


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_hiding_the_docked_ones_leaves_those_that_float(docks: Docks) -> None:
    docks.dock("news").setFloating(True)
    docks.hide_docked()
    assert docks.dock("zones").isHidden()
    assert docks.dock("news").isVisible()


def test_the_titles_of_stacked_panels_are_not_cut_short(docks: Docks, window: QMainWindow) -> None:
    before = window.saveState()
    docks.hide_docked()
    window.restoreState(before)  # as when the pages are turned: Qt makes other tabs
    QApplication.processEvents()
    tabs = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    assert tabs
    assert all(bar.elideMode() == Qt.TextElideMode.ElideNone and bar.usesScrollButtons() for bar in tabs)
