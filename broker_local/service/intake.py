"""Stage 3, intake: messages become valid events, or refusals that say why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from broker_local.protocol.addresses import last_level
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import RejectedFeature, content_digest, decode_events, encode_event
from broker_local.protocol.topic import AttributeValue, Topic

from .images import is_tiff, read_image
from .journal import Journal, RejectedRow
from .mqtt_link import Message

_IMAGE_TOPIC = "WFireRSImage"
_KEPT_CONTENT_BYTES = 64 * 1024  # of a refused message; enough to see what it was
EventKey = tuple[str, str, str]  # topic, publisher, id


def key_of(event: Event) -> EventKey:
    """What makes an event itself: two with the same key are one event sent twice."""
    return event.topic, event.publisher or "", event.id


@dataclass(frozen=True, slots=True)
class AcceptedEvent:
    """A valid event that was not here before, and the digest that will tell a resend from a stolen id."""

    event: Event
    digest: str


@dataclass(slots=True)
class Intake:
    """What a batch of messages came to."""

    accepted: list[AcceptedEvent] = field(default_factory=list)
    rejected: list[RejectedRow] = field(default_factory=list)
    duplicates: int = 0


def take_in(messages: Sequence[Message], topics: Mapping[str, Topic], journal: Journal, now: datetime) -> Intake:
    """Decode, complete and check a batch of published messages; a bad one never sinks its neighbours."""
    intake = Intake()
    valid: list[tuple[str, AcceptedEvent]] = []
    for message in messages:
        try:
            results = _events_of(message, topics, now)
        except ProtocolError as error:
            intake.rejected.append(_refused(message.address, error, message.payload, now))
            continue
        for result in results:
            if isinstance(result, Event):
                valid.append((message.address, AcceptedEvent(result, content_digest(result))))
            else:
                intake.rejected.append(_refused(message.address, result.error, result.content, now))
    _sort_out_known(valid, intake, journal, now)
    return intake


def _events_of(message: Message, topics: Mapping[str, Topic], now: datetime) -> list[Event | RejectedFeature]:
    topic = last_level(message.address)
    if topic == _IMAGE_TOPIC and is_tiff(message.payload):
        return [_bare_image(message.payload, now)]
    decoded = decode_events(message.payload, topics, now, topic)
    return [_placed(result) if isinstance(result, Event) else result for result in decoded]


def _placed(event: Event) -> Event | RejectedFeature:
    """An image without a geometry is where its file says."""
    image = event.attributes.get("RasterFile")
    if event.geometry is not None or not isinstance(image, bytes):
        return event
    try:
        return replace(event, geometry=read_image(image, "properties.RasterFile").footprint)
    except ProtocolError as error:
        return RejectedFeature(error, encode_event(event))


def _bare_image(payload: bytes, now: datetime) -> Event:
    """An image sent as it is: the file itself says where and when."""
    facts = read_image(payload, "message")
    taken_at = facts.taken_at or now
    attributes: dict[str, AttributeValue] = {
        "RasterFile": payload,
        "RasterDate": taken_at.date(),
        "RasterTime": taken_at.time(),
    }
    event = Event("", _IMAGE_TOPIC, facts.footprint, attributes, taken_at)
    # Without a date of its own the file's content alone must make the id, or a resend would be another event.
    named = event if facts.taken_at else replace(event, attributes={"RasterFile": payload})
    return replace(event, id="content-" + content_digest(named)[:32])


def _sort_out_known(valid: list[tuple[str, AcceptedEvent]], intake: Intake, journal: Journal, now: datetime) -> None:
    """Leave out what was accepted before; refuse another content under a used id."""
    known = journal.digests_of(key_of(item.event) for _, item in valid)
    for address, item in valid:
        digest = known.get(key_of(item.event))
        if digest is None:
            known[key_of(item.event)] = item.digest
            intake.accepted.append(item)
        elif digest == item.digest:
            intake.duplicates += 1
        else:
            error = ProtocolError("id", expected="an id that no other event has", got=item.event.id)
            intake.rejected.append(_refused(address, error, encode_event(item.event), now))


def _refused(address: str, error: ProtocolError, content: bytes, now: datetime) -> RejectedRow:
    kept = content[:_KEPT_CONTENT_BYTES]
    return RejectedRow(now, address, error.field, error.expected, error.got, str(error), kept)
