"""Tests of the hop between threads."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.thread_border import WakeUp

pytestmark = pytest.mark.display


def test_what_is_woken_runs_on_the_window_thread(qtbot: QtBot) -> None:
    wake_up = WakeUp()
    ran_on: list[int] = []
    wake_up.then(lambda: ran_on.append(threading.get_ident()))
    other = threading.Thread(target=wake_up)
    other.start()
    other.join()
    assert ran_on == []
    qtbot.waitUntil(lambda: bool(ran_on))
    assert ran_on == [threading.get_ident()]


def test_waking_returns_before_anything_is_done(qtbot: QtBot) -> None:
    wake_up = WakeUp()
    done: list[str] = []
    wake_up.then(lambda: done.append("drained"))
    wake_up()
    assert done == []
    qtbot.waitUntil(lambda: done == ["drained"])
