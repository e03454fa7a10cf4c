"""Mosquitto's configuration, and its absence; what it does is in tests/integration."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from broker_local.broker import mosquitto
from broker_local.broker.errors import BrokerError
from broker_local.broker.mosquitto import MosquittoBroker, configuration, find_mosquitto


def test_the_configuration_lets_only_accounts_in_and_listens_where_told() -> None:
    lines = configuration("127.0.0.1", 1884, Path("/run/rfers")).splitlines()
    assert "listener 1884 127.0.0.1" in lines
    assert [line for line in lines if line.startswith("listener")] == ["listener 1884 127.0.0.1"]
    assert "allow_anonymous false" in lines
    assert "password_file /run/rfers/passwords" in lines
    assert "acl_file /run/rfers/access" in lines
    assert "persistence false" in lines


def test_the_configuration_speaks_tls_when_told_to() -> None:
    plain = configuration("127.0.0.1", 1884, Path("/run/rfers")).splitlines()
    safe = configuration("127.0.0.1", 1884, Path("/run/rfers"), uses_tls=True).splitlines()
    assert [line for line in safe if line not in plain] == [
        "certfile /run/rfers/server.pem",
        "keyfile /run/rfers/server-key.pem",
        "tls_version tlsv1.2",
    ]


def test_the_configuration_bounds_what_clients_can_make_it_keep() -> None:
    words = dict(line.split(maxsplit=1) for line in configuration("127.0.0.1", 1, Path("/x")).splitlines())
    bounds = ("max_packet_size", "max_inflight_messages", "max_queued_messages", "max_queued_bytes", "max_connections")
    assert all(int(words[bound]) > 0 for bound in bounds)


def test_without_mosquitto_the_error_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(mosquitto, "_SYSTEM_FOLDERS", str(tmp_path))
    assert find_mosquitto() is None
    with pytest.raises(
        BrokerError, match=r"^broker: expected mosquitto on this machine, got none; install it \(Debian"
    ):
        MosquittoBroker(tmp_path / "accounts.json", tmp_path / "broker.log").start()


def test_it_is_found_outside_of_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "sbin" / "mosquitto"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(mosquitto, "_SYSTEM_FOLDERS", str(program.parent))
    assert find_mosquitto() == str(program)


def test_one_that_cannot_start_is_an_error_with_its_last_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "mosquitto"
    program.write_text("#!/bin/sh\necho 'Error: no such option' >&2\nexit 1\n")
    program.chmod(0o755)
    tmp_path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(mosquitto, "_owner", lambda: None)  # a folder of a test is closed to other users
    broker = MosquittoBroker(tmp_path / "accounts.json", tmp_path / "broker.log")
    with pytest.raises(
        BrokerError, match="broker mosquitto: expected it to start, got it ended: Error: no such option"
    ):
        broker.start()
    assert not broker.is_alive()
    broker.stop()
