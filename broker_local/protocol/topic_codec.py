"""Topic schemas as JSON: the built-in ones in resources, advertised ones on the wire."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from .addresses import checked_name
from .choices import one_of
from .errors import Given, ProtocolError
from .json_text import (
    as_list,
    as_number,
    as_object,
    as_text,
    as_whole_number,
    known_members,
    parse_json,
    write_json,
)
from .limits import MAX_ATTRIBUTES, MAX_MESSAGE_BYTES, MAX_NAME, MAX_REQUEST_BYTES, MAX_TEXT
from .operators import GeometryKind
from .term_codec import terms_from_rows, terms_to_rows
from .topic import Attribute, AttributeType, TimeSource, Topic

_ATTRIBUTE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_ATTRIBUTE_MEMBERS = frozenset(
    ("name", "type", "mandatory", "unit", "minimum", "maximum", "values", "max_length", "description", "terms")
)
_TOPIC_MEMBERS = frozenset(
    ("name", "title", "version", "geometries", "geometry_unless", "happened", "key", "attributes")
)
_HAPPENED_MEMBERS = frozenset(("timestamp", "date", "time"))


def decode_topic(payload: bytes) -> Topic:
    """One topic schema."""
    return topic_from_object(parse_json(payload, "topic", MAX_REQUEST_BYTES), "topic")


def decode_topics(payload: bytes) -> dict[str, Topic]:
    """All topics as the service announces them, by name."""
    listed = as_list(parse_json(payload, "topics", MAX_MESSAGE_BYTES), "topics")
    topics = [topic_from_object(value, f"topics[{i}]") for i, value in enumerate(listed)]
    return {topic.name: topic for topic in topics}


def encode_topics(topics: Iterable[Topic]) -> bytes:
    """All topics, to announce them."""
    return write_json([topic_to_object(topic) for topic in topics])


def topic_from_object(value: object, field: str) -> Topic:
    """A topic out of parsed JSON, checked in itself."""
    given = as_object(value, field)
    known_members(given, field, _TOPIC_MEMBERS)
    kinds = as_list(given.get("geometries", []), f"{field}.geometries")
    rows = as_list(given.get("attributes"), f"{field}.attributes")
    if len(rows) > MAX_ATTRIBUTES:
        raise ProtocolError(f"{field}.attributes", expected=f"at most {MAX_ATTRIBUTES}", got=len(rows))
    attributes = tuple(_attribute(row, f"{field}.attributes[{i}]") for i, row in enumerate(rows))
    by_lower: dict[str, Attribute] = {}
    for attribute in attributes:
        if attribute.name.lower() in by_lower or attribute.name.lower() == "topic":
            raise ProtocolError(
                f"{field}.attributes", expected="names that differ in more than case", got=attribute.name
            )
        by_lower[attribute.name.lower()] = attribute
    return Topic(
        name=checked_name(f"{field}.name", given.get("name")),
        title=as_text(given.get("title", ""), f"{field}.title", MAX_NAME, empty_allowed=True),
        version=as_whole_number(given.get("version", 1), f"{field}.version", 1, 1_000_000),
        geometries=frozenset(one_of(GeometryKind, kind, f"{field}.geometries") for kind in kinds),
        attributes=attributes,
        geometry_unless=_named(given.get("geometry_unless"), f"{field}.geometry_unless", attributes),
        happened=_happened(given.get("happened", {}), f"{field}.happened", attributes),
        key=_named(given.get("key"), f"{field}.key", attributes),
    )


def topic_to_object(topic: Topic) -> dict[str, object]:
    """A topic as JSON would spell it; what is at its default is left out."""
    happened = {k: v for k in ("timestamp", "date", "time") if (v := getattr(topic.happened, k)) is not None}
    members: dict[str, object] = {
        "name": topic.name,
        "title": topic.title,
        "version": topic.version,
        "geometries": sorted(topic.geometries),
        "geometry_unless": topic.geometry_unless,
        "happened": happened,
        "key": topic.key,
        "attributes": [_attribute_to_object(attribute) for attribute in topic.attributes],
    }
    return {name: value for name, value in members.items() if value not in (None, "", {})}


def _attribute(value: object, field: str) -> Attribute:
    given = as_object(value, field)
    known_members(given, field, _ATTRIBUTE_MEMBERS)
    name = as_text(given.get("name"), f"{field}.name", MAX_NAME)
    if not _ATTRIBUTE_NAME.match(name):
        raise ProtocolError(f"{field}.name", expected="a letter, then letters, digits and _", got=name)
    mandatory = given.get("mandatory", False)
    if not isinstance(mandatory, bool):
        raise ProtocolError(f"{field}.mandatory", expected="true or false", got=mandatory)
    values = as_list(given.get("values", []), f"{field}.values")
    unit, limit = given.get("unit"), given.get("max_length")
    attribute = Attribute(
        name=name,
        type=one_of(AttributeType, given.get("type"), f"{field}.type"),
        mandatory=mandatory,
        unit=None if unit is None else as_text(unit, f"{field}.unit", MAX_NAME),
        minimum=_bound(given.get("minimum"), f"{field}.minimum"),
        maximum=_bound(given.get("maximum"), f"{field}.maximum"),
        values=tuple(as_text(v, f"{field}.values", MAX_NAME) for v in values),
        max_length=None if limit is None else as_whole_number(limit, f"{field}.max_length", 1, MAX_MESSAGE_BYTES),
        description=as_text(given.get("description", ""), f"{field}.description", MAX_TEXT, empty_allowed=True),
    )
    terms = given.get("terms", [])
    if terms and not attribute.type.is_numeric:
        raise ProtocolError(f"{field}.terms", expected="terms for numbers alone", got=Given(f"a {attribute.type}"))
    return replace(attribute, terms=terms_from_rows(attribute, terms, f"{field}.terms", must_explain=False))


def _attribute_to_object(attribute: Attribute) -> dict[str, object]:
    members: dict[str, object] = {name: getattr(attribute, name) for name in Attribute.__slots__}
    members["values"] = list(attribute.values)
    members["terms"] = terms_to_rows(attribute.terms)
    return {name: value for name, value in members.items() if value is not None and value not in (False, "", [])} | {
        name: value for name in ("minimum", "maximum") if (value := getattr(attribute, name)) is not None
    }


def _bound(value: object, field: str) -> float | None:
    return None if value is None else as_number(value, field)


def _named(value: object, field: str, attributes: tuple[Attribute, ...], *types: AttributeType) -> str | None:
    if value is None:
        return None
    for attribute in attributes:
        if attribute.name == value and (not types or attribute.type in types):
            return attribute.name
    sort = f"{' or '.join(types)} attributes" if types else "attributes"
    raise ProtocolError(field, expected=f"the name of one of the topic's {sort}", got=value)


def _happened(value: object, field: str, attributes: tuple[Attribute, ...]) -> TimeSource:
    given = as_object(value, field)
    known_members(given, field, _HAPPENED_MEMBERS)
    source = TimeSource(
        _named(given.get("timestamp"), f"{field}.timestamp", attributes, AttributeType.TIMESTAMP),
        _named(given.get("date"), f"{field}.date", attributes, AttributeType.DATE),
        _named(given.get("time"), f"{field}.time", attributes, AttributeType.TIME),
    )
    if (source.date is None) != (source.time is None):
        raise ProtocolError(field, expected="both date and time, or neither", got=given)
    return source
