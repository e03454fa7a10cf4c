"""The service's retained status as JSON."""

from __future__ import annotations

from .errors import ProtocolError
from .json_text import as_object, as_whole_number, parse_json, write_json
from .limits import MAX_REQUEST_BYTES
from .status import ServiceStatus
from .times import parse_timestamp, write_timestamp


def encode_status(status: ServiceStatus) -> bytes:
    """A status as JSON."""
    return write_json(
        {
            "online": status.online,
            "protocol_version": status.protocol_version,
            "at": write_timestamp(status.at),
            "started_at": None if status.started_at is None else write_timestamp(status.started_at),
            "counters": dict(status.counters),
        }
    )


def decode_status(payload: bytes) -> ServiceStatus:
    """A status out of its message."""
    given = as_object(parse_json(payload, "status", MAX_REQUEST_BYTES), "status")
    online, started = given.get("online"), given.get("started_at")
    if not isinstance(online, bool):
        raise ProtocolError("status.online", expected="true or false", got=online)
    counters = as_object(given.get("counters", {}), "status.counters")
    return ServiceStatus(
        online=online,
        protocol_version=as_whole_number(given.get("protocol_version"), "status.protocol_version", 1, 1_000_000),
        at=parse_timestamp(given.get("at"), "status.at"),
        started_at=None if started is None else parse_timestamp(started, "status.started_at"),
        counters={name: as_whole_number(n, f"status.counters.{name}", 0, 2**63 - 1) for name, n in counters.items()},
    )
