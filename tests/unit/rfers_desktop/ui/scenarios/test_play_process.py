"""The player as a child: its steps are understood, it is answered, and its end is told with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Priority
from rfers_desktop.change import Login
from rfers_desktop.ui.scenarios.play_process import AskedStep, PlayProcess, player_folder

pytestmark = pytest.mark.display
LOGIN = Login("ann", "127.0.0.1", 1, "secret")

PLAYER = """
import json, os, sys
assert os.environ["RFERS_PASSWORD"] == "secret"
print("words for people", flush=True)
print(json.dumps({"now_s": 1.5}), flush=True)
zone = {"geometry": {"type": "Point", "coordinates": [-114, 51]}, "operator": "Contain", "buffer_m": 3000}
wish = {"id": "s", "name": "Near", "topic": "EALocation", "spatial": zone, "filter": "Speed > 3",
    "options": {"priority": "low"}}
print(json.dumps({"doing": "subscribe", "user": "officer", "subscription": wish, "id": ""}), flush=True)
assert sys.stdin.readline() == "done\\n"
print(json.dumps({"doing": "unsubscribe", "user": "officer", "subscription": None, "id": "s"}), flush=True)
assert sys.stdin.readline() == "done\\n"
%s
"""


def a_player(folder: Path, ending: str) -> Path:
    (folder / "scripts").mkdir()
    (folder / "scripts" / "__init__.py").touch()
    (folder / "scripts" / "play.py").write_text(PLAYER % ending)
    return folder


def test_steps_are_told_and_answered_to_the_end(tmp_path: Path, qtbot: QtBot) -> None:
    process, asked, moved = PlayProcess(), [], []
    process.asked.connect(lambda step: (asked.append(step), process.done()))
    process.moved.connect(moved.append)
    with qtbot.waitSignal(process.ended, timeout=30_000) as ended:
        process.start("a", 2.0, LOGIN, a_player(tmp_path, ""))
        assert process.is_running
    assert ended.args == [""]
    assert not process.is_running
    assert moved == [1.5]
    first, second = asked
    assert (first.doing, first.user, first.id) == ("subscribe", "officer", "s")
    assert (first.draft.name, first.draft.buffer_m, first.draft.filter_text) == ("Near", 3000.0, "Speed > 3")
    assert first.draft.options.priority is Priority.LOW
    assert second == AskedStep("unsubscribe", "officer", "s")


def test_a_player_that_fails_says_why(tmp_path: Path, qtbot: QtBot) -> None:
    process = PlayProcess()
    process.asked.connect(lambda _: process.done())
    with qtbot.waitSignal(process.ended, timeout=30_000) as ended:
        process.start("a", 2.0, LOGIN, a_player(tmp_path, "sys.exit('play: no receipt came')"))
    assert ended.args == ["no receipt came"]


def test_a_play_that_is_stopped_ends_without_complaint(tmp_path: Path, qtbot: QtBot) -> None:
    process = PlayProcess()
    with qtbot.waitSignal(process.asked, timeout=30_000):
        process.start("a", 2.0, LOGIN, a_player(tmp_path, ""))
    with qtbot.waitSignal(process.ended, timeout=30_000) as ended:
        process.stop()
    assert ended.args == [""]


def test_a_play_is_held_and_goes_on(tmp_path: Path, qtbot: QtBot) -> None:
    process, asked = PlayProcess(), []
    process.asked.connect(lambda step: (asked.append(step), process.done()))
    heard = "assert [sys.stdin.readline() for _ in range(2)] == ['pause\\n', 'go on\\n']"
    with qtbot.waitSignal(process.ended, timeout=30_000) as ended:
        process.start("a", 2.0, LOGIN, a_player(tmp_path, heard))
        qtbot.waitUntil(lambda: len(asked) == 2, timeout=30_000)
        process.pause(True)
        process.pause(False)
    assert ended.args == [""]


def test_in_a_checkout_the_player_is_there() -> None:
    folder = player_folder()
    assert folder is not None
    assert (folder / "scripts" / "play.py").is_file()
