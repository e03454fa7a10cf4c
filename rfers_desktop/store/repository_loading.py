"""Reads what a repository has on another thread, the newest first, in pieces that a window takes one by one."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from broker_local.protocol.topic import Topic
from rfers_desktop.language import tr, tr_count

from .notifications import StoredNotification
from .repository import Position, Repository

PIECE = 500  # shown within a frame
_AHEAD = 4  # pieces that wait for the window


@dataclass(frozen=True, slots=True)
class LoadedPiece:
    """Some notifications, oldest first, all of them older than those of the piece before."""

    notifications: tuple[StoredNotification, ...] = ()
    problem: str = ""


class RepositoryLoading:
    """`on_wake` is called from the reading thread when a piece is there to take."""

    def __init__(
        self,
        file: Path,
        upto: Position,
        most: int,
        topics: Mapping[str, Topic],
        on_wake: Callable[[], None] | None,
    ) -> None:
        """`upto` is the newest that is wanted: what is written later comes by another way."""
        self._file = file
        self._before: tuple[int, int] | None = (upto.era, upto.number + 1)
        self._left = most
        self._topics = topics
        self._on_wake = on_wake
        self._pieces: queue.Queue[LoadedPiece] = queue.Queue(_AHEAD)
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="repository loading", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether all was taken."""
        return not self._thread.is_alive() and self._pieces.empty()

    def take(self) -> LoadedPiece | None:
        """The next piece, if it is there; and the window is woken again if another waits."""
        try:
            piece = self._pieces.get_nowait()
        except queue.Empty:
            return None
        if not self._pieces.empty() and self._on_wake is not None:
            self._on_wake()
        return piece

    def stop(self) -> None:
        """Read no more."""
        self._is_stopped.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            repository = Repository(self._file, is_for_reading=True)
            try:
                self._read(repository)
            finally:
                repository.close()
        except sqlite3.Error as error:
            self._put(LoadedPiece(problem=tr("the local repository cannot be read: {error}", error=error)))

    def _read(self, repository: Repository) -> None:
        spoilt_in_all = 0
        while self._before is not None and self._left > 0 and not self._is_stopped.is_set():
            count = min(PIECE, self._left)
            found, self._before, spoilt = repository.newest_first(self._before, count, self._topics)
            self._left -= count
            spoilt_in_all += spoilt
            if found:
                self._put(LoadedPiece(tuple(reversed(found))))
        if spoilt_in_all:
            words = tr_count(
                "{count} notification of the local repository cannot be understood any more",
                "{count} notifications of the local repository cannot be understood any more",
                spoilt_in_all,
            )
            self._put(LoadedPiece(problem=words))

    def _put(self, piece: LoadedPiece) -> None:
        while not self._is_stopped.is_set():
            try:
                self._pieces.put(piece, timeout=0.1)
            except queue.Full:
                continue
            if self._on_wake is not None:
                self._on_wake()
            return
