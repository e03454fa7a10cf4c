"""The journal's answers to requests by their ids: what comes again is answered again, and not done again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .journal_file import JournalFile, micros

MOST_OF_A_USER = 10_000
_LOOK_EVERY = 100


@dataclass(frozen=True, slots=True)
class Answered:
    """A request that was carried out or refused before."""

    digest: str  # of what it asked
    reply: bytes


class AnsweredRequests:
    """Remembers the newest answers of each user."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        self._db = file.db

    def recall(self, user: str, request_id: str) -> Answered | None:
        """The answer that this request had, if it came before."""
        row = self._db.execute(
            "SELECT digest, reply FROM answered WHERE user = ? AND request_id = ?", (user, request_id)
        ).fetchone()
        return None if row is None else Answered(*row)

    def remember(self, user: str, request_id: str, answered: Answered, at: datetime) -> None:
        """Keep an answer; to be called within the transaction that makes the change it speaks of."""
        with self._file.transaction():
            cursor = self._db.execute(
                "INSERT INTO answered (user, request_id, digest, reply, at) VALUES (?, ?, ?, ?, ?)",
                (user, request_id, answered.digest, answered.reply, micros(at)),
            )
            assert cursor.lastrowid is not None
            if cursor.lastrowid % _LOOK_EVERY == 0:  # the look is longer than the insert
                self._forget_oldest(user)

    def _forget_oldest(self, user: str) -> None:
        self._db.execute(
            "DELETE FROM answered WHERE user = ? AND seq <= "
            "(SELECT seq FROM answered WHERE user = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)",
            (user, user, MOST_OF_A_USER),
        )
