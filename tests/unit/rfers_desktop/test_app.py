"""Tests of the desktop program: its options, and a run of it from start to end."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from rfers_desktop import app

pytestmark = pytest.mark.display

ROOT = Path(__file__).parents[3]
RUN_S = 60.0
ENVIRONMENT = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "rfers_desktop.app", *options]


def test_a_password_is_not_taken_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        app.build_parser().parse_args(["--password", "secret"])
    assert "unrecognized arguments: --password" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--server", "station:0"], "server: expected a port from 1 to 65535, got '0'"),
        (["--user", "a/b"], "user: expected"),
        (["--password-file", "/nowhere/at/all"], "No such file"),
        (["--tls", "--ca", "/nowhere/at/all"], "No such file"),
        (["--ca", __file__], "--ca: expected a certificate in PEM form"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_shown(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(app.PASSWORD_VARIABLE, "secret")
    assert app.main(options) == 2
    said = capsys.readouterr().err
    assert said.startswith("rfers: ")
    assert words in said


def test_with_tls_the_broker_must_show_who_it_is() -> None:
    assert app.trusted(False, None) is None
    tls = app.trusted(True, None)
    assert tls is not None
    assert tls.verify_mode is ssl.CERT_REQUIRED
    assert tls.check_hostname


def test_without_qt_it_says_how_to_get_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtCore", None)
    assert app.main([]) == 1
    assert "pip install 'rfers[desktop]'" in capsys.readouterr().err


def test_it_shows_a_window_takes_its_picture_and_ends(tmp_path: Path) -> None:
    password, picture = tmp_path / "password", tmp_path / "desk.png"
    password.write_text("secret\n")
    options = ["--server", "127.0.0.1:1", "--user", "officer", "--password-file", str(password)]
    run = subprocess.run(
        command(*options, "--quit-after", "0.5", "--screenshot", str(picture)),
        env=ENVIRONMENT,
        timeout=RUN_S,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "Traceback" not in run.stderr


def test_a_picture_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    target = tmp_path / "no such folder" / "desk.png"
    run = subprocess.run(
        command("--quit-after", "0.3", "--screenshot", str(target)),
        env=ENVIRONMENT,
        timeout=RUN_S,
        capture_output=True,
        text=True,
    )
    assert f"rfers: could not write {target}" in run.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    password, picture = tmp_path / "password", tmp_path / "desk.png"
    password.write_text("secret\n")
    with socket.create_server(("127.0.0.1", 0)) as broker:
        broker.settimeout(RUN_S)
        server = f"127.0.0.1:{broker.getsockname()[1]}"
        options = ["--server", server, "--user", "officer", "--password-file", str(password)]
        process = subprocess.Popen(command(*options, "--screenshot", str(picture)), env=ENVIRONMENT)
        try:
            connection, _ = broker.accept()  # its window is shown, and it knocks
            with connection:
                process.send_signal(number)
                assert process.wait(RUN_S) == 0
        finally:
            process.kill()
            process.wait()
    assert picture.exists()
