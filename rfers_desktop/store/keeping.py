"""What a desk keeps and brings back: one repository for each account and server, written and read beside the window."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic
from rfers_desktop.language import tr

from .broken_files import is_broken, put_aside
from .notifications import CAPACITY, NotificationsChanged, StoredNotification
from .repository import Position, Repository, RepositorySearch, RepositorySize, open_repository
from .repository_loading import LoadedPiece, RepositoryLoading
from .repository_writer import RepositoryWriter
from .retention import Retention, read_retention, write_retention
from .subscriptions import SubscriptionsChanged, SubscriptionState

_PLAIN = re.compile(r"[A-Za-z0-9._@-]{1,80}\Z")
_ENDING = ".gpkg"
_RETENTION = "retention.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """What an earlier life of the desk has left."""

    position: Position = field(default_factory=Position)
    topics: Mapping[str, Topic] = field(default_factory=builtin_topics)
    subscriptions: tuple[Subscription, ...] = ()
    account: str = ""


class Keeping:
    """Without a folder nothing is kept. For one thread; `on_wake` alone is called from others."""

    def __init__(self, folder: Path | None, on_wake: Callable[[], None] | None = None) -> None:
        self._folder = folder
        self._on_wake = on_wake
        self._problems: list[str] = []
        self._lock = threading.Lock()
        self._writer: RepositoryWriter | None = None
        self._reader: Repository | None = None
        self._loading: RepositoryLoading | None = None
        self._topics: Mapping[str, Topic] = builtin_topics()

    @property
    def file(self) -> Path | None:
        """The repository that is open."""
        return None if self._reader is None else self._reader.file

    def repositories(self) -> list[Path]:
        """All repositories on this desk, the one used last first."""
        files = [] if self._folder is None else list(self._folder.glob(f"*{_ENDING}"))
        return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)

    def open(self, account: str) -> Kept:
        """Go on with the repository of an account (`officer@station:1883`), and begin to load it."""
        self.close()
        if self._folder is None:
            return Kept()
        file = self._folder / f"{file_name(account)}{_ENDING}"
        try:
            writable = self._open_or_put_aside(file, account)
            kept = self._begin_loading(file)
        except (ProtocolError, OSError) as error:
            self._tell(tr("what comes is not kept on this desk: {error}", error=error))
            return self._what_there_is(file)
        self._writer = RepositoryWriter(writable, self.retention(), self._tell)
        return kept

    def open_to_read(self, file: Path) -> Kept:
        """Look at a repository without keeping anything: there is no link. Raises ProtocolError."""
        self.close()
        return self._begin_loading(file)

    def close(self) -> None:
        """Write what waits, and let go of the files."""
        if self._loading is not None:
            self._loading.stop()
        if self._writer is not None:
            self._writer.close()
        if self._reader is not None:
            self._reader.close()
        self._loading = self._writer = self._reader = None

    def keep(self, came: NotificationsChanged) -> None:
        """Keep what the inbox told."""
        if self._writer is not None and came.added:
            self._writer.keep(came.added)

    def begin_era(self, era: int) -> None:
        """The inbox counts from the beginning again."""
        if self._writer is not None:
            self._writer.begin_era(era)

    def keep_topics(self, topics: Mapping[str, Topic]) -> None:
        """Remember the topics."""
        self._topics = topics
        if self._writer is not None:
            self._writer.keep_topics(topics)

    def keep_subscriptions(self, changed: SubscriptionsChanged) -> None:
        """Remember the subscriptions that the service has confirmed, and that some are no more."""
        live = [record.subscription for record in changed.changed if record.state is SubscriptionState.LIVE]
        if self._writer is not None and (live or changed.removed):
            self._writer.keep_subscriptions(live, changed.removed)

    def keep_blob(self, sha256: str, content: bytes) -> None:
        """Keep a photo or an image."""
        if self._writer is not None:
            self._writer.keep_blob(sha256, content)

    def blob(self, sha256: str) -> bytes | None:
        """A photo or an image, if it is kept."""
        try:
            return None if self._reader is None else self._reader.blob(sha256)
        except sqlite3.Error:
            return None  # the service may still have it

    def search_for(self, wanted: RepositorySearch) -> Callable[[], list[StoredNotification]]:
        """A search, newest first, to be done on any thread; it also finds what the desk has no room to show."""
        file, topics = self.file, self._topics

        def search() -> list[StoredNotification]:
            if file is None:
                return []
            repository = open_repository(file, is_for_reading=True)
            try:
                return repository.search(wanted, topics)
            except sqlite3.Error as error:
                words = "a repository that can be read"
                raise ProtocolError(file.name, expected=words, got=Given(str(error))) from error
            finally:
                repository.close()

        return search

    def size(self) -> RepositorySize:
        """How much is kept."""
        try:
            return RepositorySize(0, 0, "") if self._reader is None else self._reader.size()
        except sqlite3.Error as error:
            self._tell(tr("the local repository cannot be read: {error}", error=error))
            return RepositorySize(0, 0, "")

    def retention(self) -> Retention:
        """How long things are kept."""
        if self._folder is None:
            return Retention()
        try:
            return read_retention(self._folder / _RETENTION)
        except (ProtocolError, OSError) as error:
            self._tell(tr("how long things are kept cannot be read, the usual limits hold: {error}", error=error))
            return Retention()

    def retain(self, retention: Retention) -> None:
        """Keep things as long as this from now on."""
        if self._folder is not None:
            write_retention(self._folder / _RETENTION, retention)
        if self._writer is not None:
            self._writer.retain(retention)

    def take_loaded(self) -> LoadedPiece | None:
        """The next piece of what is brought back, if it is there."""
        return None if self._loading is None else self._loading.take()

    @property
    def is_loading(self) -> bool:
        """Whether there is more to bring back."""
        return self._loading is not None and not self._loading.is_done

    def take_problems(self) -> Sequence[str]:
        """What went wrong since the last call."""
        with self._lock:
            problems, self._problems = self._problems, []
        return problems

    def _begin_loading(self, file: Path) -> Kept:
        self._reader = open_repository(file, is_for_reading=True)
        kept = _read(self._reader)
        self._topics = kept.topics
        self._loading = RepositoryLoading(file, kept.position, CAPACITY, kept.topics, self._on_wake)
        return kept

    def _what_there_is(self, file: Path) -> Kept:
        """A disk that is full or only to be read still shows what it has."""
        try:
            return self.open_to_read(file)
        except ProtocolError:
            return Kept()

    def _open_or_put_aside(self, file: Path, account: str) -> Repository:
        """A file that is not whole is kept beside, and another begun: its numbers are asked for again."""
        try:
            return _opened(file, account)
        except ProtocolError as error:
            if not file.is_file() or not is_broken(error.__cause__):
                raise
            name = put_aside(file).name
            self._tell(tr("{error}; it is kept as {name}, and a new one is begun", error=error, name=name))
            return _opened(file, account)

    def _tell(self, problem: str) -> None:
        with self._lock:
            self._problems.append(problem)
        if self._on_wake is not None:
            self._on_wake()


def _opened(file: Path, account: str) -> Repository:
    """A repository that can be read and written; raises ProtocolError if it cannot."""
    repository = open_repository(file)
    try:
        _read(repository)
        repository.name_account(account)
    except sqlite3.Error as error:
        repository.close()
        raise ProtocolError(file.name, expected="a repository that can be written", got=Given(str(error))) from error
    except ProtocolError:
        repository.close()
        raise
    return repository


def _read(repository: Repository) -> Kept:
    try:
        topics = repository.topics()
        subscriptions = tuple(repository.subscriptions(topics))
        return Kept(repository.position(), topics, subscriptions, repository.account())
    except (sqlite3.DatabaseError, ValueError) as error:
        name = repository.file.name
        raise ProtocolError(name, expected="a repository that can be read", got=Given(str(error))) from error


def file_name(account: str) -> str:
    """A name for the file of an account; no two accounts share one."""
    plain = account.replace(":", "_")
    digest = hashlib.sha256(account.encode("utf-8")).hexdigest()[:8]
    return f"{plain}-{digest}" if _PLAIN.match(plain) else f"desk-{digest}"
