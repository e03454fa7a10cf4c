"""Tests of the handle on the line between before and after."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.swipe_handle import SwipeHandle

pytestmark = pytest.mark.display
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def handle(qtbot: QtBot) -> SwipeHandle:
    canvas = QWidget()
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    made = SwipeHandle(canvas)
    made.canvas = canvas  # type: ignore[attr-defined]  # or it is collected
    made.name_sides("12:00", "12:30")
    made.stand_at(300)
    made.moved.connect(made.stand_at)
    made.show()
    canvas.show()
    qtbot.waitExposed(canvas)
    return made


def middle(handle: SwipeHandle) -> QPoint:
    return handle.geometry().center()


def test_it_stands_on_the_line_in_the_middle_of_the_height(handle: SwipeHandle) -> None:
    assert abs(middle(handle).x() - 300) <= 1
    assert abs(middle(handle).y() - 200) <= 1
    handle.parentWidget().resize(600, 300)
    assert abs(middle(handle).y() - 150) <= 1


def test_a_line_that_has_left_the_map_can_be_pulled_in_again(handle: SwipeHandle) -> None:
    handle.stand_at(5000)
    assert abs(middle(handle).x() - 600) <= 1


def test_it_is_dragged_by_where_it_was_taken_hold_of(handle: SwipeHandle, qtbot: QtBot) -> None:
    seen: list[float] = []
    handle.moved.connect(seen.append)
    hold = handle.rect().center() + QPoint(9, 3)
    QTest.mousePress(handle, LEFT, pos=hold)
    QTest.mouseMove(handle, hold + QPoint(40, 0))
    QTest.mouseRelease(handle, LEFT, pos=handle.rect().center())
    assert seen[0] == pytest.approx(340, abs=1.5)
    assert abs(middle(handle).x() - 340) <= 2
    count = len(seen)
    QTest.mouseMove(handle, hold)  # let go: it follows no more
    assert len(seen) == count


def test_arrow_keys_move_it_and_it_stays_on_the_map(handle: SwipeHandle, qtbot: QtBot) -> None:
    qtbot.keyClick(handle, Qt.Key.Key_Right)
    assert abs(middle(handle).x() - 312) <= 1
    handle.stand_at(3)
    with qtbot.waitSignal(handle.moved) as moved:
        qtbot.keyClick(handle, Qt.Key.Key_Left)
    assert moved.args == [0.0]
