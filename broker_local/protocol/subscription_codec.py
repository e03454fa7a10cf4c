"""Subscriptions on the wire, to valid Subscriptions and back."""

from __future__ import annotations

import re
from collections.abc import Mapping

import shapely

from .addresses import checked_name
from .certainty import Aggregation, Certainty
from .choices import looked_up, one_of
from .degrees_codec import as_degree
from .errors import Given, ProtocolError
from .filter.parser import parse_filter
from .filter.tree import terms_used
from .geometry_codec import decode_geometry, encode_geometry, kind_of
from .json_text import as_number, as_object, as_text, as_true_or_false, known_members
from .limits import MAX_BUFFER_M, MAX_BUFFERED_VERTICES, MAX_FILTER_TEXT, MAX_NAME
from .operators import GeometryKind, Operator, Relation, why_never, why_never_region
from .subscription import Priority, Sound, SpatialPredicate, Subscription, SubscriptionOptions
from .term_codec import meanings_from_object, meanings_to_object
from .times import parse_timestamp, write_timestamp
from .topic import Topic

_MEMBERS = frozenset(("id", "owner", "name", "topic", "spatial", "filter", "terms", "certainty", "options", "paused"))
_SPATIAL_MEMBERS = frozenset(("geometry", "operator", "relation", "buffer_m", "soft_m"))
_CERTAINTY_MEMBERS = frozenset(("possibility", "necessity", "aggregation"))
_SOFT = (Operator.CONTAIN, Operator.INTERSECT, Operator.DISJOINT)  # of points, they ask how near alone
_OPTION_MEMBERS = frozenset(("expire_after_s", "priority", "sound", "colour", "ends_at"))
_LONGEST_EXPIRY_S = 10 * 365 * 86400.0
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII | re.IGNORECASE)


def subscription_from_object(
    value: object, topics: Mapping[str, Topic], owner: str, field: str = "subscription"
) -> Subscription:
    """The subscription of `owner` that parsed JSON describes, checked against its topic."""
    given = as_object(value, field)
    known_members(given, field, _MEMBERS)
    if given.get("owner", owner) != owner:
        raise ProtocolError(f"{field}.owner", expected=f"'{owner}', who asks", got=given["owner"])
    topic = looked_up(topics, given.get("topic"), f"{field}.topic")
    spatial, text, certainty = given.get("spatial"), given.get("filter"), given.get("certainty")
    terms = given.get("terms")
    meanings = {} if terms is None else meanings_from_object(terms, topic, f"{field}.terms")
    subscription_id = checked_name(f"{field}.id", given.get("id"))
    return Subscription(
        id=subscription_id,
        owner=owner,
        name=as_text(given.get("name", subscription_id), f"{field}.name", MAX_NAME),
        topic=topic.name,
        spatial=None if spatial is None else _spatial(spatial, topic, f"{field}.spatial"),
        filter=None
        if text is None
        else parse_filter(as_text(text, f"{field}.filter", MAX_FILTER_TEXT), topic, meanings),
        options=options_from_object(given.get("options", {}), f"{field}.options"),
        certainty=None if certainty is None else certainty_from_object(certainty, f"{field}.certainty"),
        is_paused=as_true_or_false(given.get("paused", False), f"{field}.paused"),
    )


def subscription_to_object(subscription: Subscription) -> dict[str, object]:
    """A subscription as JSON would spell it."""
    spatial: dict[str, object] | None = None
    if subscription.spatial is not None:
        test = subscription.spatial.test
        spatial = {
            "geometry": encode_geometry(subscription.spatial.zone),
            "operator" if isinstance(test, Operator) else "relation": test,
            "buffer_m": subscription.spatial.buffer_m,
        }
        if subscription.spatial.soft_m:
            spatial["soft_m"] = subscription.spatial.soft_m
    members: dict[str, object] = {
        "id": subscription.id,
        "owner": subscription.owner,
        "name": subscription.name,
        "topic": subscription.topic,
        "spatial": spatial,
        "filter": None if subscription.filter is None else subscription.filter.text,
        "options": options_to_object(subscription.options),
    }
    if subscription.filter is not None and (used := terms_used(subscription.filter.root)):
        members["terms"] = meanings_to_object(used)
    if subscription.certainty is not None:
        members["certainty"] = certainty_to_object(subscription.certainty)
    return members | {"paused": True} if subscription.is_paused else members


def _spatial(value: object, topic: Topic, field: str) -> SpatialPredicate:
    given = as_object(value, field)
    known_members(given, field, _SPATIAL_MEMBERS)
    zone = decode_geometry(given.get("geometry"), f"{field}.geometry")
    test = _test(given, field)
    buffer_m = as_number(given.get("buffer_m", 0.0), f"{field}.buffer_m")
    if abs(buffer_m) > MAX_BUFFER_M:
        raise ProtocolError(f"{field}.buffer_m", expected=f"at most {MAX_BUFFER_M:g} m either way", got=buffer_m)
    vertices = int(shapely.get_num_coordinates(zone))
    if buffer_m and vertices > MAX_BUFFERED_VERTICES:
        expected = f"at most {MAX_BUFFERED_VERTICES} positions in a zone with a buffer"
        raise ProtocolError(f"{field}.geometry", expected=expected, got=Given(str(vertices)))
    kind = kind_of(zone)
    if buffer_m < 0 and kind.dimension < 2:
        raise ProtocolError(f"{field}.buffer_m", expected=f"0 or more for a {kind}: only areas shrink", got=buffer_m)
    reason = why_impossible(test, kind, buffer_m, topic)
    if reason is not None:
        name = "operator" if isinstance(test, Operator) else "relation"
        expected = f"one that can be true for {topic.name}"
        raise ProtocolError(f"{field}.{name}", expected=expected, got=test.value, hint=reason)
    soft_m = _soft_m(given.get("soft_m", 0.0), test, topic, f"{field}.soft_m")
    return SpatialPredicate(zone, test, buffer_m, soft_m)


