"""Which broker a word or an address means."""

from __future__ import annotations

from pathlib import Path

import pytest

from broker_local.broker.choose import start_broker
from broker_local.broker.external import ExternalBroker
from broker_local.protocol.errors import ProtocolError


def test_an_address_is_a_broker_of_someone_else(tmp_path: Path) -> None:
    assert start_broker("mqtts://broker.example:8884", tmp_path) == ExternalBroker("broker.example", 8884, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("choice", "port", "message"),
    [
        (
            "mosquito",
            0,
            "broker: expected embedded, mosquitto, mqtt://host:port or mqtts://host:port, got 'mosquito'; ",
        ),
        ("", 0, "broker: expected embedded, mosquitto, mqtt://host:port or mqtts://host:port, got ''"),
        ("embedded", 65536, "port: expected a number from 0 to 65535, got 65536"),
        ("mosquitto", -1, "port: expected a number from 0 to 65535, got -1"),
        ("ftp://broker.example", 0, "broker: expected mqtt://host:port or mqtts://host:port, got 'ftp"),
    ],
)
def test_what_cannot_be_chosen_is_refused(tmp_path: Path, choice: str, port: int, message: str) -> None:
    with pytest.raises(ProtocolError) as error:
        start_broker(choice, tmp_path, port)
    assert str(error.value).startswith(message)


@pytest.mark.broker
def test_the_embedded_broker_is_started_beside_its_accounts(tmp_path: Path) -> None:
    broker = start_broker("embedded", tmp_path)
    try:
        assert broker.is_alive()
        assert (broker.host, broker.uses_tls) == ("127.0.0.1", False)
        assert f"port {broker.port}" in (tmp_path / "broker.log").read_text()
    finally:
        broker.stop()
    assert not broker.is_alive()
