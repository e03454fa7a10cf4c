"""An event as text, and the digest of what it says, made in one pass where both are wanted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from json.encoder import encode_basestring

import shapely
from shapely.geometry.base import BaseGeometry

from .attribute_codec import encode_attribute
from .blob import blob_ref
from .event import Event
from .geometry_codec import encode_geometry
from .json_text import write_json
from .placement_codec import placement_to_object
from .times import write_timestamp
from .topic import AttributeValue


def write_event(event: Event) -> bytes:
    """An event as a GeoJSON Feature."""
    return _feature(event, _place_text(event.geometry), _attribute_texts(event))


def write_with_digest(event: Event) -> tuple[bytes, str]:
    """The Feature, and the digest of what it says."""
    place, attributes = _place_text(event.geometry), _attribute_texts(event)
    told = attributes | {n: _told(value) for n, value in event.attributes.items() if isinstance(value, bytes)}
    return _feature(event, place, attributes), _digest(event.topic, place, event.accuracy_m, told.items())


def _attribute_texts(event: Event) -> dict[str, str]:
    return {name: _value_text(value) for name, value in event.attributes.items()}


def _feature(event: Event, place: str, attributes: Mapping[str, str]) -> bytes:
    properties = "".join(f",{encode_basestring(name)}:{text}" for name, text in attributes.items())
    end = "" if event.publisher is None else f',"publisher":{encode_basestring(event.publisher)}'
    if event.placed is not None:
        end += f',"placed":{write_json(placement_to_object(event.placed)).decode("utf-8")}'
    if event.accuracy_m is not None:
        end += f',"accuracy_m":{event.accuracy_m!r}'
    body = (
        f'{{"type":"Feature","id":{encode_basestring(event.id)},"time":"{write_timestamp(event.time)}",'
        f'"geometry":{place},"properties":{{"Topic":{encode_basestring(event.topic)}{properties}}}{end}}}'
    )
    return body.encode("utf-8")


def digest_of(
    topic: str,
    geometry: BaseGeometry | None,
    attributes: Mapping[str, AttributeValue],
    accuracy_m: float | None = None,
) -> str:
    """What an event says, whatever its id, its time of arrival and the order of its attributes."""
    told = ((n, _told(v) if isinstance(v, bytes) else _value_text(v)) for n, v in attributes.items())
    return _digest(topic, _place_text(geometry), accuracy_m, told)


def _digest(topic: str, place: str, accuracy_m: float | None, attributes: Iterable[tuple[str, str]]) -> str:
    lines = (f"{name}:{text}" for name, text in sorted(attributes))
    stated = place if accuracy_m is None else f"{place} within {accuracy_m!r} m"
    return hashlib.sha256("\n".join((topic, stated, *lines)).encode("utf-8")).hexdigest()


def _place_text(geometry: BaseGeometry | None) -> str:
    if geometry is None:
        return "null"
    if isinstance(geometry, shapely.Point):  # most are
        return f'{{"type":"Point","coordinates":[{geometry.x!r},{geometry.y!r}]}}'
    return write_json(encode_geometry(geometry)).decode("utf-8")


def _value_text(value: AttributeValue) -> str:
    """A value as JSON spells it, the usual kinds without ceremony."""
    if isinstance(value, str):
        return encode_basestring(value)
    if type(value) in (float, int):
        return repr(value)
    if isinstance(value, datetime):
        return f'"{write_timestamp(value)}"'
    if isinstance(value, date | time):
        return f'"{value.isoformat()}"'
    return write_json(encode_attribute(value)).decode("utf-8")


def _told(value: bytes) -> str:
    """A binary value says the same whether it travels itself or is referred to."""
    return _value_text(blob_ref(value))
