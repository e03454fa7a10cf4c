"""Moves the journal's past into the archive: a part at a time, each whole or not at all, none of it twice."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import pyarrow as pa

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event_codec import event_from_object
from broker_local.protocol.topic import Topic

from .archived_event import JOURNAL, ArchivedEvent
from .compaction import compact
from .event_files import EventFiles, new_name
from .geoparquet import write_file
from .image_table import FindImage, image_files
from .journal_source import (
    Archived,
    DeliveryRow,
    EventRow,
    JournalSource,
    RejectedRow,
    micros,
    moment,
    note_archived,
)
from .manifest import (
    DELIVERIES,
    MANIFEST_FILE,
    REJECTED,
    FileEntry,
    Manifest,
    check_files,
    commit,
    is_journal_of,
    read_manifest,
)
from .subscription_table import subscription_file
from .superseded import clear_up
from .table_schemas import DELIVERIES as DELIVERY_COLUMNS
from .table_schemas import REJECTED as REJECTED_COLUMNS
from .topic_eras import candidates, merged_eras

EVENTS_AT_ONCE = 100_000
_MATCHED = ("handle", "expires_at", "possibility", "necessity")


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """What a run came to."""

    events: int
    deliveries: int
    rejected: int
    unreadable: int  # bodies that follow no schema that is known; they are among the archive's refusals
    compacted: int  # files that became fewer
    through: int  # the journal may let go of events up to this number: they are in the archive, and checked


def open_archive(folder: Path) -> Manifest:
    """What an archive has; a new one has nothing."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return read_manifest(folder) if (folder / MANIFEST_FILE).is_file() else Manifest()


def archive(
    journal: Path,
    to: Path,
    builtin: Mapping[str, Topic],
    now: datetime,
    at_once: int = EVENTS_AT_ONCE,
    find_image: FindImage = lambda sha256: None,
) -> ArchiveReport:
    """Bring an archive up to the journal. Whatever ends it halfway, the next run goes on from the last whole part.

    Only when the new files are on the disk with the checksums they should have is the journal told what it may let go.
    """
    source = JournalSource(journal)
    try:
        manifest = before = open_archive(to)
        clear_up(to, manifest)
        _check_same_journal(source, manifest)
        through = source.newest_seq()  # before the subscriptions: these are then as new as any event
        manifest = replace(manifest, eras=merged_eras(manifest.eras, builtin, source.topics(), micros(now)))
        manifest = commit(to, _with_subscriptions(to, manifest, source))
        events = deliveries = unreadable = 0
        while rows := source.events(manifest.watermark.event_seq, through, at_once):
            manifest, counted = _with_events(to, manifest, rows, source, find_image)
            manifest = commit(to, manifest)
            events, deliveries, unreadable = (
                total + more for total, more in zip((events, deliveries, unreadable), counted, strict=True)
            )
        refused = source.rejected(manifest.watermark.rejected_seq, manifest.watermark.rejected_at)
        if refused:
            manifest = commit(to, _with_rejected(to, manifest, refused))
    finally:
        source.close()
    manifest, compacted = compact(to, manifest)
    check_files(to, manifest.beyond(before))
    note_archived(journal, Archived(manifest.watermark.event_seq, manifest.watermark.rejected_at, micros(now)))
    clear_up(to, manifest)
    return ArchiveReport(events, deliveries, len(refused), unreadable, compacted, manifest.watermark.event_seq)


def _check_same_journal(source: JournalSource, manifest: Manifest) -> None:
    if not is_journal_of(source, manifest.watermark):
        expected = "the journal that this archive began with"
        raise ProtocolError("--to", expected=expected, got=Given("the archive of another"), hint="give it its own")


def _with_subscriptions(to: Path, manifest: Manifest, source: JournalSource) -> Manifest:
    state = source.subscriptions_state()
    if state == manifest.watermark.subscriptions:
        return manifest
    manifest = subscription_file(to, manifest, source.subscriptions())
    return replace(manifest, watermark=replace(manifest.watermark, subscriptions=state))


