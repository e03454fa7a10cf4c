"""Notifications on the wire: what an inbox carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from .addresses import checked_name
from .degrees_codec import degrees_from_members, degrees_to_members
from .errors import ProtocolError
from .event_codec import encode_event, event_from_object
from .json_text import as_list, as_object, as_text, as_whole_number, parse_json, write_json
from .limits import MAX_MESSAGE_BYTES, MAX_NAME
from .notification import InboxMark, MatchedSubscription, Notification
from .requests import LARGEST_RESUME
from .times import parse_timestamp, write_timestamp
from .topic import Topic

_LAST_NUMBER = 2**53


def encode_notification(notification: Notification) -> bytes:
    """A notification as JSON: the event is a GeoJSON Feature inside it."""
    return compose_notification(
        notification.number, notification.accepted_at, notification.matched, encode_event(notification.event)
    )


def compose_notification(
    number: int, accepted_at: datetime, matched: Iterable[MatchedSubscription], event: bytes
) -> bytes:
    """The same of an event that is JSON already: it need not be understood to be passed on."""
    head = {
        "number": number,
        "accepted_at": write_timestamp(accepted_at),
        "matched": [
            {"id": one.id, "name": one.name} | degrees_to_members(one.possibility, one.necessity) for one in matched
        ],
    }
    return write_json(head)[:-1] + b',"event":' + event + b"}"


def encode_mark(mark: InboxMark) -> bytes:
    """A mark as JSON."""
    members: dict[str, object] = {"last_number": mark.last_number}
    if mark.request_id is not None:
        ranges = [list(pair) for pair in mark.sent]
        members |= {"request_id": mark.request_id, "after": mark.after, "through": mark.through, "sent": ranges}
    return write_json({"mark": members})


def decode_inbox(payload: bytes, topics: Mapping[str, Topic]) -> Notification | InboxMark:
    """What an inbox message says."""
    given = as_object(parse_json(payload, "notification", 2 * MAX_MESSAGE_BYTES), "notification")
    return _mark(given["mark"], "mark") if "mark" in given else _notification(given, topics)


def _mark(value: object, field: str) -> InboxMark:
    given = as_object(value, field)
    last_number = as_whole_number(given.get("last_number"), f"{field}.last_number", 0, _LAST_NUMBER)
    if given.get("request_id") is None:
        return InboxMark(last_number)
    return InboxMark(
        last_number,
        checked_name(f"{field}.request_id", given["request_id"]),
        as_whole_number(given.get("after"), f"{field}.after", 0, _LAST_NUMBER),
        as_whole_number(given.get("through"), f"{field}.through", 0, _LAST_NUMBER),
        tuple(
            _range(value, f"{field}.sent[{i}]") for i, value in enumerate(as_list(given.get("sent"), f"{field}.sent"))
        ),
    )


def _range(value: object, field: str) -> tuple[int, int]:
    ends = as_list(value, field)
    if len(ends) != 2:
        raise ProtocolError(field, expected="two numbers", got=value)
    first = as_whole_number(ends[0], field, 1, _LAST_NUMBER)
    return first, as_whole_number(ends[1], field, first, min(_LAST_NUMBER, first + LARGEST_RESUME))


def _notification(given: dict[str, object], topics: Mapping[str, Topic]) -> Notification:
    accepted_at = parse_timestamp(given.get("accepted_at"), "notification.accepted_at")
    matched = as_list(given.get("matched"), "notification.matched")
    return Notification(
        number=as_whole_number(given.get("number"), "notification.number", 1, _LAST_NUMBER),
        event=event_from_object(given.get("event"), topics, accepted_at),
        matched=tuple(_matched(row, f"notification.matched[{i}]") for i, row in enumerate(matched)),
        accepted_at=accepted_at,
    )


def _matched(value: object, field: str) -> MatchedSubscription:
    given = as_object(value, field)
    return MatchedSubscription(
        as_text(given.get("id"), f"{field}.id", MAX_NAME),
        as_text(given.get("name"), f"{field}.name", MAX_NAME),
        *degrees_from_members(given, field),
    )
