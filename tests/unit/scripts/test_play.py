"""The player as a program: alone it compares what was delivered; at a station it publishes; it says why it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import play
from scripts.scenarios.asking import asks
from scripts.scenarios.desks import Outcome
from scripts.scenarios.scenario import Doing, Step

ROOT = Path(__file__).parents[3]


@pytest.mark.broker
def test_alone_it_plays_at_any_speed_and_says_that_all_was_delivered(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.play", "hot_and_dry", "--speed", "200"],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "play: 00:00 officer subscribes to 'Hot and dry in Jasper'\n" in done.stdout
    assert "play: 198 events published, 198 journaled, 0 refused, in " in done.stdout
    assert "officer was told 26 events: everything delivered, nothing twice, nothing else" in done.stdout
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_an_outcome_is_told_with_what_is_wrong() -> None:
    assert play.told(Outcome("ann", 3, (), (), ())).startswith("ann was told 3 events: everything")
    wrong = play.told(Outcome("ann", 3, ("a", "b"), ("c",), ("d",)))
    assert wrong == "ann was told 3 events, 2 missing (a, b), 1 twice (d), 1 not asked for (c)"


def test_all_scenarios_can_be_asked_for() -> None:
    assert play.names() == ["assets_near_incident", "hot_and_dry", "how_sure", "wildfire_from_the_air", "a_bad_day"]
    assert play.scenario_named("hot_and_dry").title == "Hot and dry"


def test_each_step_is_told_before_it_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    stage = play.TellingStage(play.EmptyStage())
    stage.carry_out(Step(2160.4, Doing.RESTART))
    stage.carry_out(Step(61.0, Doing.LEAVE, "ann"))
    assert stage.look(0.0, 0.0)
    assert capsys.readouterr().out.splitlines()[::2] == [
        "play: 36:00 broker and matcher are killed and started again",
        "play: 01:01 ann leaves",
    ]


def test_without_desks_it_says_what_they_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    stage = play.EmptyStage()
    stage.carry_out(asks(0.0, "officer", "s", "All", "EALocation"))
    stage.carry_out(Step(0.0, Doing.RESTART))
    assert stage.look(0.0, 0.0)
    assert capsys.readouterr().out == "play: here officer would subscribe 'All'\nplay: here the broker would restart\n"


def test_a_broker_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("scripts.publishing.CONNECT_S", 0.3)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the test's own process keeps its handlers
    assert play.main(["hot_and_dry", "--server", "127.0.0.1:1", "--speed", "100"]) == 1
    assert "no broker answered at 127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.parametrize("given", [["sunshine"], ["hot_and_dry", "--speed", "0"]])
def test_what_makes_no_sense_is_refused(given: list[str]) -> None:
    with pytest.raises(SystemExit):
        play.main(given)
