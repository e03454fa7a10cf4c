"""DataFrames into a result's files: each task writes its own with our writer, so that all of them are GeoParquet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import shapely

from .event_files import new_name
from .event_schema import BBOX, MOMENT, bbox_column
from .geoparquet import GeoParquetWriter

Batches = Iterator[pa.RecordBatch]
Task = Callable[[Batches], Batches]
WRITTEN_COLUMNS = "path string, rows long"
_WRITTEN = pa.schema([("path", pa.string()), ("rows", pa.int64())])
_ROWS_A_GROUP = 16_384

SUMMARY = pa.schema(
    [
        ("place", pa.int32()),
        ("handle", pa.int64()),
        ("owner", pa.string()),
        ("subscription_id", pa.string()),
        ("name", pa.string()),
        ("topic", pa.string()),
        ("events", pa.int64()),
        ("certain", pa.int64()),
        ("first_at", MOMENT),
        ("last_at", MOMENT),
        ("events_per_hour", pa.float64()),
        ("by_cause", pa.list_(pa.struct([("cause", pa.string()), ("count", pa.int64())]))),
        ("geometry", pa.binary()),
    ]
)
DENSITY = pa.schema(
    [
        ("column", pa.int64()),
        ("row", pa.int64()),
        ("events", pa.int64()),
        ("matches", pa.int64()),
        ("geometry", pa.binary()),
        ("bbox", BBOX),
    ]
)
TIMELINE = pa.schema(
    [
        ("minute", MOMENT),
        ("topic", pa.string()),
        ("events", pa.int64()),
        ("matched", pa.int64()),
        ("matches", pa.int64()),
    ]
)
SEEK_INDEX = pa.schema(
    [
        ("path", pa.string()),
        ("row_group", pa.int32()),
        ("era", pa.int32()),
        ("rows", pa.int64()),
        ("first_at", pa.int64()),
        ("last_at", pa.int64()),
    ]
)
DIFFERENCES = pa.schema(
    [
        ("status", pa.string()),
        ("owner", pa.string()),
        ("topic", pa.string()),
        ("event_id", pa.string()),
        ("publisher", pa.string()),
        ("happened_at", MOMENT),
        ("geometry", pa.binary()),
    ]
)
DIFFERENCE_SUMMARY = pa.schema(
    [("owner", pa.string()), ("topic", pa.string())]
    + [(name, pa.int64()) for name in ("missed", "extra", "same", "most_extra_in_an_hour")]
)


def writing(folder: Path, schema: pa.Schema, complete: Callable[[pa.Table], pa.Table] = lambda table: table) -> Task:
    """A task that writes what comes to a file of its own, after completing it, and says which."""

    def run(batches: Batches) -> Batches:
        writer: GeoParquetWriter | None = None
        waiting: list[pa.RecordBatch] = []

        def flush() -> None:
            nonlocal writer
            writer = writer or GeoParquetWriter(folder / new_name(), schema)
            writer.write(complete(pa.Table.from_batches(waiting)).select(schema.names).cast(schema))
            waiting.clear()

        for batch in batches:
            if len(batch):
                waiting.append(batch)
            if sum(map(len, waiting)) >= _ROWS_A_GROUP:
                flush()
        if waiting:
            flush()
        yield told_of(writer)

    return run


def cells(cell_deg: float) -> Callable[[pa.Table], pa.Table]:
    """Gives the cells of a density grid their squares."""

    def complete(table: pa.Table) -> pa.Table:
        x, y = (table[name].to_numpy() * cell_deg for name in ("column", "row"))
        squares = shapely.box(x, y, x + cell_deg, y + cell_deg)
        return with_geometry(table, squares)

    return complete


def with_geometry(table: pa.Table, geometries: Any) -> pa.Table:
    """A table with geometries and their bounds."""
    wkb = pa.array(shapely.to_wkb(geometries, byte_order=1).tolist(), pa.binary())
    return table.append_column("geometry", wkb).append_column("bbox", bbox_column(geometries))


def told_of(writer: GeoParquetWriter | None) -> pa.RecordBatch:
    """End a task's file, if it has one; gives which it was."""
    if writer is None:
        return pa.RecordBatch.from_pylist([], schema=_WRITTEN)
    writer.close()
    return pa.RecordBatch.from_pylist([{"path": str(writer.path), "rows": writer.rows}], schema=_WRITTEN)
