"""The journal: the matcher's durable record of events, subscriptions and inboxes, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

_MIGRATIONS = (
    # 1: the first schema. Moments are whole microseconds since 1970, UTC.
    """
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY, topic TEXT NOT NULL, publisher TEXT NOT NULL, id TEXT NOT NULL,
        digest TEXT NOT NULL, happened_at INTEGER NOT NULL, accepted_at INTEGER NOT NULL, body BLOB NOT NULL,
        UNIQUE (topic, publisher, id));
    CREATE TABLE rejected (
        seq INTEGER PRIMARY KEY, received_at INTEGER NOT NULL, address TEXT NOT NULL, field TEXT NOT NULL,
        expected TEXT NOT NULL, got TEXT NOT NULL, message TEXT NOT NULL, content BLOB NOT NULL);
    CREATE TABLE subscriptions (
        handle INTEGER PRIMARY KEY, owner TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL,
        begun_at INTEGER NOT NULL, ended_at INTEGER);
    CREATE UNIQUE INDEX live_subscription ON subscriptions (owner, id) WHERE ended_at IS NULL;
    CREATE TABLE inbox (
        user TEXT NOT NULL, number INTEGER NOT NULL, event INTEGER NOT NULL REFERENCES events (seq),
        matched TEXT NOT NULL, PRIMARY KEY (user, number)) WITHOUT ROWID;
    """,
)
_BUSY_TIMEOUT_S = 10.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An accepted event, ready to be written."""

    topic: str
    publisher: str
    id: str
    digest: str
    happened_at: datetime
    body: bytes


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A refused message or feature, kept for inspection."""

    received_at: datetime
    address: str
    field: str
    expected: str
    got: str
    message: str
    content: bytes


@dataclass(frozen=True, slots=True)
class MatchedHandle:
    """One subscription that an inbox entry is for, and when that interest in it expires."""

    handle: int
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One entry of a user's inbox, as recorded or as read back."""

    user: str
    number: int
    accepted_at: datetime
    event_body: bytes
    matched: tuple[MatchedHandle, ...]


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A subscription and its handle."""

    handle: int
    owner: str
    body: bytes


class Journal:
    """One writer, one file. Every method that writes is a transaction of its own."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")  # an acknowledged event outlives a power cut
        self._db.execute("PRAGMA foreign_keys = ON")
        self._migrate()

    def close(self) -> None:
        """Close the file; everything is in it already."""
        self._db.close()

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise RuntimeError(f"journal: expected schema {len(_MIGRATIONS)} or older, got {version}; update RFERS")
        for number in range(version, len(_MIGRATIONS)):
            with self._transaction():
                for statement in _MIGRATIONS[number].split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {number + 1}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def digests_of(self, keys: Iterable[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
        """The content digests of those events, of (topic, publisher, id), that are already here."""
        found = {}
        for key in keys:
            row = self._db.execute(
                "SELECT digest FROM events WHERE topic = ? AND publisher = ? AND id = ?", key
            ).fetchone()
            if row is not None:
                found[key] = row[0]
        return found

    def record(
        self,
        events: Sequence[EventRow],
        rejected: Sequence[RejectedRow],
        entries: Sequence[tuple[str, int, tuple[MatchedHandle, ...]]],
        at: datetime,
    ) -> list[InboxRow]:
        """Write a batch in one transaction: events, refusals, and inbox entries of (user, row of event, matched).

        Gives the inbox entries with their numbers, each user's next ones in the order of `entries`.
        """
        with self._transaction():
            sequence = [self._insert_event(event, at) for event in events]
            self._db.executemany(
                "INSERT INTO rejected (received_at, address, field, expected, got, message, content)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (_micros(r.received_at), r.address, r.field, r.expected, r.got, r.message, r.content)
                    for r in rejected
                ],
            )
            next_number = {user: self.last_number(user) + 1 for user in {user for user, _, _ in entries}}
            written = []
            for user, row, matched in entries:
                written.append(InboxRow(user, next_number[user], at, events[row].body, matched))
                self._db.execute(
                    "INSERT INTO inbox (user, number, event, matched) VALUES (?, ?, ?, ?)",
                    (user, next_number[user], sequence[row], _write_matched(matched)),
                )
                next_number[user] += 1
        return written

    def _insert_event(self, event: EventRow, at: datetime) -> int:
        cursor = self._db.execute(
            "INSERT INTO events (topic, publisher, id, digest, happened_at, accepted_at, body)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (event.topic, event.publisher, event.id, event.digest, _micros(event.happened_at), _micros(at), event.body),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def last_number(self, user: str) -> int:
        """The number of the newest entry of a user's inbox; 0 for an empty one."""
        (number,) = self._db.execute("SELECT COALESCE(MAX(number), 0) FROM inbox WHERE user = ?", (user,)).fetchone()
        return int(number)

    def inbox_after(self, user: str, after: int, limit: int) -> list[InboxRow]:
        """Entries of a user's inbox that come after a number, oldest first."""
        rows = self._db.execute(
            "SELECT number, accepted_at, body, matched FROM inbox JOIN events ON events.seq = inbox.event"
            " WHERE user = ? AND number > ? ORDER BY number LIMIT ?",
            (user, after, limit),
        )
        return [InboxRow(user, number, _moment(at), body, _read_matched(matched)) for number, at, body, matched in rows]

    def begin_subscription(self, owner: str, subscription_id: str, body: bytes, at: datetime) -> tuple[int, int | None]:
        """Record a subscription; gives its handle, and that of the one it replaces."""
        with self._transaction():
            replaced = self._end(owner, subscription_id, at)
            cursor = self._db.execute(
                "INSERT INTO subscriptions (owner, id, body, begun_at) VALUES (?, ?, ?, ?)",
                (owner, subscription_id, body, _micros(at)),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid, replaced

    def end_subscription(self, owner: str, subscription_id: str, at: datetime) -> int | None:
        """Record that a subscription ended; gives its handle, or None if there is none."""
        with self._transaction():
            return self._end(owner, subscription_id, at)

    def _end(self, owner: str, subscription_id: str, at: datetime) -> int | None:
        row = self._db.execute(
            "UPDATE subscriptions SET ended_at = ? WHERE owner = ? AND id = ? AND ended_at IS NULL RETURNING handle",
            (_micros(at), owner, subscription_id),
        ).fetchone()
        return None if row is None else int(row[0])

    def live_subscriptions(self) -> list[SubscriptionRow]:
        """Every subscription that has not ended, oldest first."""
        rows = self._db.execute("SELECT handle, owner, body FROM subscriptions WHERE ended_at IS NULL ORDER BY handle")
        return [SubscriptionRow(*row) for row in rows]

    def names_of(self, handles: Iterable[int]) -> dict[int, tuple[str, str]]:
        """The id and the name of subscriptions, live or ended, by handle."""
        named = {}
        for handle in set(handles):
            row = self._db.execute("SELECT body FROM subscriptions WHERE handle = ?", (handle,)).fetchone()
            if row is not None:
                body = json.loads(row[0])
                named[handle] = (body["id"], body["name"])
        return named

    def rejected(self, limit: int = 100) -> list[RejectedRow]:
        """The newest refusals, newest first."""
        rows = self._db.execute(
            "SELECT received_at, address, field, expected, got, message, content FROM rejected"
            " ORDER BY seq DESC LIMIT ?",
            (limit,),
        )
        return [RejectedRow(_moment(at), *rest) for at, *rest in rows]

    def count(self, table: str) -> int:
        """How many rows `events`, `rejected`, `subscriptions` or `inbox` has."""
        if table not in ("events", "rejected", "subscriptions", "inbox"):
            raise ValueError(f"journal: expected the name of a table, got {table!r}")
        (rows,) = self._db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
        return int(rows)


def _micros(moment: datetime) -> int:
    return (moment - _EPOCH) // _MICROSECOND


def _moment(micros: int) -> datetime:
    return _EPOCH + micros * _MICROSECOND


def _write_matched(matched: tuple[MatchedHandle, ...]) -> str:
    return json.dumps([[m.handle, None if m.expires_at is None else _micros(m.expires_at)] for m in matched])


def _read_matched(text: str) -> tuple[MatchedHandle, ...]:
    return tuple(MatchedHandle(h, None if at is None else _moment(at)) for h, at in json.loads(text))
