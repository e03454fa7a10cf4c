"""Tiles kept on disk: a database of a bounded size, whose tiles grow old."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from .tile_services import TileAddress

MOST_BYTES = 256 * 1024**2
_FULL_SHARE = 0.9  # of the most that is left after old tiles were thrown out, so that it is not done for every tile
_TABLES = """
create table if not exists tiles (
    service text not null, zoom integer not null, col integer not null, row integer not null,
    content blob not null, good_until real not null, used_at real not null, bytes integer not null,
    primary key (service, zoom, col, row)
) without rowid;
create index if not exists tiles_by_use on tiles (used_at);
"""


@dataclass(frozen=True, slots=True)
class KeptTile:
    """A tile from the disk; an old one is better than none while a new one is fetched."""

    content: bytes
    is_old: bool


class TileCache:
    """Any thread may ask. A file that is no database is begun anew: it is a cache."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.time) -> None:
        self._most_bytes = most_bytes
        self._clock = clock
        self._lock = Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open(path)
        except sqlite3.DatabaseError:
            self._database.close()
            path.unlink()
            self._open(path)
        (self._bytes,) = self._database.execute("select coalesce(sum(bytes), 0) from tiles").fetchone()

    @property
    def size(self) -> int:
        """Bytes of all tiles."""
        return int(self._bytes)

    def find(self, service: str, tile: TileAddress) -> KeptTile | None:
        """A tile, if it is kept."""
        now, key = self._clock(), (service, *tile)
        with self._lock:
            row = self._database.execute(
                "select content, good_until from tiles where service = ? and zoom = ? and col = ? and row = ?", key
            ).fetchone()
            if row is None:
                return None
            with self._database:
                self._database.execute(
                    "update tiles set used_at = ? where service = ? and zoom = ? and col = ? and row = ?", (now, *key)
                )
        return KeptTile(bytes(row[0]), now >= row[1])

    def keep(self, service: str, tile: TileAddress, content: bytes, good_s: float) -> None:
        """Keep a tile that is good for so long; the least lately used go when there is no more room."""
        now = self._clock()
        with self._lock, self._database:
            self._drop("service = ? and zoom = ? and col = ? and row = ?", (service, *tile))
            if len(content) > self._most_bytes:
                return
            self._database.execute(
                "insert into tiles values (?, ?, ?, ?, ?, ?, ?, ?)",
                (service, *tile, content, now + good_s, now, len(content)),
            )
            self._bytes += len(content)
            if self._bytes > self._most_bytes:
                self._make_room()

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock, self._database:
            self._database.execute("delete from tiles")
            self._bytes = 0

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()

    def _open(self, path: Path) -> None:
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.execute("pragma journal_mode = wal")
        self._database.execute("pragma synchronous = off")  # what is lost can be fetched again
        self._database.executescript(_TABLES)

    def _make_room(self) -> None:
        left, room = self._bytes, self._most_bytes * _FULL_SHARE
        for used_at, size in self._database.execute("select used_at, bytes from tiles order by used_at").fetchall():
            if left <= room:
                break
            left -= size
            newest_gone = used_at
        self._drop("used_at <= ?", (newest_gone,))

    def _drop(self, where: str, values: tuple[object, ...]) -> None:
        (size,) = self._database.execute(f"select coalesce(sum(bytes), 0) from tiles where {where}", values).fetchone()
        self._database.execute(f"delete from tiles where {where}", values)
        self._bytes -= size