def _with_events(
    to: Path, manifest: Manifest, rows: Sequence[EventRow], source: JournalSource, find_image: FindImage
) -> tuple[Manifest, tuple[int, int, int]]:
    files = EventFiles(to, manifest.eras)
    unreadable: list[RejectedRow] = []
    taken: list[ArchivedEvent] = []
    for row in rows:
        found = _read(row, manifest)
        if isinstance(found, RejectedRow):
            unreadable.append(found)
        else:
            files.add(*found)
            taken.append(found[1])
    entries = [*files.write(), *image_files(to, taken, find_image)]
    deliveries = source.deliveries(rows[0].seq, rows[-1].seq)
    entries += _delivery_files(to, deliveries)
    if unreadable:
        entries += rejected_files(to, unreadable, JOURNAL)
    kept = sum(entry.rows for entry in entries if entry.table == "events")
    if kept + len(unreadable) != len(rows):
        raise ProtocolError("archive", expected=f"{len(rows)} events in its files", got=kept + len(unreadable))
    mark = replace(manifest.watermark, event_seq=rows[-1].seq, event_digest=rows[-1].digest)
    return replace(manifest.with_files(entries), watermark=mark), (kept, len(deliveries), len(unreadable))


def _read(row: EventRow, manifest: Manifest) -> tuple[int, ArchivedEvent] | RejectedRow:
    """An event with the place of the schema that it follows."""
    accepted_at = moment(row.accepted_at)
    problem = ProtocolError("event.topic", expected="a topic that the journal knows", got=row.topic)
    for place, era in candidates(manifest.eras, row.topic, row.accepted_at):
        try:
            event = event_from_object(json.loads(row.body), {row.topic: era.topic}, accepted_at)
        except ProtocolError as error:
            problem = error
        else:
            return place, ArchivedEvent(event, accepted_at, row.digest, row.seq)
    told = (problem.field, problem.expected, problem.got, str(problem))
    return RejectedRow(row.seq, row.accepted_at, f"{JOURNAL}/{row.topic}", *told, row.body)


def _delivery_files(to: Path, rows: Iterable[DeliveryRow]) -> list[FileEntry]:
    by_date: dict[str, list[DeliveryRow]] = defaultdict(list)
    for row in rows:
        by_date[moment(row.accepted_at).date().isoformat()].append(row)
    entries = []
    for date, group in by_date.items():
        objects = [
            {
                "user": row.user,
                "number": row.number,
                "event_seq": row.event_seq,
                "topic": row.topic,
                "publisher": row.publisher,
                "event_id": row.event_id,
                "accepted_at": row.accepted_at,
                "matched": [dict(zip(_MATCHED, matched, strict=True)) for matched in row.matched],
            }
            for row in group
        ]
        path = f"{DELIVERIES}/date={date}/{new_name()}"
        written = write_file(to / path, pa.Table.from_pylist(objects, schema=DELIVERY_COLUMNS))
        entries.append(FileEntry(path, DELIVERIES, written.rows, written.bytes, written.sha256, date=date))
    return entries


def _with_rejected(to: Path, manifest: Manifest, rows: Sequence[RejectedRow]) -> Manifest:
    mark = replace(
        manifest.watermark,
        rejected_seq=rows[-1].seq,
        rejected_at=max(manifest.watermark.rejected_at, *(row.received_at for row in rows)),
    )
    return replace(manifest.with_files(rejected_files(to, rows, JOURNAL)), watermark=mark)


def rejected_files(to: Path, rows: Iterable[RejectedRow], source: str) -> list[FileEntry]:
    """Write refusals, those of a day together."""
    by_date: dict[str, list[RejectedRow]] = defaultdict(list)
    for row in rows:
        by_date[moment(row.received_at).date().isoformat()].append(row)
    entries = []
    for date, group in by_date.items():
        objects = [
            {"source": source} | {name: getattr(row, name) for name in RejectedRow.__slots__ if name != "seq"}
            for row in group
        ]
        path = f"{REJECTED}/date={date}/{new_name()}"
        written = write_file(to / path, pa.Table.from_pylist(objects, schema=REJECTED_COLUMNS))
        entries.append(FileEntry(path, REJECTED, written.rows, written.bytes, written.sha256, date=date))
    return entries
