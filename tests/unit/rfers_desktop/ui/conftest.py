"""Every test of the window has the look that the window has, and the sizes that come with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.look import apply_theme
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # no windows on anybody's screen


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the offscreen display say that it knows no window frames; every other Qt warning fails a test."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_ignore("does not support propagateSizeHints", extend=True))


@pytest.fixture(autouse=True, scope="session")
def look(qapp: QApplication) -> None:
    """The application as it is dressed when it runs."""
    apply_theme(qapp)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[WindowDesk]:
    """The whole window, shown, with a session whose other end is the test."""
    made = WindowDesk()
    qtbot.addWidget(made.window)
    with qtbot.waitActive(made.window):
        made.window.show()
    yield made
    made.window.close()
