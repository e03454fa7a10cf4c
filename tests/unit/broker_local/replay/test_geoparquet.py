"""GeoParquet files: described as the standard says, and under their names only when they are whole."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.replay import geoparquet
from broker_local.replay.geoparquet import (
    GeoParquetWriter,
    UnfaithfulFile,
    bounds_of,
    geo_metadata,
    joined,
    kinds_in,
    sha256_of,
    with_geo_metadata,
    write_file,
)
from broker_local.replay.result_files import with_geometry

PLACES = np.array([shapely.Point(1, 2), shapely.box(3, 4, 5, 6), None], np.object_)


def a_table() -> pa.Table:
    return with_geometry(pa.table({"name": ["a", "b", "c"]}), PLACES)


def geo_of(path: Path) -> dict[str, object]:
    told: dict[str, object] = json.loads(pq.read_metadata(path).metadata[b"geo"])
    return told


EXPECTED = {
    "version": "1.1.0",
    "primary_column": "geometry",
    "columns": {
        "geometry": {
            "encoding": "WKB",
            "geometry_types": ["Point", "Polygon"],
            "bbox": [1.0, 2.0, 5.0, 6.0],
            "covering": {"bbox": {side: ["bbox", side] for side in ("xmin", "ymin", "xmax", "ymax")}},
        }
    },
}


def test_a_file_says_where_its_geometries_are_and_of_which_sorts(tmp_path: Path) -> None:
    written = write_file(tmp_path / "new" / "a.parquet", a_table())
    path = tmp_path / "new" / "a.parquet"
    assert geo_of(path) == EXPECTED
    assert (written.rows, written.bounds) == (3, (1.0, 2.0, 5.0, 6.0))
    assert (written.sha256, written.bytes) == (sha256_of(path), path.stat().st_size)
    assert pq.ParquetFile(path).read().equals(a_table())


def test_a_file_that_grew_by_row_groups_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    writer = GeoParquetWriter(path, a_table().schema)
    numbers = [writer.write(a_table().slice(row, 1)) for row in range(3)]
    assert not path.exists()
    writer.close()
    assert numbers == [0, 1, 2]
    assert geo_of(path) == EXPECTED
    assert pq.read_metadata(path).num_row_groups == 3
    assert pq.ParquetFile(path).read().equals(a_table())


def test_a_file_that_reads_back_otherwise_gets_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = geoparquet.pq.write_table
    monkeypatch.setattr(geoparquet.pq, "write_table", lambda table, *rest, **more: write(table.slice(1), *rest, **more))
    with pytest.raises(UnfaithfulFile, match="expected 3 rows"):
        write_file(tmp_path / "a.parquet", a_table())
    assert not (tmp_path / "a.parquet").exists()


def test_a_table_without_geometries_is_plain_parquet(tmp_path: Path) -> None:
    plain = pa.table({"name": ["a"]})
    assert with_geo_metadata(plain, None) is plain
    write_file(tmp_path / "a.parquet", plain)
    assert b"geo" not in (pq.read_metadata(tmp_path / "a.parquet").metadata or {})


def test_bounds_are_those_of_what_is_there() -> None:
    boxes = a_table()["bbox"]
    assert bounds_of(boxes) == (1.0, 2.0, 5.0, 6.0)
    assert bounds_of(boxes.slice(2)) is None
    assert bounds_of(boxes.slice(0, 0)) is None
    assert joined(None, (0, 0, 1, 1)) == (0, 0, 1, 1)
    assert joined((0, 3, 1, 4), (2, 1, 3, 2)) == (0, 1, 3, 4)
    assert joined(None, None) is None


def test_a_column_of_nothing_has_no_sorts() -> None:
    assert kinds_in(pa.chunked_array([pa.nulls(2, pa.binary())])) == set()
    assert "bbox" not in json.loads(geo_metadata(set(), None, False))["columns"]["geometry"]
