"""Addresses of brokers that someone else runs."""

from __future__ import annotations

import pytest

from broker_local.broker.external import ExternalBroker, parse_address
from broker_local.protocol.errors import ProtocolError


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("mqtt://broker.example:1884", ExternalBroker("broker.example", 1884)),
        ("mqtt://broker.example", ExternalBroker("broker.example", 1883)),
        ("mqtts://broker.example", ExternalBroker("broker.example", 8883, uses_tls=True)),
        ("mqtts://10.0.0.7:443/", ExternalBroker("10.0.0.7", 443, uses_tls=True)),
        ("mqtt://[::1]:1884", ExternalBroker("::1", 1884)),
    ],
)
def test_an_address_is_understood(text: str, broker: ExternalBroker) -> None:
    assert parse_address(text) == broker


@pytest.mark.parametrize(
    "text",
    [
        "http://broker.example",
        "mqtt://",
        "mqtt://:1883",
        "mqtt://broker.example:0",
        "mqtt://broker.example:70000",
        "mqtt://broker.example:port",
        "mqtt://[::1",
        "mqtt://broker.example/topic",
        "mqtt://broker.example?x=1",
    ],
)
def test_what_is_no_address_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ProtocolError) as error:
        parse_address(text)
    assert str(error.value).startswith(f"broker: expected mqtt://host:port or mqtts://host:port, got '{text}'")


def test_a_password_in_an_address_is_refused_and_not_shown() -> None:
    with pytest.raises(ProtocolError, match="a name and password do not belong") as error:
        parse_address("mqtt://alice:secret@broker.example")
    assert "secret" not in str(error.value)


def test_it_is_not_ours_to_stop() -> None:
    broker = ExternalBroker("broker.example", 1883)
    broker.stop()
    assert broker.is_alive()
