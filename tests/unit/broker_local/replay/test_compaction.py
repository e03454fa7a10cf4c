"""Compaction: fewer files, the same rows, in order; a damaged file is not made into a good one."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay.archive import archive
from broker_local.replay.compaction import compact
from broker_local.replay.geoparquet import UnfaithfulFile
from broker_local.replay.manifest import DELIVERIES, EVENTS, Manifest, check_files, read_manifest
from tests.recorded_traffic import NOON, Traffic


@pytest.fixture
def scattered(hour: Traffic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive in many small files."""
    with monkeypatch.context() as lazy:
        lazy.setattr("broker_local.replay.archive.compact", lambda to, manifest: (manifest, 0))
        archive(hour.path, tmp_path, builtin_topics(), NOON, 24)
    return tmp_path


def rows(to: Path, manifest: Manifest, table: str) -> list[str]:
    return sorted(repr(row) for f in manifest.of(table) for row in pq.ParquetFile(to / f.path).read().to_pylist())


def test_small_files_of_a_day_become_few_with_the_same_rows(scattered: Path) -> None:
    before = read_manifest(scattered)
    after, gone = compact(scattered, before)
    assert gone == len(before.files) - len(after.files) > 20
    assert read_manifest(scattered) == after
    check_files(scattered, after)
    for table in (EVENTS, DELIVERIES):
        assert rows(scattered, after, table) == rows(scattered, before, table)
    for entry in after.of(EVENTS):
        when = pq.ParquetFile(scattered / entry.path).read(["happened_at"])["happened_at"].to_pylist()
        assert when == sorted(when)
    assert compact(scattered, after) == (after, 0)


def test_large_files_are_parted(scattered: Path) -> None:
    after, _ = compact(scattered, read_manifest(scattered), rows_a_file=100)
    cars = [entry for entry in after.of(EVENTS) if "EALocation" in entry.path]
    assert len(cars) > 1
    assert max(entry.rows for entry in cars) <= 100


def test_a_damaged_file_ends_it_and_nothing_has_changed(scattered: Path) -> None:
    before = read_manifest(scattered)
    path = scattered / before.of(EVENTS)[0].path
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(UnfaithfulFile, match="expected SHA-256"):
        compact(scattered, before)
    assert path.exists()
