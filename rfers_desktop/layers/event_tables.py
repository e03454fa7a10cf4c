"""Events as layers to write or to work with: one for each topic, with a column for each attribute."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.notification import Notification
from broker_local.protocol.topic import AttributeValue, Topic
from rfers_desktop.attribute_text import extent_of, number_of
from rfers_desktop.degree_text import surest
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
        "possibility": [surest(row.notification.matched)[0] for row in rows],
        "necessity": [surest(row.notification.matched)[1] for row in rows],
        "publisher": [event.publisher for event in events],
        "sent": [_moment(event.time) for event in events],
        "received": [_moment(row.received_at) for row in rows],
    }
    for each in names:
        values = [event.attributes.get(each) for event in events]
        columns[each] = [_plain(value) for value in values]
        extents = [extent_of(value) for value in values]
        if any(extent is not None for extent in extents):
            columns[f"{each}_low"] = [_end(value, extent, 0) for value, extent in zip(values, extents)]
            columns[f"{each}_high"] = [_end(value, extent, 1) for value, extent in zip(values, extents)]
    if any(event.accuracy_m is not None for event in events):
        columns["accuracy_m"] = [event.accuracy_m for event in events]
    return OutLayer(name, shape_array([event.geometry for event in events]), columns)


def _plain(value: AttributeValue | None) -> object:
    """Numbers and texts as they are; what is binary only by its size, it does not belong into a table."""
    match value:
        case FuzzyNumber():
            return number_of(value)
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


def _end(value: AttributeValue | None, extent: tuple[float, float] | None, end: int) -> float | None:
    """From where, or to where, a number may be; None where it is endless."""
    found = number_of(value) if extent is None else extent[end]
    return found if found is not None and math.isfinite(found) else None


def _moment(when: datetime) -> str:
    return f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03d}Z"
