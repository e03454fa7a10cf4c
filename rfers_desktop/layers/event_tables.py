"""Events as layers to write or to work with: one for each topic, with a column for each attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.notification import Notification
from broker_local.protocol.topic import AttributeValue, Topic
from rfers_desktop.geo.out_layer import OutLayer, shape_array


@dataclass(frozen=True, slots=True)
class Told:
    """A notification and when the desk received it."""

    notification: Notification
    received_at: datetime


def event_tables(told: Sequence[Told], topics: Mapping[str, Topic]) -> list[OutLayer]:
    """A table for each topic, in the order in which they first come."""
    by_topic: dict[str, list[Told]] = {}
    for each in told:
        by_topic.setdefault(each.notification.event.topic, []).append(each)
    return [_table(name, rows, topics.get(name)) for name, rows in by_topic.items()]


def _table(name: str, rows: Sequence[Told], topic: Topic | None) -> OutLayer:
    events = [row.notification.event for row in rows]
    known = [attribute.name for attribute in topic.attributes] if topic is not None else []
    names = list(dict.fromkeys((*known, *(each for event in events for each in event.attributes))))
    columns: dict[str, Sequence[object]] = {
        "number": [row.notification.number for row in rows],
        "topic": [event.topic for event in events],
        "matched": [", ".join(matched.name for matched in row.notification.matched) for row in rows],
        "publisher": [event.publisher for event in events],
        "sent": [_moment(event.time) for event in events],
        "received": [_moment(row.received_at) for row in rows],
    }
    columns |= {each: [_plain(event.attributes.get(each)) for event in events] for each in names}
    return OutLayer(name, shape_array([event.geometry for event in events]), columns)


def _plain(value: AttributeValue | None) -> object:
    """Numbers and texts as they are; what is binary only by its size, it does not belong into a table."""
    match value:
        case datetime():
            return _moment(value)
        case date() | time():
            return value.isoformat()
        case bytes():
            return f"{len(value)} bytes"
        case BlobRef():
            return f"{value.size} bytes"
        case _:
            return value


def _moment(when: datetime) -> str:
    return f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03d}Z"
