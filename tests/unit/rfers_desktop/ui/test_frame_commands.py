"""Tests of the commands of the frame itself."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.command_actions import plain_words
from rfers_desktop.ui.help_pages import help_pages
from tests.unit.rfers_desktop.ui.window_desk import LEFT, WindowDesk

pytestmark = pytest.mark.display


def test_the_menus_stand_in_their_order(desk: WindowDesk) -> None:
    titles = [plain_words(action.text()) for action in desk.window.menuBar().actions()]
    order = ["File", "Subscription", "Map", "View", "Alerts", "Data", "Replay", "Scenarios", "Help"]
    assert titles == [title for title in order if title in titles]
    assert {"File", "Subscription", "Map", "View"} <= set(titles)


def test_what_the_tool_bar_of_the_map_can_do_is_a_command_too(desk: WindowDesk) -> None:
    names = {command.id for command in desk.window.commands.commands()}
    assert {"map.distance", "map.previous", "map.go_to", "map.page"} <= names
    desk.window.commands.run("map.distance")
    assert desk.window.pane.bar.distance.isChecked()
    desk.window.commands.run("map.previous")
    assert not desk.window.commands.action("map.previous").isEnabled()


def test_layouts_are_saved_and_deleted_in_their_dialog_and_chosen_from_the_menu(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.window.docks.dock("layers").close()
    dialog = desk.window.frame.ask_layouts()
    qtbot.keyClicks(dialog.name, "Night & day")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.mouseClick(dialog.reset, LEFT)
    assert not desk.window.docks.dock("layers").isHidden()
    dialog.accept()
    menu = next(
        action.menu() for action in desk.window.commands.menu("View").actions() if action.text().endswith("Layout")
    )
    menu.aboutToShow.emit()
    (entry,) = menu.actions()
    assert entry.text() == "Night && day"
    entry.trigger()
    assert desk.window.docks.dock("layers").isHidden()


def test_resetting_the_layout_is_a_command(desk: WindowDesk) -> None:
    desk.window.docks.dock("layers").close()
    desk.window.commands.run("layout.reset")
    assert not desk.window.docks.dock("layers").isHidden()


def test_the_manual_names_the_keys_of_every_command(desk: WindowDesk) -> None:
    page = next(page.text for page in help_pages() if page.name == "keys")
    named = set(re.split(r"[|,\s]+", page))
    keys = {command.keys for command in desk.window.commands.commands() if command.keys}
    assert keys - named <= {"Ctrl+,"}  # whose own comma divides
    assert "Ctrl+," in page
