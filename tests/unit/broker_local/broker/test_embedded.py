"""The embedded broker as seen from the process that starts it; what it does is in tests/integration."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from broker_local.broker.embedded import EmbeddedBroker
from broker_local.broker.errors import BrokerError

pytestmark = pytest.mark.broker


def test_it_listens_on_loopback_when_start_returns_and_not_after_stop(tmp_path: Path) -> None:
    broker = EmbeddedBroker(tmp_path / "accounts.json", tmp_path / "broker.log")
    assert (broker.is_alive(), broker.pid) == (False, None)
    broker.start()
    try:
        with socket.create_connection(("127.0.0.1", broker.port)) as client:
            assert client.getpeername() == (broker.host, broker.port)
    finally:
        broker.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", broker.port))


def test_stopping_one_that_was_not_started_does_nothing(tmp_path: Path) -> None:
    EmbeddedBroker(tmp_path / "accounts.json", tmp_path / "broker.log").stop()
    assert list(tmp_path.iterdir()) == []


def test_a_spoilt_accounts_file_is_an_error_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "accounts.json").write_text("{}")
    broker = EmbeddedBroker(tmp_path / "accounts.json", tmp_path / "broker.log")
    with pytest.raises(BrokerError, match="it ended: accounts.version: expected 1, got None"):
        broker.start()
    assert not broker.is_alive()
