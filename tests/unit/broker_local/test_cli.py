"""The command rfers-broker: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.broker.choose import ACCOUNTS_FILE
from broker_local.cli import build_parser, default_data_dir, main
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal, RejectedRow

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
PASSWORD = "a good password"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The password comes in on standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))


def test_data_lives_where_the_system_says_or_in_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_data_dir() == Path("/data/rfers")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_data_dir() == Path("/home/ann/.local/share/rfers")


@pytest.mark.usefixtures("typed")
def test_an_account_is_added_listed_and_removed_and_its_password_never_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--data", str(tmp_path)]
    add = ["user", "add", "truck", "--role", "publisher", "--topics", "EALocation,WSObservation", "--password-stdin"]
    assert main([*add, *where]) == 0
    assert main(["user", "list", *where]) == 0
    assert main(["user", "remove", "truck", *where]) == 0
    assert main(["user", "list", *where]) == 0
    assert capsys.readouterr().out == (
        "added truck (publisher)\ntruck\tpublisher\tEALocation,WSObservation\nremoved truck\n"
    )


@pytest.mark.usefixtures("typed")
def test_another_password_replaces_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = ["--password-stdin", "--data", str(tmp_path)]
    assert main(["user", "add", "ann", *where]) == 0
    before = (tmp_path / ACCOUNTS_FILE).read_text()
    monkeypatch.setattr(sys, "stdin", io.StringIO("yet another password\n"))
    assert main(["user", "passwd", "ann", *where]) == 0
    after = (tmp_path / ACCOUNTS_FILE).read_text()
    assert before != after
    assert PASSWORD not in before + after


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["user", "add", "not a name", "--password-stdin"], "expected letters, digits"),
        (["user", "remove", "nobody"], "nobody"),
        (["rejected"], "--data: expected a folder with a journal"),
        (["serve", "--broker", "embeded", "--port", "0"], "did you mean 'embedded'?"),
        (["serve", "--broker", "mqtt://127.0.0.1:1"], "--password-file: expected the password of matcher"),
        (["serve", "--password-file", "/no/such/file"], "No such file"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
@pytest.mark.usefixtures("typed")
def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main([*arguments, "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("rfers-broker: ")
    assert words in said
    assert "Traceback" not in said


def test_refused_messages_are_shown_newest_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(tmp_path / JOURNAL_FILE)
    rows = [RejectedRow(NOW, "rfers/v1/publish/EALocation", "f", "e", "g", f"reason {n}", b"?") for n in range(3)]
    journal.record([], rows, [], NOW)
    journal.close()
    assert main(["rejected", "--limit", "2", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == (
        "3 refused in all\n"
        "2026-07-01 12:00:00  rfers/v1/publish/EALocation  reason 2\n"
        "2026-07-01 12:00:00  rfers/v1/publish/EALocation  reason 1\n"
    )


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["serve"], ["user"], ["user", "add"], ["rejected"], ["doctor"]):
        with pytest.raises(SystemExit, match="0"):
            build_parser().parse_args([*command, "--help"])
        assert "usage: rfers-broker" in capsys.readouterr().out


@pytest.mark.broker
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_ends_in_good_order_when_told_to(tmp_path: Path, number: signal.Signals) -> None:
    ready = tmp_path / "ready"
    command = [sys.executable, "-m", "broker_local.cli", "serve", "--port", "0", "--ready-file", str(ready)]
    process = subprocess.Popen([*command, "--data", str(tmp_path)], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 30
    while not ready.exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    os.kill(process.pid, number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said
