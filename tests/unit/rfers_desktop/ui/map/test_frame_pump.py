"""Tests of when the map is brought up to date."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.frame_pump import FramePump

pytestmark = pytest.mark.display


def noting(drawn: list[int]) -> Callable[[], bool]:
    """Draws, and says so."""

    def draw() -> bool:
        drawn.append(1)
        return True

    return draw


def test_the_first_request_is_drawn_at_once_and_those_of_a_burst_together(qtbot: QtBot) -> None:
    drawn: list[int] = []
    pump = FramePump(noting(drawn), clock=lambda: 100.0)
    pump.request()
    assert len(drawn) == 1
    for _ in range(50):
        pump.request()
    assert len(drawn) == 1
    assert pump.is_waiting
    qtbot.waitUntil(lambda: len(drawn) == 2)
    assert not pump.is_waiting


def test_a_request_after_a_frame_is_drawn_at_once_again(qtbot: QtBot) -> None:
    drawn: list[int] = []
    now = [100.0]
    pump = FramePump(noting(drawn), clock=lambda: now[0])
    pump.request()
    now[0] += 0.02
    pump.request()
    assert len(drawn) == 2


def test_a_stopped_pump_draws_no_more(qtbot: QtBot) -> None:
    drawn: list[int] = []
    pump = FramePump(noting(drawn))
    pump.stop()
    pump.request()
    assert drawn == []


def test_a_frame_in_which_nothing_was_drawn_holds_nothing_up(qtbot: QtBot) -> None:
    asked: list[int] = []
    pump = FramePump(lambda: asked.append(1) is not None, clock=lambda: 100.0)
    pump.request()
    pump.request()
    assert len(asked) == 2
    assert not pump.is_waiting
