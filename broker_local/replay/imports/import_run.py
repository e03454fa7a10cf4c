"""Brings files from outside into an archive: each once, and bad rows aside with the reason."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path

import pyarrow.parquet as pq

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event_codec import content_digest
from broker_local.protocol.topic import Topic

from ..archive import open_archive, rejected_files
from ..archived_event import ArchivedEvent
from ..compaction import compact
from ..event_files import EventFiles
from ..image_table import image_files
from ..journal_source import RejectedRow, micros
from ..manifest import EVENTS, FileEntry, Manifest, commit
from ..superseded import clear_up
from ..topic_eras import merged_eras, with_era
from .column_map import ColumnMap, column_map
from .features import event_of
from .import_plan import ImportPlan
from .made_topic import made_topic
from .rows import BadRow, Row, Source, content_of

ROWS_AT_ONCE = 50_000
_SAMPLE = 100_000  # rows from which a topic is made
IMPORT = "import:"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of a file."""

    name: str
    events: int = 0
    already: int = 0  # events that the archive had
    bad: int = 0
    first_reason: str = ""  # what was wrong with the first bad row
    left_out: tuple[str, ...] = ()  # columns
    was_there: bool = False  # the same file was imported before, in the same way


def import_source(
    to: Path, source: Source, plan: ImportPlan, builtin: Mapping[str, Topic], now: datetime, at_once: int = ROWS_AT_ONCE
) -> ImportReport:
    """Import one. A run that is killed is simply run again: what it had brought in is not brought in twice."""
    manifest = open_archive(to)
    manifest = replace(manifest, eras=merged_eras(manifest.eras, builtin, (), micros(now)))
    key = _key(source, plan)
    if key in manifest.imports:
        return ImportReport(source.name, was_there=True)
    manifest, era, parts, left_out = _prepared(manifest, source, plan)
    run = _Run(to, manifest, era, source, now)
    rows = source.rows()
    while some := list(islice(rows, at_once)):
        run.take_in(some, parts, plan)
    manifest = run.end(key)
    manifest, _ = compact(to, manifest)
    clear_up(to, manifest)
    return ImportReport(source.name, run.events, run.already, run.bad, run.first_reason, left_out)


def _key(source: Source, plan: ImportPlan) -> str:
    told: tuple[object, ...] = (source.digest, plan.topic, sorted(plan.mapping.items()), str(plan.reading))
    told += (plan.crs, plan.is_mended, *((plan.at,) if plan.at else ()))  # keys of earlier imports stay
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _prepared(manifest: Manifest, source: Source, plan: ImportPlan) -> tuple[Manifest, int, ColumnMap, tuple[str, ...]]:
    """The topic that the rows are of, which may be new, and which column says what."""
    sample = [row for row in islice(source.rows(), _SAMPLE) if isinstance(row, Row)]
    columns = list(dict.fromkeys(name for row in sample for name in row.values))
    known = [era.topic for era in manifest.eras if era.topic.name == plan.topic]
    if not sample and not known:
        raise ProtocolError(source.name, expected="at least one row that can be read", got=Given("none"))
    parts = column_map(plan.mapping, columns, known[-1] if known else None)
    if known:
        topic = known[-1]
    else:
        topic, parts = made_topic(plan.topic, sample, columns, parts)
    eras, era = with_era(manifest.eras, topic)
    used = {*parts.attributes.values(), *parts.roles.values()}
    return replace(manifest, eras=eras), era, parts, tuple(name for name in columns if name not in used)


class _Run:
    """What has been brought in so far; refusals count with the last part only, so that none is kept twice."""

    def __init__(self, to: Path, manifest: Manifest, era: int, source: Source, now: datetime) -> None:
        self._to = to
        self._manifest = manifest
        self._era = era
        self._source = source
        self._now = now
        self._seen: dict[str, set[tuple[str | None, str]]] = {}  # events of a day: publisher and id
        self._aside: list[FileEntry] = []
        self.events = self.already = self.bad = 0
        self.first_reason = ""

    def take_in(self, rows: Sequence[Row | BadRow], parts: ColumnMap, plan: ImportPlan) -> None:
        """Some rows: the events that are new are in the archive when this returns."""
        topic = self._manifest.eras[self._era].topic
        files = EventFiles(self._to, self._manifest.eras)
        taken, bad = [], []
        for row in rows:
            if isinstance(row, BadRow):
                bad.append(self._refused(row.where, row.error, row.content))
                continue
            try:
                event = event_of(row, topic, parts, plan)
            except ProtocolError as error:
                bad.append(self._refused(row.where, error, content_of(row)))
                continue
            seen = self._of_day(event.time.date().isoformat())
            if (event.publisher, event.id) in seen:
                self.already += 1
                continue
            seen.add((event.publisher, event.id))
            item = ArchivedEvent(event, event.time, content_digest(event), source=f"{IMPORT}{self._source.name}")
            files.add(self._era, item)
            taken.append(item)
        if bad:
            self._aside += rejected_files(self._to, bad, f"{IMPORT}{self._source.name}")
            self.bad += len(bad)
        entries = [*files.write(), *image_files(self._to, taken, self._source.paths.get)]
        self._manifest = commit(self._to, self._manifest.with_files(entries))
        self.events += len(taken)

    def end(self, key: str) -> Manifest:
        """The refusals, and that this has been imported."""
        manifest = self._manifest.with_files(self._aside)
        return commit(self._to, replace(manifest, imports=(*manifest.imports, key)))

    def _refused(self, where: str, error: ProtocolError, content: bytes) -> RejectedRow:
        self.first_reason = self.first_reason or f"{where}: {error}"
        told = (error.field, error.expected, error.got, str(error))
        return RejectedRow(0, micros(self._now), f"{self._source.name}, {where}", *told, content)

    def _of_day(self, date: str) -> set[tuple[str | None, str]]:
        if date not in self._seen:
            self._seen[date] = set(_known_events(self._to, self._manifest, self._era, date))
        return self._seen[date]


def _known_events(to: Path, manifest: Manifest, era: int, date: str) -> Iterator[tuple[str | None, str]]:
    """Publisher and id of the events of a topic's day, whatever schema it had."""
    topic = manifest.eras[era].topic.name
    for entry in manifest.of(EVENTS):
        if entry.date == date and entry.era is not None and manifest.eras[entry.era].topic.name == topic:
            table = pq.ParquetFile(to / entry.path).read(["publisher", "event_id"])
            yield from zip(table["publisher"].to_pylist(), table["event_id"].to_pylist(), strict=True)
