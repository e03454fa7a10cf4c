"""Images in the archive by reference: which event has which, where its content is, and what it covers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import shapely

from broker_local.protocol.blob import BlobRef

from .archived_event import ArchivedEvent
from .event_files import new_name
from .event_schema import bbox_column
from .geoparquet import write_file
from .manifest import IMAGES, FileEntry
from .table_schemas import IMAGES as COLUMNS

FindImage = Callable[[str], str | None]  # the URI of a content, by its SHA-256


def image_files(archive: Path, events: Iterable[ArchivedEvent], find: FindImage) -> list[FileEntry]:
    """Write a row for each content that an event refers to, those of a day together."""
    by_date: dict[str, list[tuple[ArchivedEvent, str, BlobRef]]] = defaultdict(list)
    for item in events:
        for name, value in item.event.attributes.items():
            if isinstance(value, BlobRef):
                by_date[item.event.time.date().isoformat()].append((item, name, value))
    entries = []
    for date, rows in by_date.items():
        path = f"{IMAGES}/date={date}/{new_name()}"
        written = write_file(archive / path, _table(rows, find))
        checked = (written.rows, written.bytes, written.sha256)
        entries.append(FileEntry(path, IMAGES, *checked, date=date, bounds=written.bounds))
    return entries


def _table(rows: list[tuple[ArchivedEvent, str, BlobRef]], find: FindImage) -> pa.Table:
    footprints = np.array([item.event.geometry for item, _, _ in rows], np.object_)
    columns: dict[str, Any] = {
        "sha256": [ref.sha256 for _, _, ref in rows],
        "bytes": [ref.size for _, _, ref in rows],
        "file": [find(ref.sha256) for _, _, ref in rows],
        "topic": [item.event.topic for item, _, _ in rows],
        "publisher": [item.event.publisher for item, _, _ in rows],
        "event_id": [item.event.id for item, _, _ in rows],
        "attribute": [name for _, name, _ in rows],
        "happened_at": [item.event.time for item, _, _ in rows],
        "accepted_at": [item.accepted_at for item, _, _ in rows],
        "source": [item.source for item, _, _ in rows],
        "geometry": shapely.to_wkb(footprints, byte_order=1).tolist(),
    }
    arrays = {name: pa.array(values, COLUMNS.field(name).type) for name, values in columns.items()}
    return pa.table(arrays | {"bbox": bbox_column(footprints)}, schema=COLUMNS)
