"""Tests of remembered and named layouts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.docks import Docks
from rfers_desktop.ui.layouts import Layouts
from rfers_desktop.ui.part import Panel

pytestmark = pytest.mark.display

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea


class Room:
    """A window with two panels."""

    def __init__(self, qtbot: QtBot, file: Path, *more: str) -> None:
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.docks = Docks(self.window)
        self.docks.add([Panel(name, name, QLabel(name)) for name in ("zones", "news", *more)])
        self.layouts = Layouts(self.window, self.docks, file)
        self.layouts.restore_last()
        self.window.show()

    def area(self, panel: str) -> Qt.DockWidgetArea:
        return self.window.dockWidgetArea(self.docks.dock(panel))

    def move_left(self, panel: str) -> None:
        self.window.addDockWidget(LEFT, self.docks.dock(panel))


def test_the_window_is_the_next_time_as_it_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    first = Room(qtbot, tmp_path / "layouts.json")
    first.window.resize(731, 522)
    first.move_left("news")
    first.docks.dock("zones").close()
    first.layouts.close()
    second = Room(qtbot, tmp_path / "layouts.json")
    assert (second.window.width(), second.window.height()) == (731, 522)
    assert second.area("news") == LEFT
    assert second.docks.dock("zones").isHidden()


def test_a_layout_is_saved_chosen_and_deleted_by_name(qtbot: QtBot, tmp_path: Path) -> None:
    room = Room(qtbot, tmp_path / "layouts.json")
    room.move_left("news")
    room.layouts.save("Night shift")
    room.layouts.reset()
    assert room.area("news") == RIGHT
    room.layouts.use("Night shift")
    assert room.area("news") == LEFT
    assert Room(qtbot, tmp_path / "layouts.json").layouts.names() == ["Night shift"]
    room.layouts.delete("Night shift")
    assert Room(qtbot, tmp_path / "layouts.json").layouts.names() == []


def test_a_panel_that_came_with_a_newer_version_is_seen_in_an_old_layout(qtbot: QtBot, tmp_path: Path) -> None:
    Room(qtbot, tmp_path / "layouts.json").layouts.close()
    newer = Room(qtbot, tmp_path / "layouts.json", "charts")
    assert newer.area("charts") == RIGHT
    assert not newer.docks.dock("charts").isHidden()


@pytest.mark.parametrize(
    "present", [3, {}, {"geometry": "é", "state": "é", "panels": []}, {"geometry": "", "state": "", "panels": 1}]
)
def test_what_is_no_layout_is_as_if_it_were_not_there(qtbot: QtBot, tmp_path: Path, present: object) -> None:
    file = tmp_path / "layouts.json"
    file.write_text(json.dumps({"present": present, "named": {"Bad": present}}), "utf-8")
    room = Room(qtbot, file)
    assert room.layouts.names() == []
    assert room.area("news") == RIGHT


def test_a_window_that_nobody_arranged_needs_all_of_a_screen_on_which_its_frame_has_no_room(
    qtbot: QtBot, tmp_path: Path
) -> None:
    room = Room(qtbot, tmp_path / "layouts.json")
    room.window.resize(1280, 800)
    assert room.layouts.needs_all_of(QSize(1280, 800))
    assert not room.layouts.needs_all_of(QSize(1920, 1080))
    room.layouts.close()
    again = Room(qtbot, tmp_path / "layouts.json")
    assert not again.layouts.needs_all_of(QSize(1280, 800))
