"""What a publisher has sent and is not yet known to be journaled: kept, sent again, and dropped on receipt.

An acknowledgement of MQTT only says that the broker has a message. This knows no network and no clock: its owner
sends what is due and hands in the receipts that come.
"""

from __future__ import annotations

import secrets
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .addresses import checked_name
from .errors import Given, ProtocolError
from .json_text import as_text, write_json
from .limits import MAX_ID
from .receipt import ReceiptWanted
from .receipt_codec import decode_receipt, wanted_to_object

_MOST_RESENDS_APART = 16  # times the first wait: resends that bring nothing become rarer
_LARGEST_MESSAGE = 1024 * 1024  # bytes; a larger event goes alone


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to publish now, at `addresses.publish(topic)`."""

    topic: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class RefusedEvent:
    """An event that the service will never take, and why; the outbox has let go of it."""

    topic: str
    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReceiptReport:
    """What a receipt brought: the ids of events that are in the journal, and those that never will be."""

    journaled: tuple[str, ...] = ()
    refused: tuple[RefusedEvent, ...] = ()


class Spool(Protocol):
    """Where an outbox keeps its events beyond its own life."""

    def load(self) -> list[tuple[str, str, bytes]]: ...
    def added(self, topic: str, event_id: str, feature: bytes) -> None: ...
    def done(self, topic: str, event_ids: list[str]) -> None: ...


@dataclass(slots=True)
class _Message:
    """Events that travel together, as often as it takes."""

    topic: str
    ids: tuple[str, ...]
    payload: bytes
    due_at: float
    wait_s: float


class PublisherOutbox:
    """Events of one account on their way into the journal, each exactly once there however often it is sent."""

    def __init__(
        self,
        account: str,
        *,
        spool: Spool | None = None,
        resend_after_s: float = 5.0,
        most_events: int = 100_000,
        most_at_once: int = 100,
        most_under_way: int = 64,
    ) -> None:
        self._account = checked_name("account", account)
        self._spool = spool
        self._resend_after_s = resend_after_s
        self._most_events = most_events
        self._most_at_once = most_at_once
        self._most_under_way = most_under_way
        self._new: dict[str, deque[tuple[str, bytes]]] = {}  # by topic, not yet in a message
        self._under_way: dict[str, _Message] = {}  # by a name that only we know
        self._waiting = 0
        for topic, event_id, feature in spool.load() if spool is not None else ():
            self._keep(topic, event_id, feature)

    @property
    def waiting(self) -> int:
        """How many events are not yet known to be journaled."""
        return self._waiting

    @property
    def waiting_by_topic(self) -> dict[str, int]:
        """How many of these there are of each topic."""
        counts = Counter({topic: len(events) for topic, events in self._new.items() if events})
        for message in self._under_way.values():
            counts[message.topic] += len(message.ids)
        return dict(counts)

    @property
    def is_full(self) -> bool:
        """Whether no event can be added before a receipt comes."""
        return self._waiting >= self._most_events

    def add(self, topic: str, feature: Mapping[str, object]) -> str:
        """Take charge of a GeoJSON Feature; gives its id, which is made here if it has none."""
        if self.is_full:
            raise ProtocolError("outbox", expected=f"at most {self._most_events} events", got=Given("one more"))
        given = feature.get("id")
        event_id = secrets.token_hex(16) if given is None else as_text(given, "id", MAX_ID)
        named = {"publisher": self._account} | dict(feature) | {"id": event_id}
        written = write_json(named)
        checked_name("topic", topic)
        if self._spool is not None:
            self._spool.added(topic, event_id, written)
        self._keep(topic, event_id, written)
        return event_id

    def due(self, now: float) -> list[Outgoing]:
        """What to publish now: what was never sent, and what has waited too long for its receipt."""
        late = [message for message in self._under_way.values() if message.due_at <= now]
        for message in late:
            message.wait_s = min(message.wait_s * 2, self._resend_after_s * _MOST_RESENDS_APART)
            message.due_at = now + message.wait_s
        fresh = []
        for topic, events in self._new.items():
            while events and len(self._under_way) < self._most_under_way:
                fresh.append(self._message(topic, events, now))
        return [Outgoing(message.topic, message.payload) for message in (*late, *fresh)]

    def next_due(self) -> float | None:
        """When something is to be sent again, unless its receipt comes before; None if nothing is under way."""
        return min((message.due_at for message in self._under_way.values()), default=None)

    def connected(self, now: float) -> None:
        """A connection is there, perhaps to a broker that has forgotten all: what is under way is due at once."""
        for message in self._under_way.values():
            message.due_at, message.wait_s = now, self._resend_after_s / 2

    def take(self, payload: bytes) -> ReceiptReport:
        """Learn from a receipt; one of a message that is not under way, or that is not ours, brings nothing."""
        receipt = decode_receipt(payload)
        message = self._under_way.get(receipt.message)
        if message is None:
            return ReceiptReport()
        reasons: dict[str, str] = {}
        for part in receipt.refused:
            ids = message.ids if part.index is None else message.ids[part.index : part.index + 1]
            reasons |= dict.fromkeys(ids, part.reason)
        told = set(receipt.journaled)
        journaled = tuple(event_id for event_id in message.ids if event_id in told)
        refused = tuple(
            RefusedEvent(message.topic, i, reasons[i]) for i in message.ids if i in reasons and i not in told
        )
        if len(journaled) + len(refused) < len(message.ids):
            return ReceiptReport()  # it does not speak of all: the message goes again
        del self._under_way[receipt.message]
        self._waiting -= len(message.ids)
        if self._spool is not None:
            self._spool.done(message.topic, list(message.ids))
        return ReceiptReport(journaled, refused)

    def _keep(self, topic: str, event_id: str, feature: bytes) -> None:
        self._new.setdefault(topic, deque()).append((event_id, feature))
        self._waiting += 1

    def _message(self, topic: str, events: deque[tuple[str, bytes]], now: float) -> _Message:
        ids: list[str] = []
        features: list[bytes] = []
        size = 0
        while events and len(ids) < self._most_at_once and (not ids or size + len(events[0][1]) <= _LARGEST_MESSAGE):
            event_id, feature = events.popleft()
            ids.append(event_id)
            features.append(feature)
            size += len(feature)
        name = secrets.token_hex(16)
        head = write_json(
            {"type": "FeatureCollection", "receipt": wanted_to_object(ReceiptWanted(self._account, name))}
        )
        payload = head[:-1] + b',"features":[' + b",".join(features) + b"]}"
        message = _Message(topic, tuple(ids), payload, now + self._resend_after_s, self._resend_after_s)
        self._under_way[name] = message
        return message
