"""The command rfers-broker: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import argparse
import io
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.cli import build_parser, default_data_dir, main, parse

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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["user", "add", "not a name", "--password-stdin"], "expected letters, digits"),
        (["user", "remove", "nobody"], "nobody"),
        (["rejected"], "--data: expected a folder with a journal"),
        (["serve", "--broker", "embeded", "--port", "0"], "did you mean 'embedded'?"),
        (["serve", "--broker", "mqtt://127.0.0.1:1"], "--password-file: expected the password of matcher"),
        (["serve", "--password-file", "/no/such/file"], "No such file"),
        (["serve", "--tls", "--port", "0"], "make them with: rfers-broker certificates make"),
        (["serve", "--config", "/no/such/file"], "No such file"),
        (["status"], "--data: expected a folder that was served from"),
        (["status", "--server", "mqtt://127.0.0.1:1"], "--user: expected an account to ask with"),
        (["certificates", "show"], "openssl: expected success"),
        (["certificates", "make", "--name", "not a name"], "--name: expected a host name"),
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


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        *(["serve"], ["user"], ["user", "add"], ["rejected"], ["doctor"], ["status"]),
        *(["certificates"], ["certificates", "make"]),
    ):
        with pytest.raises(SystemExit, match="0"):
            build_parser().parse_args([*command, "--help"])
        assert "usage: rfers-broker" in capsys.readouterr().out


def test_what_is_given_beats_what_is_configured_which_beats_the_default(tmp_path: Path) -> None:
    file = tmp_path / "rfers.toml"
    file.write_text('data = "here"\nport = 2883\nbroker = "mosquitto"\ntls = true\n')
    options = parse(["serve", "--config", str(file), "--broker", "embedded"])
    assert (options.data, options.port, options.broker, options.tls) == (tmp_path / "here", 2883, "embedded", True)
    assert (options.host, options.log_format) == ("127.0.0.1", "plain")
    assert parse(["user", "list", "--config", str(file)]).data == tmp_path / "here"
    assert parse(["serve"]).port is None


def test_every_option_of_serve_says_what_it_is_for() -> None:
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    assert [a.option_strings for a in commands.choices["serve"]._actions if not a.help] == []


@pytest.mark.broker
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_ends_in_good_order_when_told_to(tmp_path: Path, number: signal.Signals) -> None:
    ready = tmp_path / "ready"
    command = [sys.executable, "-m", "broker_local.cli", "serve", "--port", "0", "--ready-file", str(ready)]
    process = subprocess.Popen([*command, "--data", str(tmp_path)], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 300  # the first start compiles the matcher
    while not ready.exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    os.kill(process.pid, number)
    _, said = process.communicate(timeout=300)
    assert process.returncode == 0
    assert "Traceback" not in said
