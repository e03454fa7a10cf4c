"""The service's replies to requests, as JSON with the request's correlation id."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping

from .addresses import checked_name
from .blob import MAX_PIECE_BYTES, blob_ref_from_object, blob_ref_to_object
from .errors import FilterError, Given, ProtocolError
from .json_text import as_list, as_object, as_text, as_true_or_false, as_whole_number, parse_json, write_json
from .limits import MAX_MESSAGE_BYTES, MAX_TEXT
from .requests import Acknowledgement, Explanation, Piece, Refusal, Reply
from .status_codec import status_from_object, status_to_object
from .subscription import Subscription
from .subscription_codec import subscription_from_object, subscription_to_object
from .topic import Topic
from .would_match_codec import would_match_from_object, would_match_to_object

ERROR_WORDS = ("field", "expected", "got", "message")
_LAST_NUMBER = 2**53


def refusal(request_id: str | None, error: ProtocolError) -> Refusal:
    """The reply that tells a desk what was wrong."""
    position = error.position if isinstance(error, FilterError) else None
    return Refusal(request_id, error.field, error.expected, error.got, str(error), position)


def encode_reply(reply: Reply) -> bytes:
    """A reply as JSON."""
    if isinstance(reply, Refusal):
        error = {name: getattr(reply, name) for name in (*ERROR_WORDS, "position")}
        return write_json({"request_id": reply.request_id, "error": error})
    members: dict[str, object] = {"request_id": reply.request_id, "ok": True}
    if reply.subscriptions:
        members["subscriptions"] = [subscription_to_object(s) for s in reply.subscriptions]
    if reply.ended:
        members["ended"] = list(reply.ended)
    for name in ("last_number", "more_after"):
        if (number := getattr(reply, name)) is not None:
            members[name] = number
    if reply.would_match is not None:
        members["would_match"] = would_match_to_object(reply.would_match)
    if reply.explanation is not None:
        sentences = list(reply.explanation.sentences)
        members["explanation"] = {"matches": reply.explanation.matches, "sentences": sentences}
    if reply.status is not None:
        members["status"] = status_to_object(reply.status)
    if reply.piece is not None:
        members["piece"] = _piece_to_object(reply.piece)
    return write_json(members)


def encode_listing(request_id: str, subscriptions: Iterable[bytes]) -> bytes:
    """The acknowledgement that lists subscriptions which are JSON already: thousands of them are not read for it."""
    done = write_json({"request_id": request_id, "ok": True})
    listed = b",".join(subscriptions)
    return done[:-1] + b',"subscriptions":[' + listed + b"]}" if listed else done


def decode_reply(payload: bytes, topics: Mapping[str, Topic]) -> Reply:
    """The service's reply to a request."""
    given = as_object(parse_json(payload, "reply", MAX_MESSAGE_BYTES), "reply")
    request_id = given.get("request_id")
    if request_id is not None:
        request_id = checked_name("reply.request_id", request_id)
    if "error" in given:
        error = as_object(given["error"], "reply.error")
        words = [as_text(error.get(n), f"reply.error.{n}", MAX_TEXT, empty_allowed=True) for n in ERROR_WORDS]
        position = error.get("position")
        at = None if position is None else as_whole_number(position, "reply.error.position", 0, MAX_TEXT)
        return Refusal(request_id, words[0], words[1], words[2], words[3], at)
    if request_id is None or given.get("ok") is not True:
        raise ProtocolError("reply", expected="an acknowledgement or an error", got=given)
    listed = as_list(given.get("subscriptions", []), "reply.subscriptions")
    ended = as_list(given.get("ended", []), "reply.ended")
    would_match, explanation, status, piece = (
        given.get(name) for name in ("would_match", "explanation", "status", "piece")
    )
    return Acknowledgement(
        request_id,
        tuple(_own_subscription(value, topics, f"reply.subscriptions[{i}]") for i, value in enumerate(listed)),
        ended=tuple(checked_name(f"reply.ended[{i}]", value) for i, value in enumerate(ended)),
        last_number=_number(given.get("last_number"), "reply.last_number"),
        more_after=_number(given.get("more_after"), "reply.more_after"),
        would_match=None if would_match is None else would_match_from_object(would_match, "reply.would_match"),
        explanation=None if explanation is None else _explanation(explanation, "reply.explanation"),
        status=None if status is None else status_from_object(status, "reply.status"),
        piece=None if piece is None else _piece(piece, "reply.piece"),
    )


def _own_subscription(value: object, topics: Mapping[str, Topic], field: str) -> Subscription:
    owner = as_object(value, field).get("owner")
    return subscription_from_object(value, topics, checked_name(f"{field}.owner", owner), field)


def _number(value: object, field: str) -> int | None:
    return None if value is None else as_whole_number(value, field, 0, _LAST_NUMBER)


def _explanation(value: object, field: str) -> Explanation:
    given = as_object(value, field)
    sentences = as_list(given.get("sentences"), f"{field}.sentences")
    return Explanation(
        as_true_or_false(given.get("matches"), f"{field}.matches"),
        tuple(as_text(text, f"{field}.sentences[{i}]", MAX_TEXT) for i, text in enumerate(sentences)),
    )


def _piece_to_object(piece: Piece) -> dict[str, object]:
    content = base64.b64encode(piece.content).decode("ascii")
    return {"of": blob_ref_to_object(piece.ref), "offset": piece.offset, "content": content}


def _piece(value: object, field: str) -> Piece:
    given = as_object(value, field)
    ref = blob_ref_from_object(given.get("of"), f"{field}.of")
    text = given.get("content")
    try:
        content = base64.b64decode(text if isinstance(text, str) else "-", validate=True)
    except (binascii.Error, ValueError):
        raise ProtocolError(f"{field}.content", expected="Base64 text", got=text) from None
    if len(content) > MAX_PIECE_BYTES:
        got = Given(f"{len(content)} bytes")
        raise ProtocolError(f"{field}.content", expected=f"at most {MAX_PIECE_BYTES} bytes", got=got)
    return Piece(ref, as_whole_number(given.get("offset"), f"{field}.offset", 0, ref.size), content)
