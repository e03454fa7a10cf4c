"""Events into the archive's files: those of one schema and one day together, in the order they happened."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from .archived_event import ArchivedEvent
from .event_schema import table_of
from .geoparquet import write_file
from .journal_source import micros
from .manifest import EVENTS, FileEntry, TopicEra


def new_name() -> str:
    """A name that no file has had."""
    return f"part-{uuid.uuid4().hex}.parquet"


class EventFiles:
    """Gathers events, then writes them; nothing counts before the manifest names it."""

    def __init__(self, archive: Path, eras: Sequence[TopicEra]) -> None:
        self._archive = archive
        self._eras = eras
        self._groups: dict[tuple[int, str], list[ArchivedEvent]] = defaultdict(list)

    def add(self, era: int, event: ArchivedEvent) -> None:
        """Take one in; it belongs to the UTC day on which it happened."""
        self._groups[era, event.event.time.date().isoformat()].append(event)

    def write(self) -> list[FileEntry]:
        """Write and check a file for each schema and day."""
        entries = []
        for (era, date), events in self._groups.items():
            table = table_of(events, self._eras[era].topic)
            entries.append(write_events(self._archive, table, self._eras, era, date))
        self._groups.clear()
        return entries


def write_events(archive: Path, table: pa.Table, eras: Sequence[TopicEra], era: int, date: str) -> FileEntry:
    """Write and check one file of a day's events, which are in order."""
    path = f"{EVENTS}/topic={eras[era].topic.name}/date={date}/{new_name()}"
    written = write_file(archive / path, table)
    first, last = (micros(table["happened_at"][row].as_py()) for row in (0, len(table) - 1))
    return FileEntry(
        path,
        EVENTS,
        written.rows,
        written.bytes,
        written.sha256,
        date=date,
        era=era,
        first_at=first,
        last_at=last,
        bounds=written.bounds,
    )
