"""How attribute values are written for people: with their units, short, never raw bytes."""

from __future__ import annotations

from datetime import date, datetime, time

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.topic import AttributeValue, Topic


def value_text(name: str, value: AttributeValue, topic: Topic | None) -> str:
    """A value with the unit that its topic gives it: `92 km/h`, `14:15:21`, `2.1 MB`."""
    attribute = topic.find(name) if topic is not None else None
    text = _plain(value)
    return f"{text} {attribute.unit}" if attribute is not None and attribute.unit else text


def _plain(value: AttributeValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.6g}"
        case datetime():
            return moment_text(value)
        case date():
            return value.isoformat()
        case time():
            return value.isoformat(timespec="seconds")
        case bytes():
            return _size(len(value))
        case BlobRef():
            return _size(value.size)
        case _:
            return str(value)


def moment_text(moment: datetime) -> str:
    """A moment in UTC, to the second: `2008-04-12 14:15:21`."""
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def clock_text(moment: datetime) -> str:
    """The time of day of a moment in UTC: `14:15:21`."""
    return f"{moment:%H:%M:%S}"


def _size(count: int) -> str:
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
