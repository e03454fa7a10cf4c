"""Stage 3, intake: messages become valid events, or refusals that say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from broker_local.protocol.addresses import last_level
from broker_local.protocol.blob import BlobRef
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import (
    RejectedFeature,
    content_digest,
    encode_event,
    events_of_message,
    parse_message,
)
from broker_local.protocol.event_writer import write_with_digest
from broker_local.protocol.receipt_codec import receipt_wanted
from broker_local.protocol.topic import Topic

from .findings import Findings, ReadMessage
from .journal import EventKey, Journal, RejectedRow
from .mqtt_link import Message
from .receipts import DueReceipt

_KEPT_CONTENT_BYTES = 64 * 1024  # of a refused message; enough to see what it was


def key_of(event: Event) -> EventKey:
    """What makes an event itself: two with the same key are one event sent twice."""
    return event.topic, event.publisher or "", event.id


@dataclass(frozen=True, slots=True)
class AcceptedEvent:
    """A valid event that was not here before, and the digest that will tell a resend from a stolen id."""

    event: Event
    body: bytes  # the event, as it is journaled
    digest: str


@dataclass(slots=True)
class Intake:
    """What a batch of messages came to."""

    accepted: list[AcceptedEvent] = field(default_factory=list)
    rejected: list[RejectedRow] = field(default_factory=list)
    duplicates: int = 0
    unplaced: int = 0  # accepted without a geometry, though their topic has one
    receipts: list[DueReceipt] = field(default_factory=list)  # true once all this is in the journal

    def refuse(
        self,
        address: str,
        error: ProtocolError,
        content: bytes,
        now: datetime,
        due: DueReceipt | None,
        index: int | None = None,
    ) -> None:
        """Put a feature aside, or without an index the whole message, and tell a sender that wants to know."""
        kept = content[:_KEPT_CONTENT_BYTES]
        self.rejected.append(RejectedRow(now, address, error.field, error.expected, error.got, str(error), kept))
        if due is not None:
            due.refused(index, error)


@dataclass(frozen=True, slots=True)
class _Valid:
    """An event that may be known already, and where it came from."""

    address: str
    item: AcceptedEvent
    due: DueReceipt | None
    index: int


def take_in(
    messages: Sequence[Message],
    topics: Mapping[str, Topic],
    journal: Journal,
    now: datetime,
    place: Callable[[Event], Event] = lambda event: event,
) -> Intake:
    """Decode, check and complete a batch of published messages; a bad one never sinks its neighbours.

    `place` finds a geometry for an event that has none, or gives the event back as it is.
    """
    intake = Intake()
    valid: list[_Valid] = []
    for message in messages:
        due: DueReceipt | None = None
        try:
            parsed = _parsed(message)
            if (wanted := receipt_wanted(parsed)) is not None:
                due = DueReceipt(wanted)
                intake.receipts.append(due)
            results = _events_of(message, parsed, topics, now)
        except ProtocolError as error:
            intake.refuse(message.address, error, message.payload, now, due)
            continue
        for index, result in enumerate(results):
            if isinstance(result, AcceptedEvent):
                valid.append(_Valid(message.address, result, due, index))
            else:
                intake.refuse(message.address, result.error, result.content, now, due, index)
    _sort_out_known(valid, intake, journal, now)
    for row, item in enumerate(intake.accepted):
        if item.event.geometry is None and topics[item.event.topic].geometries:
            placed = place(item.event)
            intake.accepted[row] = replace(item, event=placed, body=encode_event(placed))
            intake.unplaced += placed.geometry is None
    return intake


def _parsed(message: Message) -> dict[str, object]:
    try:
        return parse_message(message.payload)
    except ProtocolError:
        if isinstance(message, ReadMessage) and message.findings.refusal is not None:
            raise message.findings.refusal from None
        raise


def _events_of(
    message: Message, parsed: dict[str, object], topics: Mapping[str, Topic], now: datetime
) -> list[AcceptedEvent | RejectedFeature]:
    found = message.findings if isinstance(message, ReadMessage) else None
    if found is not None and found.refusal is not None:
        raise found.refusal
    decoded = events_of_message(parsed, message.payload, topics, now, last_level(message.address))
    return [_completed(result, index, found) for index, result in enumerate(decoded)]


def _completed(result: Event | RejectedFeature, index: int, found: Findings | None) -> AcceptedEvent | RejectedFeature:
    """An event with the digest of what was sent, and with what reading its attachments brought to light."""
    if found is not None and index in found.refused:
        content = result.content if isinstance(result, RejectedFeature) else encode_event(result)
        return RejectedFeature(found.refused[index], content)
    if isinstance(result, RejectedFeature):
        return result
    if found is not None:
        digest = found.digests.get(index) or content_digest(result)
        event = replace(result, geometry=found.footprints.get(index, result.geometry))
        return AcceptedEvent(event, encode_event(event), digest)
    for name, value in result.attributes.items():
        if isinstance(value, BlobRef):  # only we make references, to what we keep
            error = ProtocolError(
                f"properties.{name}", expected="the content itself, in Base64", got=Given("a reference")
            )
            return RejectedFeature(error, encode_event(result))
    return AcceptedEvent(result, *write_with_digest(result))


def _sort_out_known(valid: list[_Valid], intake: Intake, journal: Journal, now: datetime) -> None:
    """Leave out what was accepted before; refuse another content under a used id."""
    keys = [key_of(found.item.event) for found in valid]
    known = journal.digests_of(keys)
    for key, found in zip(keys, valid, strict=True):
        event, digest = found.item.event, known.get(key, "")
        if digest not in ("", found.item.digest):
            error = ProtocolError("id", expected="an id that no other event has", got=event.id)
            intake.refuse(found.address, error, encode_event(event), now, found.due, found.index)
            continue
        if digest:
            intake.duplicates += 1
        else:
            known[key] = found.item.digest
            intake.accepted.append(found.item)
        if found.due is not None:
            found.due.journaled(event.id)
