"""The journal as the archive reads it: a connection that changes nothing and delays nobody."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from broker_local.protocol.errors import ProtocolError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_READ_SCHEMAS = (2, 3)  # of the journal
_BUSY_TIMEOUT_S = 10.0
_CERTAIN = (1.0, 1.0)


def moment(micros: int) -> datetime:
    """A moment that the journal wrote, in microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=micros)


def micros(moment: datetime) -> int:
    """A moment as the journal writes it."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An accepted event; moments are microseconds since 1970."""

    seq: int
    topic: str
    digest: str
    accepted_at: int
    body: bytes


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """An entry of an inbox, with the event's key, and the matched subscriptions: when they expire, and how sure."""

    user: str
    number: int
    event_seq: int
    topic: str
    publisher: str
    event_id: str
    accepted_at: int
    matched: list[tuple[int, int | None, float, float]]  # handle, expires_at, possibility, necessity


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A refused message."""

    seq: int
    received_at: int
    address: str
    field: str
    expected: str
    got: str
    message: str
    content: bytes


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A subscription from when to when."""

    handle: int
    owner: str
    id: str
    body: bytes
    begun_at: int
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class TopicRow:
    """An advertised topic from when to when."""

    name: str
    body: bytes
    begun_at: int
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class Archived:
    """How far an archive has a journal: what is beyond must be kept, by these names among the journal's totals."""

    archived_events: int  # through this number
    archived_rejected_at: int  # received until then
    archived_subscriptions_at: int  # ended before then


def note_archived(path: Path, archived: Archived) -> None:
    """Tell a journal what it may let go of, in one short transaction; a copy that cannot be written is left alone."""
    if not os.access(path, os.W_OK):
        return
    with closing(sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S)) as database, database:
        database.executemany(
            "INSERT INTO totals (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            asdict(archived).items(),
        )


class JournalSource:
    """Reads in the order of numbers; what is committed is never changed, so that parts can be read one by one."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ProtocolError("--data", expected="a folder with a journal", got=str(path.parent))
        uri = f"{path.absolute().as_uri()}?mode=ro"
        self._db = sqlite3.connect(uri, uri=True, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version not in _READ_SCHEMAS:
            self._db.close()
            expected = f"a journal of schema {', '.join(map(str, _READ_SCHEMAS))}"
            raise ProtocolError("journal", expected=expected, got=version, hint="serve from it once with this RFERS")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def newest_seq(self) -> int:
        """The number of the newest event that there ever was."""
        (value,) = self._db.execute("SELECT value FROM totals WHERE name = 'events'").fetchone()
        return int(value)

    def digest_of(self, seq: int) -> str | None:
        """The content digest of an event, if it is still kept."""
        row = self._db.execute("SELECT digest FROM events WHERE seq = ?", (seq,)).fetchone()
        return None if row is None else str(row[0])

    def events(self, after: int, through: int, limit: int) -> list[EventRow]:
        """Events above one number, up to and with another, oldest first."""
        rows = self._db.execute(
            "SELECT seq, topic, digest, accepted_at, body FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
            (after, through, limit),
        )
        return [EventRow(*row) for row in rows]

    def deliveries(self, first: int, last: int) -> list[DeliveryRow]:
        """The inbox entries of events from one number to another, in order of events."""
        rows = self._db.execute(
            "SELECT user, number, event, topic, publisher, id, accepted_at, matched FROM inbox"
            " JOIN events ON events.seq = inbox.event WHERE event BETWEEN ? AND ? ORDER BY event, user, number",
            (first, last),
        )
        return [_delivery(*row) for row in rows]

    def rejected(self, after_seq: int, after_at: int) -> list[RejectedRow]:
        """Refusals above a number or after a moment: numbers begin again once all refusals have been trimmed."""
        rows = self._db.execute(
            "SELECT seq, received_at, address, field, expected, got, message, content FROM rejected"
            " WHERE seq > ? OR received_at > ? ORDER BY seq",
            (after_seq, after_at),
        )
        return [RejectedRow(*row) for row in rows]

    def subscriptions_state(self) -> str:
        """What changes whenever a subscription begins or ends."""
        row = self._db.execute(
            "SELECT COUNT(*), COUNT(ended_at), MAX(handle), MAX(ended_at) FROM subscriptions"
        ).fetchone()
        return json.dumps(row)

    def subscriptions(self) -> Iterator[SubscriptionRow]:
        """Every subscription that there is or was, one by one: there may be millions."""
        rows = self._db.execute("SELECT handle, owner, id, body, begun_at, ended_at FROM subscriptions ORDER BY handle")
        return (SubscriptionRow(*row) for row in rows)

    def topics(self) -> list[TopicRow]:
        """Every advertised topic that there is or was, oldest first."""
        rows = self._db.execute("SELECT name, body, begun_at, ended_at FROM topics ORDER BY seq")
        return [TopicRow(*row) for row in rows]


def _delivery(
    user: str, number: int, seq: int, topic: str, publisher: str, event_id: str, accepted_at: int, matched: str
) -> DeliveryRow:
    rows = [(handle, expires_at, *(degrees or _CERTAIN)) for handle, expires_at, *degrees in json.loads(matched)]
    return DeliveryRow(user, number, seq, topic, publisher, event_id, accepted_at, rows)
