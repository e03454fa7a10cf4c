"""A window is told each step and waited for; it holds the play, whose clock stands then, and is missed when it goes."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from time import monotonic

import pytest

from scripts.scenarios.asking import asks
from scripts.scenarios.player import PlayFailed
from scripts.scenarios.scenario import Doing, Step
from scripts.scenarios.window_stage import WindowStage

Say = Callable[[str], None]


@pytest.fixture
def pipe() -> Iterator[tuple[WindowStage, Say]]:
    """A stage, and what its window says to it; nothing: it is gone."""
    reading, writing = os.pipe()
    window = os.fdopen(writing, "w", buffering=1)
    yield WindowStage(reading), lambda text: window.write(f"{text}\n") if text else window.close()
    window.close()
    os.close(reading)


def test_a_step_is_told_and_waited_for(pipe: tuple[WindowStage, Say], capsys: pytest.CaptureFixture[str]) -> None:
    stage, say = pipe
    say("done")
    stage.carry_out(asks(0.0, "officer", "s", "All", "EALocation"))
    assert stage.look(0.0, 12.34)
    step, moved = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (step["doing"], step["user"], step["subscription"]["name"]) == ("subscribe", "officer", "All")
    assert moved == {"now_s": 12.3}


def test_a_play_is_held_until_it_may_go_on_and_its_clock_stands(pipe: tuple[WindowStage, Say]) -> None:
    stage, say = pipe
    say("pause")
    say("done")
    stage.carry_out(Step(0.0, Doing.RESTART))
    begun, stood = monotonic(), stage.clock()
    threading.Timer(0.2, say, ["go on"]).start()
    assert stage.look(0.0, 0.0)
    held_s = monotonic() - begun
    assert held_s >= 0.15
    assert stage.clock() - stood < held_s / 2


def test_a_window_that_is_gone_ends_the_play(pipe: tuple[WindowStage, Say]) -> None:
    stage, say = pipe
    say("")
    with pytest.raises(PlayFailed, match="the window is gone"):
        stage.carry_out(Step(0.0, Doing.RESTART))
