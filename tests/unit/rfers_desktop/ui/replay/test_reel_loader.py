"""Tests of loading events on another thread."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.past.result import ReplayResult
from rfers_desktop.ui.replay.reel_loader import ReelLoader
from tests.replay_results import EVENTS, write_a_result

pytestmark = pytest.mark.display


def test_a_stretch_comes_and_of_many_wishes_the_newest_is_the_last_to_be_fulfilled(
    tmp_path: Path, qtbot: QtBot
) -> None:
    result = ReplayResult(write_a_result(tmp_path))
    loader = ReelLoader(result)
    came = []
    loader.loaded.connect(came.append)
    for second in range(5):
        loader.load(result.begin_us, result.begin_us + second * 1_000_000)
    loader.load(result.begin_us, result.end_us)
    qtbot.waitUntil(lambda: not loader.is_busy, timeout=10_000)
    assert len(came[-1].rows) == EVENTS
    assert len(came) < 6
    loader.stop()


def test_what_goes_wrong_is_told(tmp_path: Path, qtbot: QtBot) -> None:
    result = ReplayResult(write_a_result(tmp_path))
    (tmp_path / "run-1" / "matches.parquet").unlink()
    loader = ReelLoader(result)
    with qtbot.waitSignal(loader.failed, timeout=10_000) as told:
        loader.load(result.begin_us, result.end_us)
    assert "matches.parquet" in told.args[0]
    assert not loader.is_busy
    loader.stop()
