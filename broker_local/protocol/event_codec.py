"""Events on the wire: GeoJSON Features and FeatureCollections, to valid Events and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from types import MappingProxyType

from shapely.geometry.base import BaseGeometry

from .addresses import checked_name
from .attribute_codec import decode_attribute
from .choices import looked_up
from .crs import ToLonLat, parse_crs
from .errors import Given, ProtocolError
from .event import Event
from .event_writer import digest_of, write_event
from .fuzzy_number import FuzzyNumber
from .geometry_codec import decode_geometry, kind_of, plain_points
from .json_text import as_list, as_number, as_object, as_text, parse_json
from .limits import MAX_FEATURES, MAX_ID, MAX_MESSAGE_BYTES
from .operators import GeometryKind
from .placement_codec import LARGEST_RADIUS_M, placement_from_object
from .terms import numbers_of
from .times import parse_timestamp
from .topic import AttributeValue, Topic

_NO_TERMS: Mapping[str, FuzzyNumber] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RejectedFeature:
    """A feature of a batch that was refused; its neighbours are not its concern."""

    error: ProtocolError
    content: bytes


def decode_events(
    payload: bytes, topics: Mapping[str, Topic], received_at: datetime, addressed_to: str | None = None
) -> list[Event | RejectedFeature]:
    """The events of one message, each valid or refused on its own; raises if the message itself is no GeoJSON.

    `addressed_to` is the topic that the message's address names.
    """
    return events_of_message(parse_message(payload), payload, topics, received_at, addressed_to)


def parse_message(payload: bytes) -> dict[str, object]:
    """A published message as parsed JSON, of which only so much is known."""
    return as_object(parse_json(payload, "message", MAX_MESSAGE_BYTES), "message")


def events_of_message(
    message: dict[str, object],
    payload: bytes,
    topics: Mapping[str, Topic],
    received_at: datetime,
    addressed_to: str | None,
) -> list[Event | RejectedFeature]:
    """`decode_events` of a message that is parsed already."""
    if message.get("type") == "FeatureCollection":
        features = as_list(message.get("features"), "features")
        if not 0 < len(features) <= MAX_FEATURES:
            raise ProtocolError("features", expected=f"1 to {MAX_FEATURES} features", got=len(features))
    elif message.get("type") == "Feature":
        features = [message]
    else:
        raise ProtocolError(
            "type", expected="'Feature' or 'FeatureCollection'", got=message.get("type", Given("nothing"))
        )
    collection = None if features[0] is message else message
    to_lonlat = parse_crs(message.get("crs"), "crs")
    results: list[Event | RejectedFeature] = []
    for index, (feature, point) in enumerate(zip(features, plain_points(features), strict=True)):
        try:
            results.append(_event(feature, collection, to_lonlat, topics, received_at, addressed_to, point))
        except ProtocolError as error:
            placed = error if collection is None else error.within(f"features[{index}]")
            content = payload if collection is None else json.dumps(feature).encode("ascii")  # NaN and all, as it came
            results.append(RejectedFeature(placed, content))
    return results


def decode_event(payload: bytes, topics: Mapping[str, Topic], received_at: datetime) -> Event:
    """The one event of a message that must hold exactly one."""
    events = decode_events(payload, topics, received_at)
    if len(events) != 1:
        raise ProtocolError("features", expected="one feature", got=len(events))
    if isinstance(events[0], RejectedFeature):
        raise events[0].error
    return events[0]


def encode_event(event: Event) -> bytes:
    """An event as a GeoJSON Feature."""
    return write_event(event)


def encode_events(events: Iterable[Event]) -> bytes:
    """Several events as a FeatureCollection."""
    return b'{"type":"FeatureCollection","features":[%b]}' % b",".join(write_event(event) for event in events)


def content_digest(event: Event) -> str:
    """What an event says, as a digest: a resend has the same, whatever its id and time of arrival."""
    return digest_of(event.topic, event.geometry, event.attributes, event.accuracy_m)


def event_from_object(value: object, topics: Mapping[str, Topic], received_at: datetime) -> Event:
    """An event out of parsed JSON."""
    return _event(value, None, None, topics, received_at, None)


def _event(
    value: object,
    collection: dict[str, object] | None,
    to_lonlat: ToLonLat | None,
    topics: Mapping[str, Topic],
    received_at: datetime,
    addressed_to: str | None,
    point: BaseGeometry | None = None,
) -> Event:
    feature = as_object(value, "feature")
    if feature.get("type") != "Feature":
        raise ProtocolError("type", expected="'Feature'", got=feature.get("type", Given("nothing")))
    if collection is not None and feature.get("crs") is not None:
        to_lonlat = parse_crs(feature["crs"], "crs")
    properties = as_object(feature.get("properties"), "properties")
    topic = _topic(properties.get("Topic"), topics, addressed_to)
    attributes = _attributes(properties, topic)
    if point is None or to_lonlat is not None or GeometryKind.POINT not in topic.geometries:
        geometry = _geometry(feature.get("geometry"), topic, attributes, to_lonlat)
    else:
        geometry = point
    placed = feature.get("placed")
    if placed is not None and geometry is None:
        raise ProtocolError("placed", expected="a geometry with it", got=Given("none"))
    accuracy_m = _accuracy_m(feature.get("accuracy_m"), geometry)
    publisher = feature.get("publisher", None if collection is None else collection.get("publisher"))
    return Event(
        id=_id(feature.get("id"), topic.name, geometry, attributes, accuracy_m),
        topic=topic.name,
        geometry=geometry,
        attributes=attributes,
        time=_happened(topic, attributes, feature.get("time"), received_at),
        publisher=None if publisher is None else checked_name("publisher", publisher),
        placed=None if placed is None else placement_from_object(placed, "placed"),
        accuracy_m=accuracy_m,
    )


def _topic(name: object, topics: Mapping[str, Topic], addressed_to: str | None) -> Topic:
    if name is None:
        name = addressed_to
    if addressed_to is not None and name != addressed_to:
        raise ProtocolError("properties.Topic", expected=f"'{addressed_to}', as the address says", got=name)
    return looked_up(topics, name, "properties.Topic")


def _attributes(properties: dict[str, object], topic: Topic) -> dict[str, AttributeValue]:
    known = topic.by_name
    attributes: dict[str, AttributeValue] = {}
    for name, value in properties.items():
        if value is None or name == "Topic":
            continue
        attribute = known.get(name)
        if attribute is None:
            expected = f"an attribute of {topic.name}"
            raise ProtocolError(f"properties.{name}", expected=expected, got=name, hint=topic.suggest(name))
        terms = numbers_of(topic, name) if type(value) is dict and "term" in value else _NO_TERMS
        attributes[name] = decode_attribute(attribute, value, f"properties.{name}", terms)
    if not topic.mandatory <= attributes.keys():
        missing = next(a for a in topic.attributes if a.mandatory and a.name not in attributes)
        expected = f"a {missing.type} (mandatory in {topic.name})"
        raise ProtocolError(f"properties.{missing.name}", expected=expected, got=Given("nothing"))
    return attributes


def _geometry(
    value: object, topic: Topic, attributes: Mapping[str, AttributeValue], to_lonlat: ToLonLat | None
) -> BaseGeometry | None:
    if value is None:
        if topic.geometry_unless in attributes or not topic.geometries:
            return None
        wanted = " or ".join(sorted(topic.geometries))
        unless = f", or the attribute {topic.geometry_unless}" if topic.geometry_unless else ""
        raise ProtocolError("geometry", expected=f"a {wanted}{unless}", got=Given("nothing"))
    geometry = decode_geometry(value, "geometry", to_lonlat)
    if kind_of(geometry) not in topic.geometries:
        wanted = " or ".join(sorted(topic.geometries))
        raise ProtocolError("geometry.type", expected=wanted or "no geometry", got=geometry.geom_type)
    return geometry


def _accuracy_m(value: object, geometry: BaseGeometry | None) -> float | None:
    if value is None:
        return None
    if geometry is None or geometry.geom_type != GeometryKind.POINT:
        got = "none" if geometry is None else f"a {geometry.geom_type}"
        raise ProtocolError("accuracy_m", expected="a Point with it", got=Given(got))
    expected = f"a number of metres from 0 to {LARGEST_RADIUS_M:.12g}"
    metres = as_number(value, "accuracy_m", expected)
    if not 0.0 <= metres <= LARGEST_RADIUS_M:
        raise ProtocolError("accuracy_m", expected=expected, got=value)
    return metres


def _happened(
    topic: Topic, attributes: Mapping[str, AttributeValue], stated: object, received_at: datetime
) -> datetime:
    """When it happened: as the topic's own attributes say, else the feature's `time`, else when it came."""
    source = topic.happened
    moment = attributes.get(source.timestamp) if source.timestamp else None
    if isinstance(moment, datetime):
        return moment
    day = attributes.get(source.date) if source.date else None
    clock = attributes.get(source.time) if source.time else None
    if isinstance(day, date) and isinstance(clock, time):
        return datetime.combine(day, clock, UTC)
    return received_at if stated is None else parse_timestamp(stated, "time")


def _id(
    given: object,
    topic: str,
    geometry: BaseGeometry | None,
    attributes: Mapping[str, AttributeValue],
    accuracy_m: float | None,
) -> str:
    """The publisher's id, or one made from the content, so that a resend is the same event."""
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 2**63:
        return str(given)
    if given is not None:
        return as_text(given, "id", MAX_ID)
    return "content-" + digest_of(topic, geometry, attributes, accuracy_m)[:32]
