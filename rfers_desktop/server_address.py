"""Where the broker is: `host:port` as people type it."""

from __future__ import annotations

import re

from broker_local.protocol.errors import Given, ProtocolError

DEFAULT_PORT = 1883
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})\Z")
_BRACKETED = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::(.*))?\Z")


def parse_server(text: str) -> tuple[str, int]:
    """Host and port of `station`, `station:1883` or `[::1]:1883`; without a port the usual one."""
    stripped = text.strip().removeprefix("mqtt://").rstrip("/")
    bracketed = _BRACKETED.match(stripped)
    if bracketed:
        host, port = bracketed[1], bracketed[2]
    else:
        host, colon, rest = stripped.partition(":")
        port = rest if colon else None
        if not _HOST.match(host) or not all(1 <= len(label) <= 63 for label in host.rstrip(".").split(".")):
            raise ProtocolError("server", expected="host:port", got=text if stripped else Given("nothing"))
    if port is None:
        return host, DEFAULT_PORT
    if not port.isascii() or not port.isdigit() or not 1 <= int(port) <= 65535:
        raise ProtocolError("server", expected="a port from 1 to 65535", got=port)
    return host, int(port)
