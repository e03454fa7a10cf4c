"""Tests of the broker's address as people type it."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.server_address import parse_server


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("station", ("station", 1883)),
        ("station.example.org:2883", ("station.example.org", 2883)),
        (" 127.0.0.1:1883 ", ("127.0.0.1", 1883)),
        ("mqtt://station:1884/", ("station", 1884)),
        ("[::1]:1885", ("::1", 1885)),
        ("[fe80::1]", ("fe80::1", 1883)),
    ],
)
def test_host_and_port_are_found(text: str, server: tuple[str, int]) -> None:
    assert parse_server(text) == server


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "server: expected host:port, got nothing"),
        (":1883", "server: expected host:port, got ':1883'"),
        ("two words", "server: expected host:port"),
        ("a" * 64 + ".org", "server: expected host:port"),
        ("station:", "server: expected a port from 1 to 65535, got ''"),
        ("station:0", "expected a port from 1 to 65535"),
        ("station:65536", "expected a port from 1 to 65535"),
        ("station:mqtt", "expected a port from 1 to 65535"),
        ("station:١٨٨٣", "expected a port from 1 to 65535"),
        ("::1", "expected"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        parse_server(text)
    assert complaint in str(raised.value)
