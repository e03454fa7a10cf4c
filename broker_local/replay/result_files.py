"""DataFrames into a result's files: each task writes its own with our writer, so that all of them are GeoParquet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
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
_MOST_FIXES = 50_000  # of a track; a longer one is told in parts

SUMMARY = pa.schema(
    [
        ("place", pa.int32()),
        ("handle", pa.int64()),
        ("owner", pa.string()),
        ("subscription_id", pa.string()),
        ("name", pa.string()),
        ("topic", pa.string()),
        ("events", pa.int64()),
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
TRACKS = pa.schema(
    [
        ("topic", pa.string()),
        ("key", pa.string()),
        ("first_at", MOMENT),
        ("last_at", MOMENT),
        ("fixes", pa.int64()),
        ("times", pa.list_(MOMENT)),
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
        yield _closed(writer)

    return run


def cells(cell_deg: float) -> Callable[[pa.Table], pa.Table]:
    """Gives the cells of a density grid their squares."""

    def complete(table: pa.Table) -> pa.Table:
        x, y = (table[name].to_numpy() * cell_deg for name in ("column", "row"))
        squares = shapely.box(x, y, x + cell_deg, y + cell_deg)
        return with_geometry(table, squares)

    return complete


def tracks(folder: Path) -> Task:
    """A task that joins fixes, which come by thing and time, to lines; keeps no more than one line at hand."""

    def run(batches: Batches) -> Batches:
        writer: GeoParquetWriter | None = None
        lines: list[dict[str, Any]] = []
        for line in _lines(batches):
            lines.append(line)
            if len(lines) >= 256:
                writer = _write_lines(writer, folder, lines)
        if lines:
            writer = _write_lines(writer, folder, lines)
        yield _closed(writer)

    return run


def _lines(batches: Batches) -> Iterator[dict[str, Any]]:
    key: tuple[Any, ...] | None = None
    times: list[Any] = []
    points: list[tuple[float, float]] = []

    def line() -> dict[str, Any]:
        assert key is not None
        place = shapely.LineString(points) if len(points) > 1 else shapely.Point(points[0])
        told = {"topic": key[0], "key": key[1], "first_at": times[0], "last_at": times[-1], "fixes": len(points)}
        return told | {"times": times, "place": place}

    for batch in batches:
        for row in batch.to_pylist():
            its = row["topic"], row["key"], row["date"]
            if points and (its != key or len(points) >= _MOST_FIXES):
                yield line()
                times, points = [], []
            key = its
            times.append(row["happened_at"])
            points.append((row["x"], row["y"]))
    if points:
        yield line()


def _write_lines(writer: GeoParquetWriter | None, folder: Path, lines: list[dict[str, Any]]) -> GeoParquetWriter:
    writer = writer or GeoParquetWriter(folder / new_name(), TRACKS)
    places = np.array([line.pop("place") for line in lines], np.object_)
    plain = pa.schema([field for field in TRACKS if field.name not in ("geometry", "bbox")])
    writer.write(with_geometry(pa.Table.from_pylist(lines, schema=plain), places).cast(TRACKS))
    lines.clear()
    return writer


def with_geometry(table: pa.Table, geometries: Any) -> pa.Table:
    """A table with geometries and their bounds."""
    wkb = pa.array(shapely.to_wkb(geometries, byte_order=1).tolist(), pa.binary())
    return table.append_column("geometry", wkb).append_column("bbox", bbox_column(geometries))


def _closed(writer: GeoParquetWriter | None) -> pa.RecordBatch:
    if writer is None:
        return pa.RecordBatch.from_pylist([], schema=_WRITTEN)
    writer.close()
    return pa.RecordBatch.from_pylist([{"path": str(writer.path), "rows": writer.rows}], schema=_WRITTEN)
