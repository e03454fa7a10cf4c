"""A result's files: each task its own, squares for cells, lines for tracks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.replay import result_files as files

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def run(task: files.Task, rows: list[dict[str, object]], at_once: int = 2) -> list[dict[str, object]]:
    table = pa.Table.from_pylist(rows)
    batches = list(task(iter(table.to_batches(max_chunksize=at_once))))
    told = [row for batch in batches for row in batch.to_pylist()]
    return [row for one in told for row in pq.ParquetFile(one["path"]).read().to_pylist()]


def test_rows_are_written_in_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_ROWS_A_GROUP", 4)
    rows = [{"n": n} for n in range(11)]
    assert run(files.writing(tmp_path, pa.schema([("n", pa.int64())])), rows) == rows
    (path,) = tmp_path.iterdir()
    assert pq.read_metadata(path).num_row_groups == 3


def test_a_task_without_rows_writes_no_file(tmp_path: Path) -> None:
    (batch,) = files.writing(tmp_path, files.TIMELINE)(iter([]))
    assert len(batch) == 0
    assert list(tmp_path.iterdir()) == []


def test_cells_get_their_squares(tmp_path: Path) -> None:
    rows = [{"column": -2, "row": 3, "events": 5, "matches": 7}]
    (cell,) = run(files.writing(tmp_path, files.DENSITY, files.cells(0.5)), rows)
    assert shapely.from_wkb(cell["geometry"]).equals(shapely.box(-1.0, 1.5, -0.5, 2.0))


def fix(key: str, minute: int, x: float) -> dict[str, object]:
    at = NOON + timedelta(minutes=minute)
    return {"topic": "EALocation", "key": key, "date": date(2026, 7, 1), "happened_at": at, "x": x, "y": 51.0}


def test_fixes_of_a_thing_become_a_line_across_batches(tmp_path: Path) -> None:
    rows = [fix("A1", 0, 1.0), fix("A1", 1, 2.0), fix("A1", 2, 3.0), fix("B2", 0, 5.0)]
    lines = {row["key"]: row for row in run(files.tracks(tmp_path), rows)}
    assert shapely.from_wkb(lines["A1"]["geometry"]).wkt == "LINESTRING (1 51, 2 51, 3 51)"
    assert (lines["A1"]["fixes"], lines["A1"]["last_at"]) == (3, NOON + timedelta(minutes=2))
    assert len(lines["A1"]["times"]) == 3  # type: ignore[arg-type]
    assert shapely.from_wkb(lines["B2"]["geometry"]).wkt == "POINT (5 51)"


def test_a_very_long_track_is_told_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_MOST_FIXES", 2)
    rows = [fix("A1", minute, float(minute)) for minute in range(5)]
    assert [row["fixes"] for row in run(files.tracks(tmp_path), rows)] == [2, 2, 1]


def test_geometries_come_with_their_bounds() -> None:
    table = files.with_geometry(pa.table({"n": [1]}), np.array([shapely.Point(3, 4)], np.object_))
    assert table["bbox"].to_pylist() == [{"xmin": 3.0, "ymin": 4.0, "xmax": 3.0, "ymax": 4.0}]
