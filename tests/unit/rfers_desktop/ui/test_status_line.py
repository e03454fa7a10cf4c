"""Tests of the line below the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.status_line import OneLine
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def test_the_state_of_the_link_is_in_the_status_bar(desk: WindowDesk) -> None:
    assert desk.said("Link state").endswith("Not logged in")
    desk.log_in()
    assert desk.said("Link state").endswith("Online")


def test_the_status_bar_says_what_the_next_click_will_do(desk: WindowDesk) -> None:
    before = desk.said("What the next click will do")
    assert before
    desk.window.pane.bar.distance.trigger()
    assert desk.said("What the next click will do") not in ("", before)


def test_the_status_bar_tells_scale_and_position(desk: WindowDesk, qtbot: QtBot) -> None:
    assert desk.said("Map scale").startswith("1:")
    over = desk.window.map.mapTo(desk.window, QPoint(100, 100))
    qtbot.mouseMove(desk.window.windowHandle(), over)
    assert "114." in desk.window.pane.readout.text()


def test_a_hint_that_has_no_room_ends_in_dots_and_is_whole_in_its_tooltip(qtbot: QtBot) -> None:
    hint = OneLine("What the next click will do")
    qtbot.addWidget(hint)
    hint.setText("Click the next corner; Enter or a double click ends")
    hint.resize(hint.sizeHint())
    assert hint.shown() == hint.text()
    hint.resize(120, hint.height())
    assert hint.shown().endswith("…")
    assert hint.toolTip() == hint.text()
