"""Notifications on the wire: what an inbox carries."""

from __future__ import annotations

from collections.abc import Mapping

from .event_codec import event_from_object, event_to_object
from .json_text import as_list, as_object, as_text, as_whole_number, parse_json, write_json
from .limits import MAX_MESSAGE_BYTES, MAX_NAME
from .notification import MatchedSubscription, Notification
from .times import parse_timestamp, write_timestamp
from .topic import Topic


def encode_notification(notification: Notification) -> bytes:
    """A notification as JSON: the event is a GeoJSON Feature inside it."""
    return write_json(
        {
            "number": notification.number,
            "accepted_at": write_timestamp(notification.accepted_at),
            "matched": [{"id": matched.id, "name": matched.name} for matched in notification.matched],
            "event": event_to_object(notification.event),
        }
    )


def decode_notification(payload: bytes, topics: Mapping[str, Topic]) -> Notification:
    """A notification out of an inbox message."""
    given = as_object(parse_json(payload, "notification", 2 * MAX_MESSAGE_BYTES), "notification")
    accepted_at = parse_timestamp(given.get("accepted_at"), "notification.accepted_at")
    matched = as_list(given.get("matched"), "notification.matched")
    return Notification(
        number=as_whole_number(given.get("number"), "notification.number", 1, 2**53),
        event=event_from_object(given.get("event"), topics, accepted_at),
        matched=tuple(_matched(row, f"notification.matched[{i}]") for i, row in enumerate(matched)),
        accepted_at=accepted_at,
    )


def _matched(value: object, field: str) -> MatchedSubscription:
    given = as_object(value, field)
    return MatchedSubscription(
        as_text(given.get("id"), f"{field}.id", MAX_NAME), as_text(given.get("name"), f"{field}.name", MAX_NAME)
    )
