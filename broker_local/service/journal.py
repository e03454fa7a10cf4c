"""The journal: the matcher's durable record of events, subscriptions and inboxes, in one SQLite file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .answered_requests import AnsweredRequests
from .journal_file import JournalFile, micros, moment
from .subscription_book import SubscriptionBook
from .topic_book import TopicBook

EventKey = tuple[str, str, str]  # topic, publisher, id


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
class KeptEvent:
    """An accepted event, as it was written."""

    accepted_at: datetime
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
    """One subscription that an inbox entry is for, when that interest in it expires, and how sure the match is."""

    handle: int
    expires_at: datetime | None
    possibility: float = 1.0
    necessity: float = 1.0


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One entry of a user's inbox, as recorded or as read back."""

    user: str
    number: int
    accepted_at: datetime
    topic: str
    event_body: bytes
    matched: tuple[MatchedHandle, ...]


class Journal:
    """One writer, one file. Every method that writes is a transaction, of its own or within one that is open."""

    def __init__(self, path: Path) -> None:
        self.file = JournalFile(path)
        self.subscriptions = SubscriptionBook(self.file)
        self.answered = AnsweredRequests(self.file)
        self.topics = TopicBook(self.file)
        self._db = self.file.db

    def close(self) -> None:
        """Close the file; everything is in it already."""
        self.file.close()

    def transaction(self) -> AbstractContextManager[None]:
        """Several changes as one."""
        return self.file.transaction()

    def digests_of(self, keys: Iterable[EventKey]) -> dict[EventKey, str]:
        """The content digests of those events that are already here."""
        rows = self._db.execute(
            "SELECT topic, publisher, events.id, digest FROM json_each(?) AS key CROSS JOIN events"  # in this order
            " ON topic = json_extract(key.value, '$[0]') AND publisher = json_extract(key.value, '$[1]')"
            " AND events.id = json_extract(key.value, '$[2]')",
            (json.dumps(list(keys)),),
        )
        return {(topic, publisher, event_id): digest for topic, publisher, event_id, digest in rows}

    def find_event(self, key: EventKey) -> KeptEvent | None:
        """An accepted event, if it is still kept."""
        row = self._db.execute(
            "SELECT accepted_at, body FROM events WHERE topic = ? AND publisher = ? AND id = ?", key
        ).fetchone()
        return None if row is None else KeptEvent(moment(row[0]), row[1])

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
        with self.transaction():
            first = self._count_on("events", len(events)) + 1
            self._db.executemany(
                "INSERT INTO events (seq, topic, publisher, id, digest, happened_at, accepted_at, body)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (first + row, e.topic, e.publisher, e.id, e.digest, micros(e.happened_at), micros(at), e.body)
                    for row, e in enumerate(events)
                ],
            )
            self._count_on("rejected", len(rejected))
            self._db.executemany(
                "INSERT INTO rejected (received_at, address, field, expected, got, message, content)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (micros(r.received_at), r.address, r.field, r.expected, r.got, r.message, r.content)
                    for r in rejected
                ],
            )
            last = {user: self.last_number(user) for user in {user for user, _, _ in entries}}
            written = []
            for user, row, matched in entries:
                last[user] += 1
                written.append(InboxRow(user, last[user], at, events[row].topic, events[row].body, matched))
            self._db.executemany(
                "INSERT INTO inbox (user, number, event, matched) VALUES (?, ?, ?, ?)",
                [
                    (entry.user, entry.number, first + row, _write_matched(entry.matched))
                    for entry, (_, row, _) in zip(written, entries, strict=True)
                ],
            )
            self._db.executemany(
                "INSERT INTO inboxes (user, last_number) VALUES (?, ?)"
                " ON CONFLICT (user) DO UPDATE SET last_number = excluded.last_number",
                last.items(),
            )
        return written

    def _count_on(self, name: str, more: int) -> int:
        """Add to a total; gives what it was."""
        before = self.total(name)
        if more:
            self._db.execute("UPDATE totals SET value = ? WHERE name = ?", (before + more, name))
        return before

    def total(self, name: str) -> int:
        """How many `events` or `rejected` messages there have ever been, whether or not they are still kept."""
        (value,) = self._db.execute("SELECT value FROM totals WHERE name = ?", (name,)).fetchone()
        return int(value)

    def last_number(self, user: str) -> int:
        """The number of the newest entry that a user's inbox ever had; 0 before the first."""
        row = self._db.execute("SELECT last_number FROM inboxes WHERE user = ?", (user,)).fetchone()
        return 0 if row is None else int(row[0])

    def inbox_after(self, user: str, after: int, limit: int) -> list[InboxRow]:
        """Entries of a user's inbox that come after a number, oldest first."""
        rows = self._db.execute(
            "SELECT number, accepted_at, topic, body, matched FROM inbox JOIN events ON events.seq = inbox.event"
            " WHERE user = ? AND number > ? ORDER BY number LIMIT ?",
            (user, after, limit),
        )
        return [
            InboxRow(user, number, moment(at), topic, body, _read_matched(matched))
            for number, at, topic, body, matched in rows
        ]

    def acknowledge(self, user: str, number: int, at: datetime) -> None:
        """Note that a desk of a user has all up to a number; a desk that has less changes nothing."""
        self._db.execute(
            "UPDATE inboxes SET acknowledged = ?, acknowledged_at = ? WHERE user = ? AND acknowledged < ?"
            " AND last_number >= ?",
            (number, micros(at), user, number, number),
        )

    def acknowledged(self, user: str) -> int:
        """The greatest number that a desk of a user has said it has."""
        row = self._db.execute("SELECT acknowledged FROM inboxes WHERE user = ?", (user,)).fetchone()
        return 0 if row is None else int(row[0])

    def rejected(self, limit: int = 100) -> list[RejectedRow]:
        """The newest refusals, newest first."""
        rows = self._db.execute(
            "SELECT received_at, address, field, expected, got, message, content FROM rejected"
            " ORDER BY seq DESC LIMIT ?",
            (limit,),
        )
        return [RejectedRow(moment(at), *rest) for at, *rest in rows]

    def count(self, table: str) -> int:
        """How many rows `events`, `rejected`, `subscriptions` or `inbox` has; it looks at each of them."""
        if table not in ("events", "rejected", "subscriptions", "inbox"):
            raise ValueError(f"journal: expected the name of a table, got {table!r}")
        (rows,) = self._db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
        return int(rows)


def _write_matched(matched: tuple[MatchedHandle, ...]) -> str:
    return json.dumps([_plain(m) for m in matched])


def _plain(matched: MatchedHandle) -> list[float | None]:
    """As the file has it: degrees are left out where both are 1, as nearly everywhere."""
    expires_at = None if matched.expires_at is None else micros(matched.expires_at)
    if matched.possibility == matched.necessity == 1.0:
        return [matched.handle, expires_at]
    return [matched.handle, expires_at, matched.possibility, matched.necessity]


def _read_matched(text: str) -> tuple[MatchedHandle, ...]:
    return tuple(MatchedHandle(h, None if at is None else moment(at), *degrees) for h, at, *degrees in json.loads(text))
