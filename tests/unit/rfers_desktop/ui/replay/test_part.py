"""Tests of the analyst's part of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.replay.part import ReplayPart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace
from tests.replay_results import write_a_result

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(Workspace(), WakeUp(), tmp_path / "settings")
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def part_of(window: MainWindow) -> ReplayPart:
    return next(part for part in window.parts if isinstance(part, ReplayPart))


def test_a_result_is_opened_in_a_window_of_its_own(window: MainWindow, tmp_path: Path) -> None:
    part_of(window).open(write_a_result(tmp_path / "result"))
    (replayed,) = part_of(window).windows
    assert replayed.isVisible()
    assert "result" in replayed.windowTitle()


def test_a_folder_without_a_result_is_told_of(window: MainWindow, tmp_path: Path) -> None:
    part_of(window).open(tmp_path)
    assert part_of(window).windows == []
    assert "a folder with a completed replay" in window.notice.text()


def test_the_archive_is_remembered(window: MainWindow) -> None:
    dialog = part_of(window).ask()
    dialog.archive.setText("/data/archive")
    dialog.reject()
    assert part_of(window).ask().archive.text() == "/data/archive"
