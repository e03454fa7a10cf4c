"""Requests of desks and the service's replies, as JSON with a correlation id."""

from __future__ import annotations

from collections.abc import Mapping

from .addresses import PROTOCOL_VERSION, checked_name
from .choices import choice_error
from .errors import FilterError, ProtocolError
from .json_text import as_list, as_object, as_text, as_whole_number, known_members, parse_json, write_json
from .limits import MAX_MESSAGE_BYTES, MAX_REQUEST_BYTES, MAX_TEXT
from .requests import (
    Acknowledgement,
    ListSubscriptions,
    Refusal,
    Reply,
    Request,
    Resume,
    Subscribe,
    Unsubscribe,
)
from .subscription import Subscription
from .subscription_codec import subscription_from_object, subscription_to_object
from .topic import Topic

_MEMBERS: dict[str, frozenset[str]] = {
    "subscribe": frozenset(("subscription",)),
    "unsubscribe": frozenset(("subscription_id",)),
    "list": frozenset(),
    "resume": frozenset(("after", "limit")),
}
_COMMON = frozenset(("version", "request", "request_id"))
_ERROR_WORDS = ("field", "expected", "got", "message")
_LAST_NUMBER = 2**53
_USUAL_RESUME = 500
LARGEST_RESUME = 5_000


def encode_request(request: Request) -> bytes:
    """A request as JSON."""
    members: dict[str, object]
    match request:
        case Subscribe():
            members = {"request": "subscribe", "subscription": subscription_to_object(request.subscription)}
        case Unsubscribe():
            members = {"request": "unsubscribe", "subscription_id": request.subscription_id}
        case ListSubscriptions():
            members = {"request": "list"}
        case Resume():
            members = {"request": "resume", "after": request.after, "limit": request.limit}
    return write_json({"version": PROTOCOL_VERSION, "request_id": request.request_id} | members)


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
    known_members({name: v for name, v in given.items() if name not in _COMMON}, "request", _MEMBERS[verb])
    if verb == "subscribe":
        return Subscribe(request_id, subscription_from_object(given.get("subscription"), topics, user))
    if verb == "unsubscribe":
        return Unsubscribe(request_id, checked_name("subscription_id", given.get("subscription_id")))
    if verb == "list":
        return ListSubscriptions(request_id)
    return Resume(
        request_id,
        as_whole_number(given.get("after"), "after", 0, _LAST_NUMBER),
        as_whole_number(given.get("limit", _USUAL_RESUME), "limit", 1, LARGEST_RESUME),
    )


def request_id_of(payload: bytes) -> str | None:
    """The correlation id of a request that could not be decoded, if it can be made out at all."""
    try:
        given = as_object(parse_json(payload, "message", MAX_REQUEST_BYTES), "message")
        return checked_name("request_id", given.get("request_id"))
    except ProtocolError:
        return None


def refusal(request_id: str | None, error: ProtocolError) -> Refusal:
    """The reply that tells a desk what was wrong."""
    position = error.position if isinstance(error, FilterError) else None
    return Refusal(request_id, error.field, error.expected, error.got, str(error), position)


def encode_reply(reply: Reply) -> bytes:
    """A reply as JSON."""
    if isinstance(reply, Refusal):
        error = {name: getattr(reply, name) for name in (*_ERROR_WORDS, "position")}
        return write_json({"request_id": reply.request_id, "error": error})
    members: dict[str, object] = {"request_id": reply.request_id, "ok": True}
    if reply.subscriptions:
        members["subscriptions"] = [subscription_to_object(s) for s in reply.subscriptions]
    for name in ("last_number", "more_after"):
        if (number := getattr(reply, name)) is not None:
            members[name] = number
    return write_json(members)


def decode_reply(payload: bytes, topics: Mapping[str, Topic]) -> Reply:
    """The service's reply to a request."""
    given = as_object(parse_json(payload, "reply", MAX_MESSAGE_BYTES), "reply")
    request_id = given.get("request_id")
    if request_id is not None:
        request_id = checked_name("reply.request_id", request_id)
    if "error" in given:
        error = as_object(given["error"], "reply.error")
        words = [as_text(error.get(n), f"reply.error.{n}", MAX_TEXT, empty_allowed=True) for n in _ERROR_WORDS]
        position = error.get("position")
        at = None if position is None else as_whole_number(position, "reply.error.position", 0, MAX_TEXT)
        return Refusal(request_id, words[0], words[1], words[2], words[3], at)
    if request_id is None or given.get("ok") is not True:
        raise ProtocolError("reply", expected="an acknowledgement or an error", got=given)
    numbers = [_number(given.get(name), f"reply.{name}") for name in ("last_number", "more_after")]
    listed = as_list(given.get("subscriptions", []), "reply.subscriptions")
    return Acknowledgement(
        request_id,
        tuple(_own_subscription(value, topics, f"reply.subscriptions[{i}]") for i, value in enumerate(listed)),
        numbers[0],
        numbers[1],
    )


def _own_subscription(value: object, topics: Mapping[str, Topic], field: str) -> Subscription:
    owner = as_object(value, field).get("owner")
    return subscription_from_object(value, topics, checked_name(f"{field}.owner", owner), field)


def _number(value: object, field: str) -> int | None:
    return None if value is None else as_whole_number(value, field, 0, _LAST_NUMBER)
