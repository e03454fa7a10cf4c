"""What was found in the attachments of a message, and which messages have attachments to look into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.topic import Attribute, AttributeType, Topic

from .mqtt_link import Message

SMALL_BYTES = 64 * 1024  # a message up to this size keeps its photos in itself


@dataclass(frozen=True, slots=True)
class Findings:
    """What reading the attachments of a message brought to light; features by their place in the message."""

    payload: bytes  # the message with references in place of contents
    footprints: Mapping[int, BaseGeometry] = field(default_factory=dict)
    refused: Mapping[int, ProtocolError] = field(default_factory=dict)
    digests: Mapping[int, str] = field(default_factory=dict)  # where not all attributes came from the publisher
    refusal: ProtocolError | None = None  # of the whole message


@dataclass(frozen=True, slots=True)
class ReadMessage(Message):
    """A message whose attachments have been read; acknowledging it acknowledges the one that came."""

    findings: Findings = Findings(b"")


def has_attachments(message: Message, topic: Topic | None) -> bool:
    """Whether a message is to be read aside: one with an image, or a large one with photos."""
    if topic is None or isinstance(message, ReadMessage):
        return False
    return image_attribute(topic) is not None or (
        len(message.payload) > SMALL_BYTES and any(a.type is AttributeType.BINARY for a in topic.attributes)
    )


def image_attribute(topic: Topic) -> Attribute | None:
    """The attribute whose image says where an event is, in topics that have one."""
    stand_in = topic.by_name.get(topic.geometry_unless) if topic.geometry_unless else None
    return stand_in if stand_in is not None and stand_in.type is AttributeType.BINARY else None
