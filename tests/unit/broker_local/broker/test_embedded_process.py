"""The embedded broker's own process: its exit, and its words."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from broker_local.broker.embedded_process import main

COMMAND = [sys.executable, "-W", "error", "-m", "broker_local.broker.embedded_process"]


@pytest.mark.broker
@pytest.mark.parametrize("by", ["input", "signal"])
def test_it_ends_well_and_without_a_warning(tmp_path: Path, by: str) -> None:
    command = [*COMMAND, "--accounts", str(tmp_path / "accounts.json")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("listening on 127.0.0.1 port ")
        if by == "input":
            process.stdin.close()
        else:
            process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_an_accounts_file_that_cannot_be_read_is_its_last_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    (tmp_path / "accounts.json").write_text("[]")
    assert main(["--accounts", str(tmp_path / "accounts.json")]) == 1
    assert capsys.readouterr().out == "accounts.version: expected 1, got []\n"
