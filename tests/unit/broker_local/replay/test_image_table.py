"""Images of the archive: a row for each content that an event refers to, none for contents that came along."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import shapely

from broker_local.protocol.blob import blob_ref
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.image_table import image_files
from tests.builders import A_MOMENT, an_event


def test_a_reference_is_a_row_with_where_its_content_is(tmp_path: Path) -> None:
    ref = blob_ref(b"an image")
    events = [
        an_event("WFireRSImage", geometry=shapely.box(0, 0, 1, 1), id="kept", rasterfile=ref),
        an_event("WFireRSImage", geometry=shapely.box(0, 0, 1, 1), id="inline"),
        an_event(id="without"),
    ]
    items = [ArchivedEvent(event, A_MOMENT, "") for event in events]
    (entry,) = image_files(tmp_path, items, {ref.sha256: "file:///x"}.get)
    (row,) = pq.ParquetFile(tmp_path / entry.path).read().to_pylist()
    assert (row["event_id"], row["sha256"], row["file"], row["bytes"]) == ("kept", ref.sha256, "file:///x", 8)
    assert entry.bounds == (0, 0, 1, 1)


def test_without_references_there_is_no_file(tmp_path: Path) -> None:
    assert image_files(tmp_path, [ArchivedEvent(an_event(), A_MOMENT, "")], lambda sha256: None) == []
