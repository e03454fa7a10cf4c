"""The golden messages: bytes as they travel, and what each must come to, for the tests of both sides.

tests/data/wire/<sort>/<name>.msg holds the bytes, <name>.expected what they mean: one line a value (its canonical
JSON) or `refused: ` and the exact error text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_events, encode_event
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import decode_inbox, encode_mark, encode_notification
from broker_local.protocol.receipt_codec import decode_receipt, encode_receipt
from broker_local.protocol.reply_codec import decode_reply, encode_reply
from broker_local.protocol.request_codec import decode_request, encode_request
from broker_local.protocol.status_codec import decode_status, encode_status
from broker_local.protocol.topic_codec import decode_topics, encode_topics

FOLDER = Path(__file__).parent / "data" / "wire"
RECEIVED_AT = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
USER = "officer"


@dataclass(frozen=True, slots=True)
class WireCase:
    """One golden message."""

    sort: str
    name: str

    @property
    def payload(self) -> bytes:
        """The bytes as they travel."""
        return (FOLDER / self.sort / f"{self.name}.msg").read_bytes()

    @property
    def expected(self) -> str:
        """What they must come to."""
        return (FOLDER / self.sort / f"{self.name}.expected").read_text("utf-8")

    @property
    def is_refused(self) -> bool:
        """Whether the whole message is bad."""
        return self.expected.startswith("refused: ")

    @property
    def topic(self) -> str | None:
        """The topic of the address it is sent to: the name's part before the first dash, if that is a topic."""
        named = self.name.split("-")[0]
        return named if named in builtin_topics() else None

    def outcome(self) -> str:
        """What the codec makes of it now."""
        try:
            return "\n".join(_OUTCOMES[self.sort](self)) + "\n"
        except ProtocolError as error:
            return f"refused: {error}\n"


def cases(sort: str) -> list[WireCase]:
    """All golden messages of one sort."""
    return [WireCase(sort, path.stem) for path in sorted((FOLDER / sort).glob("*.msg"))]


def accepted_events() -> list[Event]:
    """Every event that the golden messages come to."""
    good = [case for case in cases("event") if not case.is_refused]
    results = (r for c in good for r in decode_events(c.payload, builtin_topics(), RECEIVED_AT, c.topic))
    return [result for result in results if isinstance(result, Event)]


def _events(case: WireCase) -> list[str]:
    results = decode_events(case.payload, builtin_topics(), RECEIVED_AT, case.topic)
    return [encode_event(r).decode() if isinstance(r, Event) else f"refused: {r.error}" for r in results]


def _inbox(case: WireCase) -> str:
    said = decode_inbox(case.payload, builtin_topics())
    return (encode_mark(said) if isinstance(said, InboxMark) else encode_notification(said)).decode()


_OUTCOMES: dict[str, Callable[[WireCase], list[str]]] = {
    "event": _events,
    "request": lambda case: [encode_request(decode_request(case.payload, builtin_topics(), USER)).decode()],
    "reply": lambda case: [encode_reply(decode_reply(case.payload, builtin_topics())).decode()],
    "notification": lambda case: [_inbox(case)],
    "topics": lambda case: [encode_topics(decode_topics(case.payload).values()).decode()],
    "receipt": lambda case: [encode_receipt(decode_receipt(case.payload)).decode()],
    "status": lambda case: [encode_status(decode_status(case.payload)).decode()],
}
