"""Tests of which page tells of what has the focus."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.help_focus import HELP, page_for
from rfers_desktop.ui.help_pages import FIRST

pytestmark = pytest.mark.display


def test_the_nearest_page_around_a_widget_is_its_page(qtbot: QtBot) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    inner = QWidget(outer)
    field = QLineEdit(inner)
    assert page_for(field) == FIRST
    outer.setProperty(HELP, "map")
    assert page_for(field) == "map"
    inner.setProperty(HELP, "filters")
    assert page_for(field) == "filters"


def test_without_a_focus_the_manual_begins_at_its_beginning() -> None:
    assert page_for(None) == FIRST
