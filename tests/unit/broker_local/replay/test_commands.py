"""The commands: what they print and refuse; `archive` on a real journal, `replay` in a child that may be killed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.cli import build_parser, main
from broker_local.replay import commands
from broker_local.replay.question import Question
from broker_local.replay.result import read_result
from tests.geotiffs import a_geotiff
from tests.recorded_traffic import Traffic
from tests.replay_answers import answers

ROOT = Path(__file__).parents[4]
ARCHIVE = Path(__file__).parents[3] / "data" / "archive_format_1"
REPLAY = ["replay", "--from", "2026-07-01", "--to", "2026-07-02", "--out", "x"]


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


def test_detections_are_imported_once_and_bad_rows_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fires.csv").write_text(
        "latitude,longitude,brightness,frp,acq_date,acq_time\n51,-114,310.5,6.8,2025-06-01,0018\n51,west,1,1,2025-06-01,1\n"
    )
    words = ["import", str(tmp_path / "fires.csv"), "--topic", "ActiveFires", "--data", str(tmp_path)]
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out == "fires.csv: 1 events of ActiveFires, 0 that were there, 1 bad rows\n"
    assert "the first bad row, line 3: longitude: expected a number, got 'west'" in said.err
    assert main(words) == 0
    assert capsys.readouterr().out == "fires.csv: imported before\n"


def test_a_folder_of_images_is_imported_as_thermal_images(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thermal").mkdir()
    (tmp_path / "thermal" / "fire_20260701T1200.tif").write_bytes(a_geotiff())
    (tmp_path / "thermal" / "broken_20260701T1200.tif").write_bytes(b"II*\0 and no more")
    assert main(["import", str(tmp_path / "thermal"), "--data", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.out == "thermal: 1 events of WFireRSImage, 0 that were there, 1 bad rows\n"
    assert "expected a GeoTIFF that can be read" in said.err
    (tmp_path / "thermal" / "undated.tif").write_bytes(a_geotiff() + b" ")
    assert main(["import", str(tmp_path / "thermal" / "undated.tif"), "--data", str(tmp_path)]) == 0
    assert "the TIFF's DateTime, or a time in its name" in capsys.readouterr().err
    dated = ["--at", "2013-07-07T16:30:00Z"]
    assert main(["import", str(tmp_path / "thermal" / "undated.tif"), *dated, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("undated.tif: 1 events of WFireRSImage")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["archive"], "a folder with a journal"),
        ([*REPLAY, "--conf", "memory=8g"], "--conf: expected a setting such as spark.executor.memory=8g"),
        (["import", "none.csv", "--topic", "X"], "none.csv: expected a file or a folder, got nothing there"),
        (["import", __file__, "--topic", "X"], "expected a file that ends in .csv"),
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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "archive: expected a folder with an archive"),
        (["--archive", str(ARCHIVE), "--topics", "Nope"], "--topics: expected one of"),
        (["--archive", str(ARCHIVE), "--out", __file__], "--out: expected a folder, which may be new, got"),
        (["--archive", str(ARCHIVE), "--out", f"{__file__}/within"], "a file is in its way"),
        (["--archive", str(ARCHIVE), "--out", "x" * 300], "--out: expected a folder that can be written, got"),
    ],
)
def test_what_can_be_known_before_is_said_before_spark_starts(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    session = pytest.importorskip("broker_local.replay.session", reason="the extra replay is not installed")
    monkeypatch.setattr(session, "spark_session", None)
    monkeypatch.setattr(commands, "_has_java", lambda: True)
    out = ["--out", str(tmp_path / "out"), "--data", str(tmp_path)]
    assert main(["replay", "--from", "2026-07-01", "--to", "2026-07-02", *out, *arguments]) == 1
    assert words in capsys.readouterr().err


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


def wait_for_matches(out: Path) -> None:
    """Until a task has begun to write what matched."""
    deadline = time.monotonic() + 60
    while not any(path.is_file() for path in out.glob("run-*/matches/**/*")):
        assert time.monotonic() < deadline


@pytest.mark.java
def test_replays_that_are_killed_leave_no_result_and_the_next_one_is_whole(
    hour: Traffic, data: Path, tmp_path: Path, spark
) -> None:
    from broker_local.replay.replay_run import replay

    assert main(["archive", "--data", str(data)]) == 0
    out = tmp_path / "out"
    words = ["replay", "--data", str(data), "--from", "2000-01-01", "--to", "2030-01-01", "--out", str(out)]
    command = [sys.executable, "-m", "broker_local.cli", *words, "--master", "local[2]", "--progress"]
    stages = []
    for last in ("matching", "summing up"):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as child:
            assert child.stdout is not None
            for said in child.stdout:
                stages.append(json.loads(said)["stage"])
                if stages[-1] == last:
                    break
            if last == "matching":
                wait_for_matches(out)
            child.kill()
        assert not (out / "result.json").exists()
        assert list(out.glob("run-*"))
    assert stages[0] == "starting"
    question = Question(datetime(2000, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC))
    replay(data / "archive", question, out, spark)
    assert answers(read_result(out)) == hour.delivered()
