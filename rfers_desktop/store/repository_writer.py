"""Writes the local repository on a thread of its own: the window hands over, batches are committed in order.

The order is what makes it safe to be killed at any moment: the repository has the inbox up to a number without gaps,
and the service is asked for what comes after it. So when the disk refuses, everything waits and is tried again; when
too much waits, what comes is not kept any more, and the next start asks for it.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic
from rfers_desktop.language import tr

from .notifications import StoredNotification
from .repository import Position, Repository
from .retention import Retention, trim

MOST_WAITING = 200_000  # notifications
_BATCH = 2_000
_TRY_AGAIN_S = 2.0
_TRIM_EVERY_S = 60.0

Job = Callable[[Repository], None]
_Arrival = tuple[StoredNotification | None, Position]  # None where the inbox began anew


class RepositoryWriter:
    """All methods return at once, but `close`. `on_problem` is called from the writing thread, with a sentence."""

    def __init__(
        self,
        repository: Repository,
        retention: Retention,
        on_problem: Callable[[str], None],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        try_again_s: float = _TRY_AGAIN_S,
    ) -> None:
        self._repository = repository
        self._retention = retention
        self._on_problem = on_problem
        self._clock = clock
        self._try_again_s = try_again_s
        self._arrived: list[_Arrival] = []
        self._jobs: list[Job] = []
        self._is_full = self._is_closing = self._is_writing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="repository", daemon=True)
        self._thread.start()

    def keep(self, notifications: Sequence[StoredNotification]) -> None:
        """Keep notifications, in the order of the inbox."""
        with self._changed:
            if not self._is_full and len(self._arrived) + len(notifications) > MOST_WAITING:
                self._is_full = True
                self._on_problem(
                    tr("what comes now is not kept on this desk until it is started again: its disk is slow")
                )
            if not self._is_full:
                self._arrived += [(stored, Position(*stored.place)) for stored in notifications]
                self._changed.notify_all()

    def begin_era(self, era: int) -> None:
        """The inbox counts from the beginning again."""
        with self._changed:
            self._arrived.append((None, Position(era, 0)))
            self._changed.notify_all()

    def keep_topics(self, topics: Mapping[str, Topic]) -> None:
        """Remember the topics."""
        self._do(lambda repository: repository.keep_topics(topics))

    def keep_subscriptions(self, changed: Sequence[Subscription], ended: Sequence[str]) -> None:
        """Remember subscriptions as they are now."""
        self._do(lambda repository: repository.keep_subscriptions(changed, ended))

    def keep_blob(self, sha256: str, content: bytes) -> None:
        """Keep a photo or an image."""
        self._do(lambda repository: repository.keep_blob(sha256, content))

    def retain(self, retention: Retention) -> None:
        """Keep as long as this from now on."""
        self._retention = retention
        self._do(self._trim)

    def settle(self, within_s: float) -> bool:
        """Wait until all is written; whether it is."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not self._arrived and not self._jobs and not self._is_writing, within_s
            )

    def close(self, within_s: float = 10.0) -> None:
        """Write what waits, and let go of the file."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join(within_s)

    def _do(self, job: Job) -> None:
        """Do something after all that was handed over before it."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()

    def _run(self) -> None:
        self._attempt(self._trim)
        while True:
            with self._changed:
                is_due = not self._changed.wait_for(self._has_something, _TRIM_EVERY_S)
                if self._is_closing and not self._arrived and not self._jobs:
                    break
                arrived, jobs = self._arrived[:_BATCH], self._jobs
                if len(arrived) == len(self._arrived):
                    self._jobs = []
                else:
                    jobs = []  # they come after all that arrived before them
                del self._arrived[:_BATCH]
                self._is_writing = True
            if arrived:
                self._write(arrived)
            for job in jobs:
                self._attempt(job)
            if is_due:
                self._attempt(self._trim)
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()
        self._repository.close()

    def _has_something(self) -> bool:
        return bool(self._arrived or self._jobs or self._is_closing)

    def _write(self, arrived: list[_Arrival]) -> None:
        """Write a batch, as often as it takes; only the end of the program gives up."""
        notifications = [stored for stored, _ in arrived if stored is not None]
        is_told = False
        while True:
            try:
                self._repository.append(notifications, arrived[-1][1])
                return
            except sqlite3.Error as error:
                if not is_told:
                    is_told = True
                    self._on_problem(
                        tr("the local repository cannot be written, the desk tries on: {error}", error=error)
                    )
                with self._changed:
                    if self._changed.wait_for(lambda: self._is_closing, self._try_again_s):
                        return

    def _attempt(self, job: Job) -> None:
        """Do what may fail: it is done anew at the next start."""
        try:
            job(self._repository)
        except sqlite3.Error as error:
            self._on_problem(tr("the local repository cannot be written: {error}", error=error))

    def _trim(self, repository: Repository) -> None:
        trim(repository, self._retention, self._clock(), self._has_something)
