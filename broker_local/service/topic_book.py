"""The journal's advertised topics: who let there be which, from when to when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .journal_file import JournalFile, micros


@dataclass(frozen=True, slots=True)
class TopicRow:
    """An advertised topic, as it was written."""

    name: str
    owner: str
    body: bytes


class TopicBook:
    """Begins and ends advertised topics in the journal; forgets none."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        self._db = file.db

    def begin(self, row: TopicRow, at: datetime) -> None:
        """Record a topic, in place of the one with its name."""
        with self._file.transaction():
            self.end(row.name, at)
            self._db.execute(
                "INSERT INTO topics (name, owner, body, begun_at) VALUES (?, ?, ?, ?)",
                (row.name, row.owner, row.body, micros(at)),
            )

    def end(self, name: str, at: datetime) -> None:
        """Record that a topic was withdrawn."""
        self._db.execute("UPDATE topics SET ended_at = ? WHERE name = ? AND ended_at IS NULL", (micros(at), name))

    def state(self) -> tuple[int, int]:
        """What changes whenever a topic begins or ends."""
        begun, ended = self._db.execute("SELECT COUNT(*), COUNT(ended_at) FROM topics").fetchone()
        return int(begun), int(ended)

    def live(self) -> list[TopicRow]:
        """The topics that are not withdrawn, oldest first."""
        rows = self._db.execute("SELECT name, owner, body FROM topics WHERE ended_at IS NULL ORDER BY seq")
        return [TopicRow(*row) for row in rows]
