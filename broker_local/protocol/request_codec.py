"""Requests of desks and publishers, as JSON with a correlation id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

from .addresses import PROTOCOL_VERSION, checked_name
from .blob import MAX_PIECE_BYTES, checked_sha256
from .choices import choice_error, looked_up
from .errors import ProtocolError
from .json_text import as_number, as_object, as_text, as_whole_number, known_members, parse_json, write_json
from .limits import MAX_ID, MAX_MESSAGE_BYTES, MAX_NAME, MAX_REQUEST_BYTES
from .requests import (
    LARGEST_RESUME,
    MOST_HOURS,
    USUAL_HOURS,
    USUAL_RESUME,
    Advertise,
    AskState,
    DryRun,
    Explain,
    Fetch,
    ListSubscriptions,
    Pause,
    Rename,
    Request,
    Resume,
    Subscribe,
    Unpause,
    Unsubscribe,
    Withdraw,
)
from .subscription_codec import subscription_from_object, subscription_to_object
from .topic import Topic
from .topic_codec import topic_from_object, topic_to_object

_COMMON = frozenset(("version", "request", "request_id"))
_LAST_NUMBER = 2**53


def encode_request(request: Request) -> bytes:
    """A request as JSON."""
    verb, members = _spelt(request)
    return write_json({"version": PROTOCOL_VERSION, "request_id": request.request_id, "request": verb} | members)


def decode_request(payload: bytes, topics: Mapping[str, Topic], user: str) -> Request:
    """The request that a desk of `user` makes."""
    given = as_object(parse_json(payload, "message", MAX_REQUEST_BYTES), "message")
    version = given.get("version", PROTOCOL_VERSION)
    if version != PROTOCOL_VERSION:
        raise ProtocolError(
            "version", expected=str(PROTOCOL_VERSION), got=version, hint="update the older of the two programs"
        )
    request_id = checked_name("request_id", given.get("request_id"))
    verb = given.get("request")
    if not isinstance(verb, str) or verb not in _MEMBERS:
        raise choice_error(verb, _MEMBERS, "request")
    members = {name: value for name, value in given.items() if name not in _COMMON}
    known_members(members, "request", _MEMBERS[verb])
    return _READERS[verb](request_id, members, topics, user)


def identity_of(payload: bytes) -> tuple[str, str] | None:
    """The correlation id of a request and a digest of what it asks, if they can be made out at all."""
    try:
        given = as_object(parse_json(payload, "message", MAX_REQUEST_BYTES), "message")
        request_id = checked_name("request_id", given.get("request_id"))
    except ProtocolError:
        return None
    return request_id, hashlib.sha256(json.dumps(given, sort_keys=True).encode("ascii")).hexdigest()


def _spelt(request: Request) -> tuple[str, dict[str, object]]:
    """The verb and the members of a request."""
    match request:
        case Subscribe():
            return "subscribe", {"subscription": subscription_to_object(request.subscription)}
        case Unsubscribe():
            return "unsubscribe", {"subscription_id": request.subscription_id}
        case Pause():
            return "pause", {"subscription_id": request.subscription_id}
        case Unpause():
            return "unpause", {"subscription_id": request.subscription_id}
        case Rename():
            return "rename", {"subscription_id": request.subscription_id, "name": request.name}
        case ListSubscriptions():
            return "list", {}
        case DryRun():
            return "dry_run", {"subscription": subscription_to_object(request.subscription), "hours": request.hours}
        case Explain():
            event = {"topic": request.topic, "publisher": request.publisher, "id": request.event_id}
            return "explain", {"subscription_id": request.subscription_id, "event": event}
        case Resume():
            newest: dict[str, object] = {} if request.newest is None else {"newest": request.newest}
            return "resume", {"after": request.after, "limit": request.limit} | newest
        case Advertise():
            return "advertise", {"topic": topic_to_object(request.topic)}
        case Withdraw():
            return "withdraw", {"topic": request.topic}
        case Fetch():
            names = ("number", "sha256", "offset", "length")
            return "fetch", {name: getattr(request, name) for name in names}
        case AskState():
            return "state", {}


_Given = dict[str, object]
_Topics = Mapping[str, Topic]


def _subscription_id(given: _Given) -> str:
    return checked_name("subscription_id", given.get("subscription_id"))


def _subscribe(request_id: str, given: _Given, topics: _Topics, user: str) -> Request:
    return Subscribe(request_id, subscription_from_object(given.get("subscription"), topics, user))


def _rename(request_id: str, given: _Given, topics: _Topics, user: str) -> Request:
    return Rename(request_id, _subscription_id(given), as_text(given.get("name"), "name", MAX_NAME))


def _dry_run(request_id: str, given: _Given, topics: _Topics, user: str) -> Request:
    hours = as_number(given.get("hours", USUAL_HOURS), "hours")
    if not 0 < hours <= MOST_HOURS:
        raise ProtocolError("hours", expected=f"more than 0 and at most {MOST_HOURS:g}", got=given["hours"])
    return DryRun(request_id, subscription_from_object(given.get("subscription"), topics, user), hours)


def _explain(request_id: str, given: _Given, topics: _Topics, user: str) -> Request:
    event = as_object(given.get("event"), "event")
    known_members(event, "event", frozenset(("topic", "publisher", "id")))
    publisher = event.get("publisher")
    return Explain(
        request_id,
        _subscription_id(given),
        looked_up(topics, event.get("topic"), "event.topic").name,
        as_text(event.get("id"), "event.id", MAX_ID),
        None if publisher is None else checked_name("event.publisher", publisher),
    )


def _resume(request_id: str, given: _Given, topics: _Topics, user: str) -> Request:
    newest = given.get("newest")
    return Resume(
        request_id,
        as_whole_number(given.get("after"), "after", 0, _LAST_NUMBER),
        as_whole_number(given.get("limit", USUAL_RESUME), "limit", 1, LARGEST_RESUME),
        None if newest is None else as_whole_number(newest, "newest", 1, _LAST_NUMBER),
    )


def _fetch(request_id: str, given: _Given, topics: _Topics, user: str) -> Request:
    return Fetch(
        request_id,
        as_whole_number(given.get("number"), "number", 1, _LAST_NUMBER),
        checked_sha256(given.get("sha256"), "sha256"),
        as_whole_number(given.get("offset", 0), "offset", 0, MAX_MESSAGE_BYTES),
        as_whole_number(given.get("length", MAX_PIECE_BYTES), "length", 1, MAX_PIECE_BYTES),
    )


_MEMBERS: dict[str, frozenset[str]] = {
    "subscribe": frozenset(("subscription",)),
    "unsubscribe": frozenset(("subscription_id",)),
    "pause": frozenset(("subscription_id",)),
    "unpause": frozenset(("subscription_id",)),
    "rename": frozenset(("subscription_id", "name")),
    "list": frozenset(),
    "dry_run": frozenset(("subscription", "hours")),
    "explain": frozenset(("subscription_id", "event")),
    "resume": frozenset(("after", "limit", "newest")),
    "advertise": frozenset(("topic",)),
    "withdraw": frozenset(("topic",)),
    "fetch": frozenset(("number", "sha256", "offset", "length")),
    "state": frozenset(),
}
_READERS: dict[str, Callable[[str, _Given, _Topics, str], Request]] = {
    "subscribe": _subscribe,
    "unsubscribe": lambda request_id, given, *_: Unsubscribe(request_id, _subscription_id(given)),
    "pause": lambda request_id, given, *_: Pause(request_id, _subscription_id(given)),
    "unpause": lambda request_id, given, *_: Unpause(request_id, _subscription_id(given)),
    "rename": _rename,
    "list": lambda request_id, *_: ListSubscriptions(request_id),
    "dry_run": _dry_run,
    "explain": _explain,
    "resume": _resume,
    "advertise": lambda request_id, given, *_: Advertise(request_id, topic_from_object(given.get("topic"), "topic")),
    "withdraw": lambda request_id, given, *_: Withdraw(request_id, checked_name("topic", given.get("topic"))),
    "fetch": _fetch,
    "state": lambda request_id, *_: AskState(request_id),
}
