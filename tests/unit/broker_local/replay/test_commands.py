"""The commands: what they print and refuse; `archive` on a real journal, `replay` in a child that may be killed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from broker_local.cli import build_parser, main
from broker_local.replay import commands
from broker_local.replay.result import read_result
from tests.recorded_traffic import Traffic

ROOT = Path(__file__).parents[4]


@pytest.fixture
def data(hour: Traffic, tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    shutil.copy(hour.path, tmp_path / "data" / "journal.sqlite")
    return tmp_path / "data"


def test_an_archive_is_brought_up_to_the_journal(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["archive", "--data", str(data), "--check"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("archived 480 events, ")
    assert said.endswith(" 6 refusals through event 480\n")
    assert main(["archive", "--data", str(data)]) == 0
    assert capsys.readouterr().out.startswith("archived 0 events, 0 deliveries, 0 refusals")
    assert (data / "archive" / "manifest.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["archive"], "a folder with a journal"),
        (["replay", "--from", "yesterday", "--to", "2026-07-01", "--out", "x"], "--from: expected a UTC moment"),
        (["replay", "--from", "2026-07-02", "--to", "2026-07-01", "--out", "x"], "--to: expected a moment after"),
        (["replay", "--from", "2026-07-01", "--to", "2026-07-02", "--area", "x", "--out", "x"], "--area: expected"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    pytest.importorskip("pandas", reason="the extra replay is not installed")
    assert main([*arguments, "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said


def test_what_is_not_installed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["replay", "--from", "2026-07-01", "--to", "2026-07-01", "--out", "x", "--data", str(tmp_path)]) == 1
    assert "pyarrow: expected it to be installed, got nothing; scripts/setup replay" in capsys.readouterr().err


def test_a_missing_java_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert not commands._has_java()


def test_the_commands_have_help_and_load_no_spark(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("archive", "replay"):
        with pytest.raises(SystemExit, match="0"):
            build_parser().parse_args([command, "--help"])
        assert "usage: rfers-broker" in capsys.readouterr().out
    code = "import sys, broker_local.cli; print({'pyspark', 'pyarrow', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "set()\n"


@pytest.mark.java
def test_a_replay_that_is_killed_leaves_no_result_and_the_next_one_is_whole(data: Path, tmp_path: Path) -> None:
    assert main(["archive", "--data", str(data)]) == 0
    out = tmp_path / "out"
    words = ["replay", "--data", str(data), "--from", "2000-01-01", "--to", "2030-01-01", "--out", str(out)]
    command = [sys.executable, "-m", "broker_local.cli", *words, "--master", "local[2]", "--progress"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
    assert child.stdout is not None
    for said in child.stdout:
        if json.loads(said)["stage"] == "summing up":
            break
    child.kill()
    child.wait()
    child.stdout.close()
    assert not (out / "result.json").exists()
    assert list(out.glob("run-*"))
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    stages = [json.loads(said)["stage"] for said in done.stdout.splitlines()]
    assert (stages[0], stages[-1]) == ("starting", "done")
    assert len(list(out.glob("run-*"))) == 1
    assert read_result(out).counts["events"] == 480
    assert "looked at 480 events" in done.stderr
