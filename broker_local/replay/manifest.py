"""The archive's list of what it has: only files in it count, and it changes as a whole by a rename."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import topic_from_object, topic_to_object

from .geoparquet import Bounds, sha256_of, sync
from .journal_source import JournalSource
from .table_schemas import FORMAT

MANIFEST_FILE = "manifest.json"
EVENTS, SUBSCRIPTIONS, DELIVERIES = "events", "subscriptions", "deliveries"
REJECTED, IMAGES = "rejected", "images"
TABLES = (EVENTS, SUBSCRIPTIONS, DELIVERIES, REJECTED, IMAGES)


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of the archive, with what is needed to pass over it and to check it."""

    path: str  # from the archive's folder
    table: str
    rows: int
    bytes: int
    sha256: str
    format: int = FORMAT
    date: str | None = None
    era: int | None = None  # of events: which schema of which topic
    first_at: int | None = None  # microseconds since 1970: of events, when they happened
    last_at: int | None = None
    bounds: Bounds | None = None


@dataclass(frozen=True, slots=True)
class TopicEra:
    """A schema that a topic had, from one moment to another; a built-in one has no beginning."""

    topic: Topic
    begun_at: int | None = None
    ended_at: int | None = None

    def holds_at(self, at: int) -> bool:
        """Whether this was the schema at a moment."""
        return (self.begun_at is None or self.begun_at <= at) and (self.ended_at is None or at < self.ended_at)


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far the journal is in the archive."""

    event_seq: int = 0
    event_digest: str = ""  # of that event: another journal has another there
    rejected_seq: int = 0
    rejected_at: int = -(2**63)
    subscriptions: str = ""  # the state of the journal's subscriptions in the archive


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive has."""

    files: tuple[FileEntry, ...] = ()
    eras: tuple[TopicEra, ...] = ()
    watermark: Watermark = Watermark()
    generation: int = 0
    imports: tuple[str, ...] = ()

    def of(self, table: str) -> list[FileEntry]:
        """The files of a table."""
        return [entry for entry in self.files if entry.table == table]

    def with_files(self, more: Iterable[FileEntry], less: Iterable[str] = ()) -> Manifest:
        """The same with other files."""
        gone = set(less)
        return replace(self, files=(*(entry for entry in self.files if entry.path not in gone), *more))

    def beyond(self, earlier: Manifest) -> Manifest:
        """The files that an earlier list did not have."""
        had = {entry.path for entry in earlier.files}
        return replace(self, files=tuple(entry for entry in self.files if entry.path not in had))

    def rows(self, table: str) -> int:
        """How many rows a table has."""
        return sum(entry.rows for entry in self.of(table))


def read_manifest(archive: Path) -> Manifest:
    """What an archive has; refused where there is none."""
    path = archive / MANIFEST_FILE
    if not path.is_file():
        raise ProtocolError("archive", expected="a folder with an archive", got=str(archive))
    given: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if given["format"] > FORMAT:
        expected = f"format {FORMAT} or older"
        raise ProtocolError("archive.format", expected=expected, got=given["format"], hint="update RFERS")
    files = (FileEntry(**entry | {"bounds": entry["bounds"] and tuple(entry["bounds"])}) for entry in given["files"])
    eras = (
        TopicEra(topic_from_object(era["topic"], "topic"), era["begun_at"], era["ended_at"]) for era in given["eras"]
    )
    return Manifest(
        tuple(files), tuple(eras), Watermark(**given["watermark"]), given["generation"], tuple(given["imports"])
    )


def commit(archive: Path, manifest: Manifest) -> Manifest:
    """Let this be what the archive has: before it the old list holds, after it the new one, nothing between."""
    written = replace(manifest, generation=manifest.generation + 1)
    eras = [
        {"topic": topic_to_object(era.topic), "begun_at": era.begun_at, "ended_at": era.ended_at}
        for era in written.eras
    ]
    text = json.dumps(asdict(replace(written, eras=())) | {"format": FORMAT, "eras": eras})
    replace_text(archive / MANIFEST_FILE, text)
    return written


def replace_text(path: Path, text: str) -> None:
    """Write a small file as a whole or not at all."""
    aside = path.with_name(f".{path.name}.part")
    aside.write_text(text, "utf-8")
    sync(aside)
    os.replace(aside, path)
    sync(path.parent)


def is_journal_of(journal: JournalSource, mark: Watermark) -> bool:
    """Whether the archive may be of this journal, which has as many events, and the last one if that is still there."""
    return journal.newest_seq() >= mark.event_seq and journal.digest_of(mark.event_seq) in (None, mark.event_digest)


def check_files(archive: Path, manifest: Manifest) -> None:
    """Compare every file with what is said of it; the first that differs is an error."""
    for entry in manifest.files:
        path = archive / entry.path
        got = sha256_of(path) if path.is_file() else Given("no file")
        if got != entry.sha256:
            raise ProtocolError(f"archive/{entry.path}", expected=f"SHA-256 {entry.sha256}", got=got)
