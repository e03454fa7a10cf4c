"""The SQLite file behind the journal: how it is opened, its schema and migrations, its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
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
    # 2: counts that outlive what is deleted, so that numbers never go back and nothing is counted at the start;
    # answers to requests by their ids; advertised topics.
    """
    CREATE TABLE totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO totals SELECT 'events', COALESCE(MAX(seq), 0) FROM events;
    INSERT INTO totals SELECT 'rejected', COUNT(*) FROM rejected;
    CREATE TABLE inboxes (
        user TEXT PRIMARY KEY, last_number INTEGER NOT NULL,
        acknowledged INTEGER NOT NULL DEFAULT 0, acknowledged_at INTEGER) WITHOUT ROWID;
    INSERT INTO inboxes (user, last_number) SELECT user, MAX(number) FROM inbox GROUP BY user;
    CREATE INDEX inbox_event ON inbox (event);
    CREATE INDEX subscription_history ON subscriptions (owner, handle);
    CREATE INDEX ended_subscription ON subscriptions (ended_at) WHERE ended_at IS NOT NULL;
    CREATE TABLE answered (
        seq INTEGER PRIMARY KEY, user TEXT NOT NULL, request_id TEXT NOT NULL, digest TEXT NOT NULL,
        reply BLOB NOT NULL, at INTEGER NOT NULL, UNIQUE (user, request_id));
    CREATE INDEX answered_in_order ON answered (user, seq);
    CREATE TABLE topics (
        seq INTEGER PRIMARY KEY, name TEXT NOT NULL, owner TEXT NOT NULL, body BLOB NOT NULL,
        begun_at INTEGER NOT NULL, ended_at INTEGER);
    CREATE UNIQUE INDEX live_topic ON topics (name) WHERE ended_at IS NULL;
    """,
    # 3: inbox entries may have degrees, [handle, expires_at, possibility, necessity]; where they are left out both are
    # 1, as in all that was written before. Events may be imprecise and subscriptions fuzzy. No table changes, but the
    # programs before this one cannot read such rows, and this number tells them so.
    "",
)
SCHEMA_VERSION = len(_MIGRATIONS)
_BUSY_TIMEOUT_S = 10.0
# Ids of events are random, so that an index is written all over: the fewer checkpoints, the more often a page that is
# written again counts once. Together these make journaling two and a half times as fast.
_CACHE_KIB = 64 * 1024
_PAGES_BETWEEN_CHECKPOINTS = 16_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class JournalFile:
    """One writer, one file. Whatever is written within a transaction is there as a whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")  # an acknowledged event outlives a power cut
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self.db.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BETWEEN_CHECKPOINTS}")
        self._depth = 0
        self._migrate()

    def close(self) -> None:
        """Close the file; everything is in it already."""
        self.db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit on leaving, or undo on an error. One inside another undoes its own part and leaves the rest."""
        name = f"part{self._depth}"
        self.db.execute("BEGIN IMMEDIATE" if self._depth == 0 else f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            self.db.execute("ROLLBACK" if self._depth == 0 else f"ROLLBACK TO {name}")
            raise
        self._depth -= 1
        self.db.execute("COMMIT" if self._depth == 0 else f"RELEASE {name}")

    @property
    def used_bytes(self) -> int:
        """How much of the file is in use; what was deleted is free to be written again and does not count."""
        pages, free, size = (
            self.db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def _migrate(self) -> None:
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            raise RuntimeError(f"journal: expected schema {SCHEMA_VERSION} or older, got {version}; update RFERS")
        for number in range(version, SCHEMA_VERSION):
            with self.transaction():
                for statement in _MIGRATIONS[number].split(";"):
                    self.db.execute(statement)
                self.db.execute(f"PRAGMA user_version = {number + 1}")


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Another connection to a journal that is in use: sees what is committed, changes nothing, delays nobody."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_TIMEOUT_S)


def micros(moment: datetime) -> int:
    """A moment as the journal writes it."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(micros: int) -> datetime:
    """A moment that the journal wrote."""
    return _EPOCH + micros * _MICROSECOND
