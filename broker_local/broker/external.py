"""A broker that someone else runs: known by its address, neither started nor stopped here."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from broker_local.protocol.errors import Given, ProtocolError

_DEFAULT_PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class ExternalBroker:
    """Where the broker is, and whether it is to be spoken to by TLS."""

    host: str
    port: int
    uses_tls: bool = False

    def is_alive(self) -> bool:
        """Not ours to know: the link finds out, and comes back by itself."""
        return True

    def stop(self) -> None:
        """Not ours to stop."""


def parse_address(text: str) -> ExternalBroker:
    """The broker at `mqtt://host:port`, or by TLS at `mqtts://host:port`."""
    expected = "mqtt://host:port or mqtts://host:port"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:  # an IPv6 address without its end, a port that is no port
        raise ProtocolError("broker", expected=expected, got=text, hint=str(error)) from None
    if parts.username is not None or parts.password is not None:
        hint = "a name and password do not belong in an address, where others can see them"
        raise ProtocolError("broker", expected=expected, got=Given("one with a name in it"), hint=hint)
    if parts.scheme not in _DEFAULT_PORTS or not host or port == 0 or parts.path.strip("/") or parts.query:
        raise ProtocolError("broker", expected=expected, got=text)
    return ExternalBroker(host, port or _DEFAULT_PORTS[parts.scheme], uses_tls=parts.scheme == "mqtts")
