"""Tests of when the map is brought up to date."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.frame_pump import FramePump

pytestmark = pytest.mark.display


def test_the_first_request_is_drawn_at_once_and_those_of_a_burst_together(qtbot: QtBot) -> None:
    drawn: list[int] = []
    pump = FramePump(lambda: drawn.append(1), clock=lambda: 100.0)
    pump.request()
    assert len(drawn) == 1
    for _ in range(50):
        pump.request()
    assert len(drawn) == 1
    assert pump.is_waiting
    qtbot.waitUntil(lambda: len(drawn) == 2)
    assert not pump.is_waiting


def test_a_request_after_a_frame_is_drawn_at_once_again(qtbot: QtBot) -> None:
    drawn, now = [], [100.0]
    pump = FramePump(lambda: drawn.append(1), clock=lambda: now[0])
    pump.request()
    now[0] += 0.02
    pump.request()
    assert len(drawn) == 2


def test_a_stopped_pump_draws_no_more(qtbot: QtBot) -> None:
    drawn: list[int] = []
    pump = FramePump(lambda: drawn.append(1))
    pump.stop()
    pump.request()
    assert drawn == []
