"""What no longer counts: out of the way at once, still there for those who read it, deleted when they are done."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay.archive import archive
from broker_local.replay.geoparquet import UnfaithfulFile, write_file
from broker_local.replay.manifest import EVENTS, TABLES, FileEntry, Manifest, read_manifest
from broker_local.replay.superseded import ASIDE, clear_up, open_file
from tests.builders import an_event
from tests.recorded_traffic import NOON, traffic


def a_file(to: Path, name: str, age_s: float = 0.0) -> FileEntry:
    path = to / EVENTS / name
    written = write_file(path, pa.table({"name": [name]}))
    os.utime(path, (time.time() - age_s,) * 2)
    return FileEntry(f"{EVENTS}/{name}", EVENTS, written.rows, written.bytes, written.sha256)


def names(to: Path) -> list[str]:
    return sorted(path.name for path in (to / EVENTS).iterdir())


def test_what_is_not_named_is_set_aside_and_deleted_once_nobody_can_want_it(tmp_path: Path) -> None:
    kept = a_file(tmp_path, "a.parquet", age_s=9000)
    old = a_file(tmp_path, "b.parquet", age_s=9000)
    manifest = Manifest((kept,))
    assert clear_up(tmp_path, manifest) == 0
    assert names(tmp_path) == ["a.parquet", f"b.parquet{ASIDE}"]
    assert open_file(tmp_path / old.path).read()["name"].to_pylist() == ["b.parquet"]
    assert clear_up(tmp_path, manifest) == 0  # it was superseded just now, however old it is
    os.utime(tmp_path / EVENTS / f"b.parquet{ASIDE}", (time.time() - 9000,) * 2)
    assert clear_up(tmp_path, manifest) == 1
    assert names(tmp_path) == ["a.parquet"]


def test_what_a_killed_run_left_half_written_goes_after_a_while(tmp_path: Path) -> None:
    a_file(tmp_path, "a.parquet")
    for name, age_s in ((".new.parquet.part", 0.0), (".old.parquet.part", 9000.0)):
        (tmp_path / EVENTS / name).write_bytes(b"half")
        os.utime(tmp_path / EVENTS / name, (time.time() - age_s,) * 2)
    assert clear_up(tmp_path, Manifest()) == 1
    assert names(tmp_path) == [".new.parquet.part", f"a.parquet{ASIDE}"]


def test_a_file_that_never_was_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_file(tmp_path / "none.parquet")


def test_whoever_opens_the_folders_after_a_run_sees_every_row_once(tmp_path: Path) -> None:
    to = tmp_path / "archive"
    compacted = 0
    with traffic(tmp_path / "data") as station:
        for number in range(6):
            station.publish(an_event(id=f"e{number}", time=NOON + timedelta(seconds=number)))
            station.publish_broken()
            compacted += archive(station.path, to, builtin_topics(), NOON).compacted
    assert compacted > 0
    manifest = read_manifest(to)
    for table in TABLES:
        rows = sum(pq.read_metadata(path).num_rows for path in (to / table).rglob("*.parquet"))
        assert rows == manifest.rows(table)
    assert manifest.rows(EVENTS) == 6


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    entry = a_file(tmp_path, "a.parquet")
    path = tmp_path / entry.path
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(UnfaithfulFile, match=r"a\.parquet: expected a whole Parquet file"):
        open_file(path)
