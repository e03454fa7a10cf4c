"""The service's retained status as JSON."""

from __future__ import annotations

from .json_text import as_object, as_true_or_false, as_whole_number, parse_json, write_json
from .limits import MAX_REQUEST_BYTES
from .status import ServiceStatus
from .times import parse_timestamp, write_timestamp


def encode_status(status: ServiceStatus) -> bytes:
    """A status as JSON."""
    return write_json(status_to_object(status))


def status_to_object(status: ServiceStatus) -> dict[str, object]:
    """A status as JSON would spell it."""
    return {
        "online": status.online,
        "protocol_version": status.protocol_version,
        "at": write_timestamp(status.at),
        "started_at": None if status.started_at is None else write_timestamp(status.started_at),
        "counters": dict(status.counters),
    }


def decode_status(payload: bytes) -> ServiceStatus:
    """A status out of its message."""
    return status_from_object(parse_json(payload, "status", MAX_REQUEST_BYTES), "status")


def status_from_object(value: object, field: str) -> ServiceStatus:
    """A status out of parsed JSON."""
    given = as_object(value, field)
    started = given.get("started_at")
    counters = as_object(given.get("counters", {}), f"{field}.counters")
    return ServiceStatus(
        online=as_true_or_false(given.get("online"), f"{field}.online"),
        protocol_version=as_whole_number(given.get("protocol_version"), f"{field}.protocol_version", 1, 1_000_000),
        at=parse_timestamp(given.get("at"), f"{field}.at"),
        started_at=None if started is None else parse_timestamp(started, f"{field}.started_at"),
        counters={name: as_whole_number(n, f"{field}.counters.{name}", 0, 2**63 - 1) for name, n in counters.items()},
    )
