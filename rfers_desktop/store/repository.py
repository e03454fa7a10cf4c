"""The local repository: what a desk received, in a GeoPackage that QGIS opens; searched by time, area and text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.json_text import parse_json, write_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import decode_topics, encode_topics

from .geopackage import connect, connect_to_read, to_blobs, widen_extent
from .notifications import StoredNotification
from .repository_rows import COLUMNS, blobs_of, from_row, moment, to_rows
from .repository_schema import (
    NOTIFICATIONS,
    begin_repository,
    columns_to_read,
    has_text_index,
    make_topic_views,
    topic_view,
)

Bounds = tuple[float, float, float, float]  # west, south, east, north
_LISTED = ", ".join(COLUMNS)
_INSERT = f"INSERT OR IGNORE INTO notifications({_LISTED}) VALUES ({', '.join('?' * len(COLUMNS))})"


@dataclass(frozen=True, slots=True)
class Position:
    """How far the inbox is kept: how often it began anew, and the last number since."""

    era: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class RepositorySearch:
    """What to look for; what is None or empty does not narrow it."""

    since: datetime | None = None  # when it happened
    until: datetime | None = None
    area: Bounds | None = None
    text: str = ""  # all of these words, or beginnings of words
    topic: str | None = None
    limit: int = 10_000  # the newest so many


@dataclass(frozen=True, slots=True)
class RepositorySize:
    """How much there is."""

    rows: int
    size_bytes: int
    oldest: str  # when the oldest came, in UTC, or empty


class Repository:
    """One open file. For one thread at a time; several may be open on one file, also in several processes."""

    def __init__(self, file: Path, *, is_for_reading: bool = False) -> None:
        self.file = file
        if is_for_reading:
            self._connection = connect_to_read(file)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = connect(file)
        try:
            if not is_for_reading and begin_repository(self._connection):
                make_topic_views(self._connection, self.topics().values())
            self._listed = columns_to_read(self._connection)
            self._has_text_index = has_text_index(self._connection)
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def position(self) -> Position:
        """How far the inbox is kept."""
        era, number = self._state("era"), self._state("number")
        return Position(int(era or 0), int(number or 0))

    def account(self) -> str:
        """Whose repository it is, as people write it."""
        return self._state("account") or ""

    def topics(self) -> Mapping[str, Topic]:
        """The topics as they were last told."""
        told = self._state("topics")
        return builtin_topics() if told is None else decode_topics(told.encode("utf-8"))

    def subscriptions(self, topics: Mapping[str, Topic]) -> list[Subscription]:
        """The subscriptions as they were last told; one that cannot be understood any more is left out."""
        found = []
        for (text,) in self._connection.execute("SELECT subscription FROM subscriptions ORDER BY fid"):
            try:
                given = parse_json(str(text).encode("utf-8"), "subscription", MAX_MESSAGE_BYTES)
                owner = given.get("owner") if isinstance(given, dict) else None
                found.append(subscription_from_object(given, topics, str(owner)))
            except ProtocolError:
                continue
        return found

    def size(self) -> RepositorySize:
        """How much there is."""
        ((rows, oldest),) = self._connection.execute("SELECT count(*), min(received) FROM notifications")
        return RepositorySize(int(rows), self.size_bytes(), str(oldest or ""))

    def size_bytes(self) -> int:
        """The size of what is in the file, without room that is free."""
        pages, free, each = (
            int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * each

    def append(self, notifications: Sequence[StoredNotification], position: Position) -> None:
        """Keep notifications and how far the inbox is kept with them, in one transaction; one that is there stays."""
        links = [
            (sha256, stored.era, stored.notification.number)
            for stored in notifications
            for sha256 in blobs_of(stored.notification.event)
        ]
        with self._transaction():
            self._connection.executemany(_INSERT, to_rows(notifications))
            self._widen_layers(notifications)
            self._connection.executemany("INSERT OR IGNORE INTO blob_uses(sha256, era, number) VALUES (?, ?, ?)", links)
            self._remember("era", str(position.era))
            self._remember("number", str(position.number))

    def name_account(self, account: str) -> None:
        """Say whose repository it is."""
        with self._transaction():
            self._remember("account", account)

    def keep_topics(self, topics: Mapping[str, Topic]) -> None:
        """Remember the topics, and show the notifications of each as a layer with its own attributes."""
        told = encode_topics(topics.values()).decode("utf-8")
        if told != self._state("topics"):
            with self._transaction():
                self._remember("topics", told)
                make_topic_views(self._connection, topics.values())

    def keep_subscriptions(self, changed: Iterable[Subscription], ended: Iterable[str]) -> None:
        """Remember subscriptions as they are now, and that some are no more."""
        with self._transaction():
            self._connection.executemany("DELETE FROM subscriptions WHERE id = ?", [(i,) for i in ended])
            for asked in changed:
                zone = to_blobs([None if asked.spatial is None else asked.spatial.zone])[0]
                text = write_json(subscription_to_object(asked)).decode("utf-8")
                row = (zone, asked.id, asked.name, asked.topic, asked.filter.text if asked.filter else None, text)
                self._connection.execute("DELETE FROM subscriptions WHERE id = ?", (asked.id,))
                if asked.spatial is not None:
                    widen_extent(self._connection, "subscriptions", asked.spatial.zone.bounds)
                self._connection.execute(
                    "INSERT INTO subscriptions(geom, id, name, topic, filter, subscription) VALUES (?, ?, ?, ?, ?, ?)",
                    row,
                )

    def keep_blob(self, sha256: str, content: bytes) -> None:
        """Keep a photo or an image that was fetched."""
        with self._transaction():
            self._connection.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?)", (sha256, content))

    def blob(self, sha256: str) -> bytes | None:
        """A photo or an image, if it is kept."""
        row = self._connection.execute("SELECT content FROM blobs WHERE sha256 = ?", (sha256,)).fetchone()
        return None if row is None else bytes(row[0])

    def newest_first(
        self, before: tuple[int, int] | None, count: int, topics: Mapping[str, Topic]
    ) -> tuple[list[StoredNotification], tuple[int, int] | None, int]:
        """The newest before a place, the place to go on before (None at the end), and how many rows are spoilt."""
        where, values = ("WHERE (era, number) < (?, ?)", before) if before is not None else ("", ())
        rows = self._connection.execute(
            f"SELECT {self._listed} FROM notifications {where} ORDER BY era DESC, number DESC LIMIT ?",
            (*values, count),
        ).fetchall()
        found, spoilt = _understood(rows, topics)
        return found, (int(rows[-1][1]), int(rows[-1][2])) if len(rows) == count else None, spoilt

    def search(self, wanted: RepositorySearch, topics: Mapping[str, Topic]) -> list[StoredNotification]:
        """What fits, the newest first."""
        clauses, values = self._clauses(wanted)
        where = f"WHERE {' AND '.join(clauses)}" if clauses else ""
        rows = self._connection.execute(
            f"SELECT {self._listed} FROM notifications {where} ORDER BY era DESC, number DESC LIMIT ?",
            (*values, wanted.limit),
        ).fetchall()
        return _understood(rows, topics)[0]

    def delete_oldest(self, count: int) -> int:
        """Let the oldest go, and what nothing else refers to; how many went."""
        with self._transaction():
            gone = self._connection.execute(
                "DELETE FROM notifications WHERE fid IN"
                " (SELECT fid FROM notifications ORDER BY era, number LIMIT ?) RETURNING era, number",
                (count,),
            ).fetchall()
            self._connection.executemany("DELETE FROM blob_uses WHERE era = ? AND number = ?", gone)
            if gone:
                self._connection.execute("DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM blob_uses)")
        return len(gone)

    def count_received_before(self, when: datetime) -> int:
        """How many of the oldest came before a moment."""
        row = self._connection.execute("SELECT count(*) FROM notifications WHERE received < ?", (moment(when),))
        return int(row.fetchone()[0])

    def give_back_room(self) -> None:
        """Make the file as small as what is in it."""
        self._connection.execute("PRAGMA incremental_vacuum").fetchall()
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _clauses(self, wanted: RepositorySearch) -> tuple[list[str], list[object]]:
        clauses: list[str] = []
        values: list[object] = []
        for clause, given in (("happened >= ?", wanted.since), ("happened <= ?", wanted.until)):
            if given is not None:
                clauses.append(clause)
                values.append(moment(given))
        if wanted.topic is not None:
            clauses.append("topic = ?")
            values.append(wanted.topic)
        if wanted.area is not None:
            west, south, east, north = wanted.area
            clauses.append(
                "fid IN (SELECT id FROM rtree_notifications_geom"
                " WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?)"
            )
            values += [west, east, south, north]
        words = wanted.text.split()
        if words and self._has_text_index:
            clauses.append("fid IN (SELECT rowid FROM notifications_words WHERE notifications_words MATCH ?)")
            values.append(" ".join('"' + word.replace('"', '""') + '"*' for word in words))
        elif words:
            for word in words:
                clauses.append("words LIKE ? ESCAPE '\\'")
                values.append("%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%")
        return clauses, values

    def _widen_layers(self, notifications: Sequence[StoredNotification]) -> None:
        shapes: dict[str, list[BaseGeometry | None]] = {}
        for stored in notifications:
            event = stored.notification.event
            shapes.setdefault(topic_view(event.topic), []).append(event.geometry)
        for layer, of_topic in shapes.items():
            box = shapely.total_bounds(of_topic).tolist()
            widen_extent(self._connection, layer, box)
            widen_extent(self._connection, NOTIFICATIONS, box)

    def _state(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM desk_state WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def _remember(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO desk_state VALUES (?, ?)", (name, value))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # on a full disk SQLite has ended it already
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


def open_repository(file: Path, *, is_for_reading: bool = False) -> Repository:
    """Open a repository; raises ProtocolError if the file is none, or cannot be opened."""
    try:
        return Repository(file, is_for_reading=is_for_reading)
    except sqlite3.Error as error:
        raise ProtocolError(file.name, expected="a repository of a desk", got=Given(str(error))) from error


def _understood(rows: Iterable[Sequence[object]], topics: Mapping[str, Topic]) -> tuple[list[StoredNotification], int]:
    found: list[StoredNotification] = []
    spoilt = 0
    for row in rows:
        try:
            found.append(from_row(row, topics))
        except ProtocolError:
            spoilt += 1
    return found, spoilt
