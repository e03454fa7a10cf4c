"""The journal's subscriptions: those that live, and who had which from when to when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from .journal_file import JournalFile, micros, moment

_COLUMNS = "handle, owner, id, body, begun_at, ended_at"


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A subscription as it was from one moment to another; a change ends it and begins another."""

    handle: int
    owner: str
    id: str
    body: bytes
    begun_at: datetime
    ended_at: datetime | None


class SubscriptionBook:
    """Begins and ends subscriptions in the journal; forgets none."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        self._db = file.db

    def begin(self, owner: str, subscription_id: str, body: bytes, at: datetime) -> tuple[int, int | None]:
        """Record a subscription; gives its handle, and that of the one it replaces."""
        with self._file.transaction():
            replaced = self.end(owner, subscription_id, at)
            cursor = self._db.execute(
                "INSERT INTO subscriptions (owner, id, body, begun_at) VALUES (?, ?, ?, ?)",
                (owner, subscription_id, body, micros(at)),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid, replaced

    def end(self, owner: str, subscription_id: str, at: datetime) -> int | None:
        """Record that a subscription ended; gives its handle, or None if there is none."""
        row = self._db.execute(
            "UPDATE subscriptions SET ended_at = ? WHERE owner = ? AND id = ? AND ended_at IS NULL RETURNING handle",
            (micros(at), owner, subscription_id),
        ).fetchall()
        return int(row[0][0]) if row else None

    def live(self) -> Iterator[SubscriptionRow]:
        """Every subscription that has not ended, one by one: there may be millions."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM subscriptions INDEXED BY live_subscription WHERE ended_at IS NULL"
        )
        return (_row(*row) for row in rows)

    def live_after(self, handle: int) -> list[SubscriptionRow]:
        """The subscriptions that have not ended, with handles above this one."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM subscriptions WHERE handle > ? AND ended_at IS NULL ORDER BY handle", (handle,)
        )
        return [_row(*row) for row in rows]

    def ended_since(self, at: datetime) -> list[tuple[int, datetime]]:
        """The handles of subscriptions that ended at this moment or later, and when each did."""
        rows = self._db.execute("SELECT handle, ended_at FROM subscriptions WHERE ended_at >= ?", (micros(at),))
        return [(handle, moment(ended)) for handle, ended in rows]

    def newest_handle(self) -> int:
        """The greatest handle that there is; 0 before the first."""
        (handle,) = self._db.execute("SELECT COALESCE(MAX(handle), 0) FROM subscriptions").fetchone()
        return int(handle)

    def live_bodies(self, owner: str) -> list[bytes]:
        """A user's subscriptions as they were written, oldest first."""
        rows = self._db.execute(
            "SELECT body FROM subscriptions WHERE owner = ? AND ended_at IS NULL ORDER BY handle", (owner,)
        )
        return [body for (body,) in rows]

    def find(self, owner: str, subscription_id: str) -> SubscriptionRow | None:
        """A user's live subscription with this id."""
        row = self._db.execute(
            f"SELECT {_COLUMNS} FROM subscriptions WHERE owner = ? AND id = ? AND ended_at IS NULL",
            (owner, subscription_id),
        ).fetchone()
        return None if row is None else _row(*row)

    def history(self, owner: str, limit: int = 1_000) -> list[SubscriptionRow]:
        """What a user was and is subscribed to, newest first."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM subscriptions WHERE owner = ? ORDER BY handle DESC LIMIT ?", (owner, limit)
        )
        return [_row(*row) for row in rows]

    def names_of(self, handles: Iterable[int]) -> dict[int, tuple[str, str]]:
        """The id and the name of subscriptions, live or ended, by handle."""
        rows = self._db.execute(
            "SELECT handle, id, json_extract(CAST(body AS TEXT), '$.name') FROM subscriptions"
            " WHERE handle IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(set(handles))),),
        )
        return {handle: (subscription_id, name) for handle, subscription_id, name in rows}


def _row(
    handle: int, owner: str, subscription_id: str, body: bytes, begun_at: int, ended_at: int | None
) -> SubscriptionRow:
    ended = None if ended_at is None else moment(ended_at)
    return SubscriptionRow(handle, owner, subscription_id, body, moment(begun_at), ended)
