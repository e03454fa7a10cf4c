"""What a dry run came to, on the wire: counts, the busiest hour, and the newest matches with their places."""

from __future__ import annotations

from .degrees_codec import degrees_from_members, degrees_to_members
from .errors import Given, ProtocolError
from .json_text import as_list, as_number, as_object, as_text, as_true_or_false, as_whole_number
from .limits import MAX_ID, MAX_TEXT
from .requests import MOST_PAST_MATCHES, PastMatch, WouldMatch
from .times import parse_timestamp, write_timestamp

_MOST = 2**53


def would_match_to_object(found: WouldMatch) -> dict[str, object]:
    """What a dry run came to, as JSON would spell it."""
    members: dict[str, object] = {
        "matched": found.matched,
        "compared": found.compared,
        "since": write_timestamp(found.since),
        "complete": found.is_complete,
    }
    if found.advice is not None:
        members["advice"] = found.advice
    if found.per_hour:
        members["per_hour"] = found.per_hour
    if found.newest:
        members["newest"] = [_past_to_object(past) for past in found.newest]
    return members


def would_match_from_object(value: object, field: str) -> WouldMatch:
    """What a dry run came to, from parsed JSON; a service that tells no rate and no places is understood too."""
    given = as_object(value, field)
    newest = as_list(given.get("newest", []), f"{field}.newest")
    if len(newest) > MOST_PAST_MATCHES:
        raise ProtocolError(f"{field}.newest", expected=f"at most {MOST_PAST_MATCHES}", got=Given(str(len(newest))))
    return WouldMatch(
        as_whole_number(given.get("matched"), f"{field}.matched", 0, _MOST),
        as_whole_number(given.get("compared"), f"{field}.compared", 0, _MOST),
        parse_timestamp(given.get("since"), f"{field}.since"),
        as_true_or_false(given.get("complete"), f"{field}.complete"),
        None if given.get("advice") is None else as_text(given["advice"], f"{field}.advice", MAX_TEXT),
        as_number(given.get("per_hour", 0.0), f"{field}.per_hour"),
        tuple(_past(past, f"{field}.newest[{i}]") for i, past in enumerate(newest)),
    )


def _past_to_object(past: PastMatch) -> dict[str, object]:
    members: dict[str, object] = {"id": past.event_id, "time": write_timestamp(past.time)}
    if past.place is not None:
        members["place"] = list(past.place)
    return members | degrees_to_members(past.possibility, past.necessity)


def _past(value: object, field: str) -> PastMatch:
    given = as_object(value, field)
    place = given.get("place")
    return PastMatch(
        as_text(given.get("id"), f"{field}.id", MAX_ID),
        parse_timestamp(given.get("time"), f"{field}.time"),
        None if place is None else _place(place, f"{field}.place"),
        *degrees_from_members(given, field),
    )


def _place(value: object, field: str) -> tuple[float, float]:
    given = as_list(value, field)
    lon, lat = (as_number(given[i], field) if len(given) == 2 else 999.0 for i in range(2))
    if not (-180 <= lon <= 180 and -90 <= lat <= 90):
        raise ProtocolError(field, expected="[lon, lat] in degrees", got=value)
    return lon, lat
