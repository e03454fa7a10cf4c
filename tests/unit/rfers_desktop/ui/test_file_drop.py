"""Tests of files dropped onto a widget."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.file_drop import FileDrop, dropped_files
from tests.unit.rfers_desktop.ui.dragged_files import drag_and_drop

pytestmark = pytest.mark.display


def test_files_are_taken_and_handed_on_when_they_are_dropped(qtbot: QtBot) -> None:
    widget, took = QWidget(), list[list[Path]]()
    qtbot.addWidget(widget)
    FileDrop(widget, took.append)
    assert drag_and_drop(widget, QUrl.fromLocalFile("/a/b.gpkg")) == [True, True]
    assert took == [[Path("/a/b.gpkg")]]


def test_what_is_on_the_web_is_not_taken(qtbot: QtBot) -> None:
    widget, took = QWidget(), list[list[Path]]()
    qtbot.addWidget(widget)
    FileDrop(widget, took.append)
    assert drag_and_drop(widget, QUrl("https://maps.example/a.gpkg")) == [False, False]
    assert took == []


def test_of_what_is_dragged_the_files_of_this_machine_are_found() -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://maps.example/a.gpkg"), QUrl.fromLocalFile("/a")])
    assert dropped_files(data) == [Path("/a")]
