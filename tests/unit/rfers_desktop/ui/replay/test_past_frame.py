"""Tests of the frame of the past."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.replay.past_frame import PastFrame
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


def test_stripes_stand_around_what_is_of_the_past_and_its_moment_above(qtbot: QtBot) -> None:
    inside = QWidget()
    frame = PastFrame(inside)
    qtbot.addWidget(frame)
    frame.resize(600, 400)
    frame.show()
    empty = picture_of(frame)
    assert count_of(empty, QColor("#e0a800").name()) > 5_000
    frame.show_moment("Wednesday 2026-07-01 12:00:00 UTC")
    assert picture_of(frame) != empty
    assert frame.accessibleDescription().endswith("UTC")
    assert inside.geometry().top() >= 40
