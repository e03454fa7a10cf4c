"""Notifications as rows of the local repository, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from broker_local.protocol.attribute_codec import decode_attribute, encode_attribute
from broker_local.protocol.blob import BlobRef
from broker_local.protocol.degrees_codec import degrees_from_members
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.json_text import as_list, as_object, as_text, parse_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES, MAX_NAME
from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.placement_codec import placement_from_object, placement_to_object
from broker_local.protocol.times import parse_timestamp
from broker_local.protocol.topic import AttributeValue, Topic

from .geopackage import from_blob, to_blobs
from .notifications import StoredNotification

COLUMNS = (
    *("geom", "era", "number", "topic", "matched", "publisher", "happened", "accepted", "received"),
    *("attributes", "event_id", "thing", "matched_ids", "placed", "words", "below_ms"),
    *("possibility", "necessity", "accuracy_m"),
)
# What files from before matches had degrees lack, and what a column is for what is in them.
ADDED = {"possibility": "REAL NOT NULL DEFAULT 1", "necessity": "REAL NOT NULL DEFAULT 1", "accuracy_m": "REAL"}
DECLARED = """
  era INTEGER NOT NULL, number INTEGER NOT NULL, topic TEXT NOT NULL, matched TEXT NOT NULL, publisher TEXT,
  happened DATETIME NOT NULL, accepted DATETIME NOT NULL, received DATETIME NOT NULL, attributes TEXT NOT NULL,
  event_id TEXT NOT NULL, thing TEXT NOT NULL, matched_ids TEXT NOT NULL, placed TEXT, words TEXT NOT NULL,
  below_ms INTEGER NOT NULL, possibility REAL NOT NULL DEFAULT 1, necessity REAL NOT NULL DEFAULT 1, accuracy_m REAL,
  UNIQUE (era, number)"""

Row = tuple[object, ...]


def to_rows(notifications: Sequence[StoredNotification]) -> list[Row]:
    """Rows in the order of COLUMNS."""
    blobs = to_blobs([stored.notification.event.geometry for stored in notifications])
    return [_row(stored, blob) for stored, blob in zip(notifications, blobs, strict=True)]


def from_row(row: Sequence[object], topics: Mapping[str, Topic]) -> StoredNotification:
    """A row in the order of COLUMNS as what it was; raises ProtocolError if somebody has spoilt it."""
    geom, era, number, topic, _, publisher, happened, accepted, received = row[:9]
    attributes, event_id, thing, matched_ids, placed, _, below_ms, _, _, accuracy_m = row[9:]
    if not isinstance(era, int) or not isinstance(number, int) or not isinstance(topic, str):
        raise ProtocolError("notifications", expected="an era, a number and a topic", got=(era, number, topic))
    received_us, below = divmod(below_ms if isinstance(below_ms, int) else 0, 1_000_000)
    accepted_us, happened_us = divmod(below, 1_000)
    found = _json(placed, "placed") if placed is not None else None
    event = Event(
        id=str(event_id),
        topic=topic,
        geometry=from_blob(geom) if isinstance(geom, bytes) else None,
        attributes=_attributes(as_object(_json(attributes, "attributes"), "attributes"), topics.get(topic)),
        time=_exact(happened, happened_us, "happened"),
        publisher=publisher if isinstance(publisher, str) else None,
        placed=None if found is None else placement_from_object(found, "placed"),
        accuracy_m=float(accuracy_m) if isinstance(accuracy_m, int | float) else None,
    )
    matched = tuple(_matched(pair) for pair in as_list(_json(matched_ids, "matched_ids"), "matched_ids"))
    notification = Notification(number, event, matched, _exact(accepted, accepted_us, "accepted"))
    return StoredNotification(era, notification, _exact(received, received_us, "received"), (topic, str(thing)))


def moment(when: datetime) -> str:
    """A moment in UTC as a GeoPackage wants it, to the millisecond; it sorts as a text."""
    return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def blobs_of(event: Event) -> list[str]:
    """The hashes of what an event refers to."""
    return [value.sha256 for value in event.attributes.values() if isinstance(value, BlobRef)]


def words_of(notification: Notification) -> str:
    """What a notification can be found by."""
    event = notification.event
    told = [_said(v) for v in event.attributes.values() if not isinstance(v, bytes | BlobRef)]
    return " ".join((event.topic, event.publisher or "", *(matched.name for matched in notification.matched), *told))


def _row(stored: StoredNotification, geometry: bytes | None) -> Row:
    notification = stored.notification
    event = notification.event
    matched = [_pair(subscription) for subscription in notification.matched]
    possibility, necessity = max(
        ((each.possibility, each.necessity) for each in notification.matched),
        key=lambda degrees: (degrees[1], degrees[0]),
        default=(1.0, 1.0),
    )
    return (
        *(geometry, stored.era, notification.number, event.topic),
        *(", ".join(subscription.name for subscription in notification.matched), event.publisher),
        *(moment(event.time), moment(notification.accepted_at), moment(stored.received_at)),
        _text({name: encode_attribute(value) for name, value in event.attributes.items()}),
        *(event.id, stored.key[1], _text(matched)),
        None if event.placed is None else _text(placement_to_object(event.placed)),
        words_of(notification),
        _below_ms(event.time) + 1_000 * _below_ms(notification.accepted_at) + 1_000_000 * _below_ms(stored.received_at),
        *(possibility, necessity, event.accuracy_m),
    )


def _below_ms(when: datetime) -> int:
    """The microseconds for which a GeoPackage has no room."""
    return when.microsecond % 1_000


def _exact(value: object, microseconds: int, field: str) -> datetime:
    return parse_timestamp(value, field) + timedelta(microseconds=microseconds)


def _attributes(given: Mapping[str, object], topic: Topic | None) -> dict[str, AttributeValue]:
    """Typed by the topic; of a topic that nobody knows any more, what JSON itself has types for."""
    attributes: dict[str, AttributeValue] = {}
    for name, value in given.items():
        attribute = topic.by_name.get(name) if topic is not None else None
        if attribute is not None:
            attributes[name] = decode_attribute(attribute, value, f"attributes.{name}")
        elif isinstance(value, str | int | float | bool):
            attributes[name] = value
    return attributes


def _pair(matched: MatchedSubscription) -> list[object]:
    """An id and a name, and behind them the degrees of what is not certain."""
    degrees = (matched.possibility, matched.necessity)
    return [matched.id, matched.name, *(() if degrees == (1.0, 1.0) else degrees)]


def _matched(pair: object) -> MatchedSubscription:
    ends = as_list(pair, "matched_ids")
    if len(ends) not in (2, 4):
        raise ProtocolError("matched_ids", expected="an id and a name, and both degrees or none", got=pair)
    names = as_text(ends[0], "matched_ids.id", MAX_NAME), as_text(ends[1], "matched_ids.name", MAX_NAME)
    degrees = dict(zip(("possibility", "necessity"), ends[2:]))
    return MatchedSubscription(*names, *degrees_from_members(degrees, "matched_ids"))


def _said(value: AttributeValue) -> str:
    """A value as a word to be found by; of what is not known exactly, where it is fully possible."""
    if isinstance(value, FuzzyNumber):
        return f"{value.low:g} {value.high:g}"
    return str(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _json(value: object, field: str) -> object:
    if not isinstance(value, str):
        raise ProtocolError(field, expected="a text of JSON", got=value)
    return parse_json(value.encode("utf-8"), field, 2 * MAX_MESSAGE_BYTES)
