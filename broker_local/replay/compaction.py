"""Few large files instead of many small ones, in the order of time, with nothing more and nothing less in them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .event_files import new_name, write_events
from .event_schema import event_schema
from .geoparquet import UnfaithfulFile, sha256_of, write_file
from .manifest import DELIVERIES, EVENTS, IMAGES, REJECTED, FileEntry, Manifest, commit
from .table_schemas import DELIVERIES as DELIVERY_COLUMNS
from .table_schemas import IMAGES as IMAGE_COLUMNS
from .table_schemas import REJECTED as REJECTED_COLUMNS
from .table_schemas import with_schema

ROWS_A_FILE = 1_000_000
_FEWEST = 4  # small files of a day that are worth the work
_ORDER = {
    EVENTS: [("happened_at", "ascending"), ("seq", "ascending"), ("event_id", "ascending")],
    DELIVERIES: [("event_seq", "ascending"), ("user", "ascending"), ("number", "ascending")],
    REJECTED: [("received_at", "ascending")],
    IMAGES: [("happened_at", "ascending"), ("event_id", "ascending")],
}
_COLUMNS = {DELIVERIES: DELIVERY_COLUMNS, REJECTED: REJECTED_COLUMNS, IMAGES: IMAGE_COLUMNS}


def compact(
    archive: Path, manifest: Manifest, rows_a_file: int = ROWS_A_FILE, fewest: int = _FEWEST
) -> tuple[Manifest, int]:
    """Merge small files of the same table, schema and day; gives how many went. The old ones are swept later."""
    groups: dict[tuple[str, int | None, str | None], list[FileEntry]] = defaultdict(list)
    for entry in manifest.files:
        if entry.table in _ORDER and entry.rows <= rows_a_file // 2:
            groups[entry.table, entry.era, entry.date].append(entry)
    gone = 0
    for (table, era, date), entries in groups.items():
        if len(entries) < fewest:
            continue
        merged = _merged(archive, manifest, entries)
        written = []
        for first in range(0, len(merged), rows_a_file):
            part = merged.slice(first, rows_a_file)
            if era is not None:
                written.append(write_events(archive, part, manifest.eras, era, str(date)))
            else:
                path = f"{table}/date={date}/{new_name()}"
                file = write_file(archive / path, part)
                written.append(FileEntry(path, table, file.rows, file.bytes, file.sha256, date=date))
        if sum(entry.rows for entry in written) != sum(entry.rows for entry in entries):
            raise UnfaithfulFile(f"{table}, {date}: expected as many rows after compaction as before")
        manifest = commit(archive, manifest.with_files(written, less=[entry.path for entry in entries]))
        gone += len(entries) - len(written)
    return manifest, gone


def _merged(archive: Path, manifest: Manifest, entries: list[FileEntry]) -> pa.Table:
    tables = []
    for entry in entries:
        path = archive / entry.path
        if sha256_of(path) != entry.sha256:
            raise UnfaithfulFile(f"{entry.path}: expected SHA-256 {entry.sha256}, and the file has another")
        table = pq.ParquetFile(path).read()
        if entry.era is not None:
            table = with_schema(table, event_schema(manifest.eras[entry.era].topic))
        else:
            table = with_schema(table, _COLUMNS[entry.table])
        tables.append(table)
    return pa.concat_tables(tables).sort_by(_ORDER[entries[0].table]).combine_chunks()
