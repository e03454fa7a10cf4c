"""Images and other binary attributes of a message: looked into, kept by content, left in the message as references."""

from __future__ import annotations

import json
from datetime import datetime

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.attribute_codec import decode_attribute
from broker_local.protocol.blob import blob_ref, blob_ref_to_object
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_events
from broker_local.protocol.json_text import as_object, parse_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from broker_local.protocol.times import write_timestamp
from broker_local.protocol.topic import AttributeType, Topic

from .blob_store import BlobStore
from .findings import Findings, image_attribute
from .images import is_tiff, read_image


def read_attachments(payload: bytes, topic: Topic, now: datetime, store: BlobStore) -> Findings:
    """Look into every binary attribute and keep those of valid events; raises if the message itself is bad."""
    if image_attribute(topic) is not None and is_tiff(payload):
        return _read_bare_image(payload, topic, now, store)
    message = as_object(parse_json(payload, "message", MAX_MESSAGE_BYTES), "message")
    is_batch = message.get("type") == "FeatureCollection"
    listed = message.get("features") if is_batch else [message]
    contents: dict[int, list[bytes]] = {}
    footprints: dict[int, BaseGeometry] = {}
    refused: dict[int, ProtocolError] = {}
    for index, feature in enumerate(listed if isinstance(listed, list) else ()):
        properties = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(properties, dict):
            continue  # refused with its reason when the message is decoded
        try:
            contents[index], footprint = _taken_out(properties, topic)
        except ProtocolError as error:
            refused[index] = error.within(f"features[{index}]") if is_batch else error
            continue
        if footprint is not None and feature.get("geometry") is None:
            footprints[index] = footprint
    small = _written(message)
    for index in _valid_features(small, topic, now):
        if index not in refused:
            for content in contents[index]:
                store.keep(content)
    return Findings(small, footprints, refused)


def _taken_out(properties: dict[str, object], topic: Topic) -> tuple[list[bytes], BaseGeometry | None]:
    """The contents that references now stand for, and the footprint of the image among them."""
    contents: list[bytes] = []
    footprint = None
    binaries = [attribute for attribute in topic.attributes if attribute.type is AttributeType.BINARY]
    # Whatever is wrong below, the bulk does not stay in the message.
    given = [(attribute, properties.pop(attribute.name, None)) for attribute in binaries]
    for attribute, value in given:
        if value is None:
            continue
        name = f"properties.{attribute.name}"
        content = decode_attribute(attribute, value, name)
        if not isinstance(content, bytes):  # only we make references, to what we keep
            raise ProtocolError(name, expected="the content itself, in Base64", got=Given("a reference"))
        if attribute is image_attribute(topic):
            footprint = read_image(content, name).footprint
        properties[attribute.name] = blob_ref_to_object(blob_ref(content))
        contents.append(content)
    return contents, footprint


def _read_bare_image(payload: bytes, topic: Topic, now: datetime, store: BlobStore) -> Findings:
    """An image sent as it is: the file itself says where and when."""
    image = image_attribute(topic)
    assert image is not None
    if len(payload) > (image.max_length or MAX_MESSAGE_BYTES):
        got = Given(f"{len(payload)} bytes")
        raise ProtocolError("message", expected=f"at most {image.max_length} bytes", got=got)
    facts, ref = read_image(payload, "message"), blob_ref(payload)
    taken_at = write_timestamp(facts.taken_at or now)
    day, _, clock = taken_at.partition("T")
    moment = {topic.happened.timestamp: taken_at, topic.happened.date: day, topic.happened.time: clock}
    properties = {name: value for name, value in moment.items() if name is not None}
    feature: dict[str, object] = {
        "type": "Feature",
        "id": f"content-{ref.sha256[:32]}",
        "geometry": None,
        "properties": {**properties, image.name: blob_ref_to_object(ref)},
    }
    small = _written(feature)
    if _valid_features(small, topic, now):
        store.keep(payload)
    # The file alone is what was sent: with the time of arrival in it, a resend would look like another content.
    return Findings(small, {0: facts.footprint}, digests={0: ref.sha256})


def _valid_features(small: bytes, topic: Topic, now: datetime) -> list[int]:
    """Which features will be accepted, so that nothing is kept for those that are refused when they are taken in."""
    try:
        events = decode_events(small, {topic.name: topic}, now, topic.name)
    except ProtocolError:
        return []
    return [index for index, event in enumerate(events) if isinstance(event, Event)]


def _written(message: dict[str, object]) -> bytes:
    try:
        return json.dumps(message).encode("ascii")  # half characters and all, as they came
    except RecursionError:
        raise ProtocolError("message", expected="JSON of ordinary depth", got=Given("very deep nesting")) from None
