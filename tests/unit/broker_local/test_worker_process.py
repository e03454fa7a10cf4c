"""A worker's own process: it serves, tells its counters, and ends with who started it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, start_broker
from broker_local.broker.mosquitto import find_mosquitto
from broker_local.operations.status_report import read_status_file
from broker_local.worker_process import build_parser
from broker_local.workers import SERVING, status_name


def test_every_worker_must_be_told_who_and_where_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args([])
    assert "--data, --journal, --server, --user, --identity, --number" in capsys.readouterr().err


@pytest.mark.broker
@pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")
def test_it_serves_until_its_input_ends(tmp_path: Path) -> None:
    password = AccountBook(tmp_path / ACCOUNTS_FILE).issue("matcher-2", Role.SERVICE)
    broker = start_broker("mosquitto", tmp_path)
    command = [sys.executable, "-m", "broker_local.worker_process", "--data", str(tmp_path)]
    command += ["--journal", str(tmp_path / "journal.sqlite"), "--server", f"{broker.host}:{broker.port}"]
    command += ["--user", "matcher-2", "--identity", "w2", "--number", "2", "--log-level", "warning"]
    try:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(f"{password}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline().decode().strip() == SERVING
            until = time.monotonic() + 300  # the first start compiles the matcher
            while not (tmp_path / status_name(2)).exists():
                assert time.monotonic() < until
                time.sleep(0.02)
            process.stdin.close()
            assert process.wait(300) == 0
            assert process.stderr.read() == b""
    finally:
        broker.stop()
    assert read_status_file(tmp_path, status_name(2)).online
