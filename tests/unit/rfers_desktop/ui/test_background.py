"""Tests of rfers_desktop/ui/background.py."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.ui.background import Background, Job

pytestmark = pytest.mark.display


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background()
    yield made
    made.stop()


def test_work_is_done_on_another_thread_and_answered_on_this_one(background: Background, qtbot: QtBot) -> None:
    told: list[object] = []
    background.do("counting", lambda job: threading.get_ident(), lambda r: told.extend((r, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(told))
    assert told[0] != told[1] == threading.get_ident()
    assert not background.is_busy


def test_progress_is_told(background: Background, qtbot: QtBot) -> None:
    parts: list[float] = []
    background.changed.connect(lambda job, part: parts.append(part))
    background.do("counting", lambda job: job.progress(0.5), lambda _: None)
    qtbot.waitUntil(lambda: not background.is_busy)
    assert 0.5 in parts


def test_what_is_cancelled_has_no_result(background: Background, qtbot: QtBot) -> None:
    begun, told = threading.Event(), []

    def wait(job: Job) -> None:
        begun.set()
        assert job.cancelled.wait(20)
        job.progress(0.5)

    background.do("waiting", wait, told.append)
    assert begun.wait(20)
    background.cancel()
    qtbot.waitUntil(lambda: not background.is_busy)
    assert told == []


def test_what_goes_wrong_is_told_in_words(background: Background, qtbot: QtBot) -> None:
    def fail(job: Job) -> None:
        raise ProtocolError("zone", expected="an area", got="a point")

    with qtbot.waitSignal(background.problem) as told:
        background.do("failing", fail, lambda _: None)
    assert told.args == ["zone: expected an area, got 'a point'"]
