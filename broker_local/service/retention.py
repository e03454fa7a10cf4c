"""How long the journal keeps what: the oldest goes, a little at a time, between batches.

Once there is an archive of a journal, what is too old stays until the archive has it; only a full disk is stronger.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from broker_local.protocol.errors import ProtocolError

from .journal import Journal
from .journal_file import micros

_FEWEST = 1_000  # of what is too old, deleted in one go
_ANSWERS_KEPT = timedelta(hours=24)
_FOREVER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Retention:
    """What is beyond any of these limits is deleted. The file does not shrink: its free pages are used again."""

    days: float = 30.0  # events with their inbox entries, and refusals
    max_events: int = 10_000_000
    max_rejected: int = 100_000
    max_bytes: int = 64_000_000_000  # of the file; the oldest events make room
    history_days: float = 3_650.0  # ended subscriptions

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) <= 0:
                raise ProtocolError(f"retention.{name}", expected="more than 0", got=getattr(self, name))


class Trimming:
    """Deletes from a journal what its retention does not keep."""

    def __init__(self, journal: Journal, retention: Retention) -> None:
        self._journal = journal
        self._db = journal.file.db
        self._retention = retention

    def step(self, now: datetime, just_accepted: int = 0) -> int:
        """Delete some of what is too old, or too much; more than has just come, so that it never falls behind.

        Gives how many events went.
        """
        at_most = _FEWEST + 2 * just_accepted
        keep = self._retention
        most_days = max(keep.history_days, keep.days)
        with self._journal.transaction():
            old = micros(now - timedelta(days=keep.days))
            self._trim_rejected(old, at_most)
            self._db.execute(
                "DELETE FROM answered WHERE seq IN (SELECT seq FROM answered ORDER BY seq LIMIT ?) AND at < ?",
                (at_most, micros(now - _ANSWERS_KEPT)),
            )
            self._db.execute(
                "DELETE FROM subscriptions WHERE handle IN"
                " (SELECT handle FROM subscriptions WHERE ended_at < ? ORDER BY ended_at LIMIT ?)",
                (self._archived("subscriptions_at", micros(now - timedelta(days=most_days))), at_most),
            )
            return self._trim_events(old, at_most)

    def _archived(self, name: str, otherwise: int) -> int:
        """How far the archive has it, or how far would go without one if that is less."""
        row = self._db.execute("SELECT value FROM totals WHERE name = ?", (f"archived_{name}",)).fetchone()
        return otherwise if row is None else min(otherwise, int(row[0]))

    def _trim_events(self, before: int, at_most: int) -> int:
        oldest = self._db.execute("SELECT seq, accepted_at FROM events ORDER BY seq LIMIT 1").fetchone()
        if oldest is None:
            return 0
        first, accepted_at = oldest
        (last,) = self._db.execute("SELECT MAX(seq) FROM events").fetchone()
        end = first + at_most - 1  # the last that may go now
        through = min(end, last - self._retention.max_events)
        if accepted_at < before:
            (aged,) = self._db.execute(
                "SELECT MAX(seq) FROM events WHERE seq BETWEEN ? AND ? AND accepted_at < ?", (first, end, before)
            ).fetchone()
            through = max(through, aged)
        through = self._archived("events", through)
        if self._journal.file.used_bytes > self._retention.max_bytes:
            through = min(end, last)
        if through < first:
            return 0
        self._db.execute("DELETE FROM inbox WHERE event BETWEEN ? AND ?", (first, through))
        return self._db.execute("DELETE FROM events WHERE seq BETWEEN ? AND ?", (first, through)).rowcount

    def _trim_rejected(self, before: int, at_most: int) -> None:
        oldest = self._db.execute("SELECT seq, received_at FROM rejected ORDER BY seq LIMIT 1").fetchone()
        if oldest is None:
            return
        first, received_at = oldest
        (last,) = self._db.execute("SELECT MAX(seq) FROM rejected").fetchone()
        surplus = last - self._retention.max_rejected
        if received_at < before or first <= surplus:
            self._db.execute(
                "DELETE FROM rejected WHERE seq BETWEEN ? AND ? AND (received_at < ? OR seq <= ?) AND received_at <= ?",
                (first, first + at_most - 1, before, surplus, self._archived("rejected_at", _FOREVER)),
            )
