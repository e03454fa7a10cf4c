"""Parquet files that geographic programs open: geometry as WKB, described by GeoParquet 1.1 metadata.

A file appears under its name only when it is whole, on the disk, and reads back as what was to be written.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .wkb_columns import kinds_in

ROWS_A_GROUP = 65_536
_WRITING: dict[str, Any] = {"compression": "zstd", "use_dictionary": False}  # hardly a value of ours comes twice
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """What was written, to be checked when it is read."""

    rows: int
    bytes: int
    sha256: str
    bounds: Bounds | None


class UnfaithfulFile(OSError):
    """A file does not read back as what was written: a fault of the disk or of a library, never passed over."""


def write_file(path: Path, table: pa.Table, rows_a_group: int = ROWS_A_GROUP) -> WrittenFile:
    """Write a table, look whether it is all there, and give it its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.part")
    bounds = _bounds(table)
    pq.write_table(with_geo_metadata(table, bounds), aside, **_WRITING, row_group_size=rows_a_group)
    read = pq.ParquetFile(aside).read()
    if not read.equals(table):
        raise UnfaithfulFile(f"{path}: expected {len(table)} rows as they were written, got others when read back")
    digest = sha256_of(aside)
    sync(aside)
    os.replace(aside, path)
    sync(path.parent)
    return WrittenFile(len(table), path.stat().st_size, digest, bounds)


def with_geo_metadata(table: pa.Table, bounds: Bounds | None) -> pa.Table:
    """The same table, described for geographic programs if it has a geometry."""
    if "geometry" not in table.column_names:
        return table
    kinds = kinds_in(table["geometry"])
    return table.replace_schema_metadata({"geo": geo_metadata(kinds, bounds, "bbox" in table.column_names)})


def geo_metadata(kinds: set[str], bounds: Bounds | None, has_covering: bool) -> str:
    """The `geo` metadata of GeoParquet 1.1; without a `crs` it is lon/lat, WGS 84."""
    column: dict[str, object] = {"encoding": "WKB", "geometry_types": sorted(kinds)}
    if bounds is not None:
        column["bbox"] = list(bounds)
    if has_covering:
        sides = ("xmin", "ymin", "xmax", "ymax")
        column["covering"] = {"bbox": {side: ["bbox", side] for side in sides}}
    return json.dumps({"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}})


def _bounds(table: pa.Table) -> Bounds | None:
    if "bbox" not in table.column_names:
        return None
    return bounds_of(table["bbox"])


def bounds_of(column: Any) -> Bounds | None:
    """The bounds of all boxes of a column; None where there are none."""
    boxes = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    sides = boxes.flatten()
    if not len(boxes) or sides[0].null_count == len(boxes):
        return None
    low = [pc.min(sides[side]).as_py() for side in (0, 1)]
    high = [pc.max(sides[side]).as_py() for side in (2, 3)]
    return low[0], low[1], high[0], high[1]


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk; Windows has no such call for folders and needs none."""
    if path.is_dir() and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class GeoParquetWriter:
    """A file that grows by a row group at a time; what describes it is known, and written, at its end."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.rows = 0
        self._aside = path.with_name(f".{path.name}.part")
        self._writer = pq.ParquetWriter(self._aside, schema, **_WRITING)
        self._has_covering = "bbox" in schema.names
        self._is_geographic = "geometry" in schema.names
        self._kinds: set[str] = set()
        self._bounds: Bounds | None = None
        self._groups = 0

    def write(self, table: pa.Table) -> int:
        """Add a row group; gives its number."""
        self._writer.write_table(table, row_group_size=max(1, len(table)))
        if self._is_geographic:
            self._kinds |= kinds_in(table["geometry"])
        if self._has_covering:
            self._bounds = joined(self._bounds, bounds_of(table["bbox"]))
        self.rows += len(table)
        self._groups += 1
        return self._groups - 1

    def close(self) -> None:
        """End the file, have it on the disk, and give it its name."""
        if self._is_geographic:
            metadata = geo_metadata(self._kinds, self._bounds, self._has_covering)
            self._writer.add_key_value_metadata({"geo": metadata})
        self._writer.close()
        sync(self._aside)
        os.replace(self._aside, self.path)


def joined(one: Bounds | None, other: Bounds | None) -> Bounds | None:
    """The bounds of both."""
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
