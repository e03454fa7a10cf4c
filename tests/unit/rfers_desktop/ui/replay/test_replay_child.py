"""Tests of a replay in a process of its own, with small programs in its place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.past.replay_command import ReplayProgress, ReplayRequest
from rfers_desktop.ui.replay.replay_child import ReplayChild

pytestmark = pytest.mark.display


class Program(ReplayRequest):
    """A request whose command is a piece of Python."""

    code = ""

    def command(self) -> list[str]:
        return [sys.executable, "-c", self.code]


def a_program(code: str) -> Program:
    made = type("Coded", (Program,), {"code": code})
    return made(Path("a"), "b", "c", Path("d"))


@pytest.fixture
def child(qtbot: QtBot) -> ReplayChild:
    return ReplayChild()


def test_progress_is_told_and_the_end(child: ReplayChild, qtbot: QtBot) -> None:
    told: list[ReplayProgress] = []
    child.progressed.connect(told.append)
    with qtbot.waitSignal(child.finished, timeout=20_000):
        child.start(a_program("""print('{"stage": "matching", "done": 0.5}', flush=True); print('noise')"""))
    assert told == [ReplayProgress("matching", 0.5)]
    assert "noise" in child.log()


def test_what_our_own_program_says_last_is_the_reason(child: ReplayChild, qtbot: QtBot) -> None:
    code = "import sys; sys.stderr.write('rfers-broker: archive: expected x' + chr(10) + 'later'); sys.exit(1)"
    with qtbot.waitSignal(child.failed, timeout=20_000) as told:
        child.start(a_program(code))
    assert told.args == ["archive: expected x"]


def test_a_cancelled_one_ends_at_once_without_a_reason(child: ReplayChild, qtbot: QtBot) -> None:
    child.start(a_program("import time; time.sleep(100)"))
    qtbot.waitUntil(lambda: child.is_running, timeout=20_000)
    with qtbot.waitSignal(child.failed, timeout=20_000) as told:
        child.cancel()
    assert told.args == [""]
    assert not child.is_running


def test_a_program_that_is_not_there_is_told(child: ReplayChild, qtbot: QtBot) -> None:
    class Missing(ReplayRequest):
        def command(self) -> list[str]:
            return ["/no/such/program"]

    with qtbot.waitSignal(child.failed, timeout=20_000) as told:
        child.start(Missing(Path("a"), "b", "c", Path("d")))
    assert told.args[0]
