"""A result's files: each task its own, squares for cells."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.replay import result_files as files


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


def test_geometries_come_with_their_bounds() -> None:
    table = files.with_geometry(pa.table({"n": [1]}), np.array([shapely.Point(3, 4)], np.object_))
    assert table["bbox"].to_pylist() == [{"xmin": 3.0, "ymin": 4.0, "xmax": 3.0, "ymax": 4.0}]