def _soft_m(value: object, test: Operator | Relation, topic: Topic, field: str) -> float:
    soft_m = as_number(value, field)
    if not 0.0 <= soft_m <= MAX_BUFFER_M:
        raise ProtocolError(field, expected=f"a number of metres from 0 to {MAX_BUFFER_M:.12g}", got=soft_m)
    reason = why_not_soft(test, topic)
    if soft_m and reason is not None:
        raise ProtocolError(field, expected="a hard edge", got=soft_m, hint=reason)
    return soft_m


def why_not_soft(test: Operator | Relation, topic: Topic) -> str | None:
    """Why the edge of a zone cannot be soft with this test; None if it can."""
    if test not in _SOFT:
        return f"only with {', '.join(operator.value for operator in _SOFT)} can an edge be soft"
    if GeometryKind.POINT not in topic.geometries:
        return f"an edge is soft for points, and {topic.name} events are none"
    return None


def why_impossible(test: Operator | Relation, zone: GeometryKind, buffer_m: float, topic: Topic) -> str | None:
    """Why no event of a topic can ever satisfy this test; None if some can. A buffered zone is an area."""
    if buffer_m > 0:
        zone = GeometryKind.POLYGON
    reasons = [
        why_never(test, zone, event) if isinstance(test, Operator) else why_never_region(zone, event)
        for event in sorted(topic.geometries)
    ]
    if not reasons:
        return f"{topic.name} events have no geometry"
    return reasons[0] if all(reasons) else None


def _test(given: dict[str, object], field: str) -> Operator | Relation:
    if ("operator" in given) == ("relation" in given):
        got = Given("both" if "operator" in given else "neither")
        raise ProtocolError(field, expected="either an operator or a relation", got=got)
    if "operator" in given:
        return one_of(Operator, given["operator"], f"{field}.operator")
    return one_of(Relation, given["relation"], f"{field}.relation")


def certainty_from_object(value: object, field: str) -> Certainty:
    """How sure a match must be, from parsed JSON."""
    given = as_object(value, field)
    known_members(given, field, _CERTAINTY_MEMBERS)
    return Certainty(
        as_degree(given.get("possibility", 0.0), f"{field}.possibility"),
        as_degree(given.get("necessity", 0.0), f"{field}.necessity"),
        one_of(Aggregation, given.get("aggregation", Aggregation.MINIMUM), f"{field}.aggregation"),
    )


def certainty_to_object(certainty: Certainty) -> dict[str, object]:
    """How sure a match must be, as JSON would spell it."""
    return {
        "possibility": certainty.least_possibility,
        "necessity": certainty.least_necessity,
        "aggregation": certainty.aggregation,
    }


def options_from_object(value: object, field: str) -> SubscriptionOptions:
    """The wishes of a subscription, from parsed JSON."""
    given = as_object(value, field)
    known_members(given, field, _OPTION_MEMBERS)
    priority, sound, ends_at = (given.get(name) for name in ("priority", "sound", "ends_at"))
    return SubscriptionOptions(
        expire_after_s=_expiry(given.get("expire_after_s"), f"{field}.expire_after_s"),
        priority=Priority.NORMAL if priority is None else one_of(Priority, priority, f"{field}.priority"),
        sound=None if sound is None else one_of(Sound, sound, f"{field}.sound"),
        colour=_colour(given.get("colour"), f"{field}.colour"),
        ends_at=None if ends_at is None else parse_timestamp(ends_at, f"{field}.ends_at"),
    )


def options_to_object(options: SubscriptionOptions) -> dict[str, object]:
    """What is not as usual: a subscription without wishes is written as it always was."""
    members: dict[str, object | None] = {
        "expire_after_s": options.expire_after_s,
        "priority": None if options.priority is Priority.NORMAL else options.priority,
        "sound": options.sound,
        "colour": options.colour,
        "ends_at": None if options.ends_at is None else write_timestamp(options.ends_at),
    }
    return {name: value for name, value in members.items() if value is not None}


def _expiry(value: object, field: str) -> float | None:
    if value is None:
        return None
    seconds = as_number(value, field)
    if not 0 < seconds <= _LONGEST_EXPIRY_S:
        raise ProtocolError(field, expected="seconds, more than 0 and at most ten years", got=value)
    return seconds


def _colour(value: object, field: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or _COLOUR.fullmatch(value) is None:
        raise ProtocolError(field, expected="a colour such as #d84315", got=value)
    return value.lower()
