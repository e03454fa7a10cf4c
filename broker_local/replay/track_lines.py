"""Fixes to lines: those of one thing and day become a track.

Each task gathers its fixes by thing and day first, so that Spark brings together thousands of stretches, not millions
of fixes; what it brings together is put in order here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely
from numpy.typing import NDArray

from .event_files import new_name
from .event_schema import BBOX, MOMENT
from .geoparquet import GeoParquetWriter
from .result_files import Batches, Task, told_of, with_geometry

_LONGEST_GAP_US = 30 * 60_000_000
_STANDING_DEG = 0.001
MOST_FIXES = 50_000  # of a track; a longer one is told in parts
_AT_ONCE = 250_000  # fixes that are gathered, and written, together
THING = ("topic", "key", "date")
STRETCH_COLUMNS = "topic string, key string, date date, fixes binary"
_STRETCH = pa.schema([("topic", pa.string()), ("key", pa.string()), ("date", pa.date32()), ("fixes", pa.binary())])
_FIX = np.dtype([("at", "<i8"), ("x", "<f8"), ("y", "<f8")])
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
Fixes = NDArray[np.void]
Longs = NDArray[np.int64]


def stretches(batches: Batches) -> Batches:
    """Fixes, a row for all of a thing and day that came together."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(map(len, waiting)) >= _AT_ONCE:
            yield _gathered(pa.Table.from_batches(waiting))
            waiting.clear()
    if any(map(len, waiting)):
        yield _gathered(pa.Table.from_batches(waiting))


def _gathered(rows: pa.Table) -> pa.RecordBatch:
    things = np.zeros(len(rows), np.int64)
    for name in THING:
        encoded = rows[name].combine_chunks().dictionary_encode()
        things = things * len(encoded.dictionary) + encoded.indices.to_numpy()
    order = np.argsort(things, kind="stable")
    starts = np.flatnonzero(np.diff(things[order], prepend=-1))
    fixes = np.empty(len(rows), _FIX)
    for name in _FIX.names or ():
        fixes[name] = rows[name].to_numpy()[order]
    offsets = (np.append(starts, len(rows)) * _FIX.itemsize).astype(np.int32)
    content = pa.BinaryArray.from_buffers(
        pa.binary(), len(starts), [None, pa.py_buffer(offsets), pa.py_buffer(fixes.tobytes())]
    )
    first = pa.array(order[starts])
    columns = [rows[name].take(first).combine_chunks() for name in THING]
    return pa.RecordBatch.from_arrays([*columns, content], schema=_STRETCH)


def tracks(folder: Path) -> Task:
    """A task that writes the tracks of the stretches that come, those of one thing and day one after another."""

    def run(batches: Batches) -> Batches:
        writer: GeoParquetWriter | None = None
        for some in _whole_things(batches):
            writer = writer or GeoParquetWriter(folder / new_name(), TRACKS)
            writer.write(lines_of(some))
        yield told_of(writer)

    return run


def _whole_things(batches: Batches) -> Iterator[pa.Table]:
    """Stretches again, enough of them to be written together, in pieces that end where a thing does."""
    waiting: list[pa.Table] = []
    size = 0
    for batch in batches:
        waiting.append(pa.Table.from_batches([batch]))
        size += batch["fixes"].nbytes
        if size < _AT_ONCE * _FIX.itemsize:
            continue
        some = pa.concat_tables(waiting).combine_chunks()
        last = int(_begins(some)[-1])
        waiting, size = [some.slice(last)], some["fixes"].slice(last).nbytes
        if last:
            yield some.slice(0, last)
    if any(map(len, waiting)):
        yield pa.concat_tables(waiting).combine_chunks()


def _begins(some: pa.Table) -> Longs:
    """The stretches with which another thing or day begins."""
    is_other = np.zeros(len(some), np.bool_)
    is_other[:1] = True
    for name in THING:
        column = some[name].combine_chunks()
        is_other[1:] |= pc.not_equal(column.slice(1), column.slice(0, len(some) - 1)).to_numpy(zero_copy_only=False)
    return np.flatnonzero(is_other)


def lines_of(some: pa.Table) -> pa.Table:
    """The tracks of stretches: a line each, a point where there is one fix alone."""
    begins = _begins(some)
    content = [np.frombuffer(value, _FIX) for value in some["fixes"].to_pylist()]
    sizes_of_stretches = np.fromiter(map(len, content), np.int64, len(content))
    is_new = np.zeros(len(some), np.int64)
    is_new[begins] = 1
    things = np.repeat(np.cumsum(is_new) - 1, sizes_of_stretches)
    fixes = np.concatenate(content)
    order = np.lexsort((fixes["at"], things))
    fixes, things = fixes[order], things[order]
    starts = _starts(fixes, things)
    ends = np.append(starts[1:], len(fixes))
    sizes = ends - starts
    coords = np.column_stack([fixes["x"], fixes["y"]])
    places: NDArray[np.object_] = np.empty(len(starts), np.object_)
    is_line = sizes > 1
    of_line = np.repeat(is_line, sizes)
    numbers = np.repeat(np.cumsum(is_line) - 1, sizes)
    places[is_line] = shapely.linestrings(coords[of_line], indices=numbers[of_line])
    places[~is_line] = shapely.points(coords[starts[~is_line]])
    when = pa.array(fixes["at"]).cast(MOMENT)
    offsets = pa.array(np.append(starts, len(fixes)), pa.int32())
    names = some.take(pa.array(begins[things[starts]]))
    columns: dict[str, Any] = {
        "topic": names["topic"],
        "key": names["key"],
        "first_at": when.take(pa.array(starts)),
        "last_at": when.take(pa.array(ends - 1)),
        "fixes": pa.array(sizes, pa.int64()),
        "times": pa.ListArray.from_arrays(offsets, when),
    }
    return with_geometry(pa.table(columns), places).cast(TRACKS)


def _starts(fixes: Fixes, things: Longs) -> Longs:
    """Where a track begins: another thing, another day, after a leap, or enough of the one before."""
    is_other = np.diff(things, prepend=-1) != 0
    is_other[1:] |= _is_leap(fixes)
    rows = np.arange(len(fixes))
    begins = np.maximum.accumulate(np.where(is_other, rows, 0))
    return np.flatnonzero((rows - begins) % MOST_FIXES == 0)


def _is_leap(fixes: Fixes) -> NDArray[np.bool_]:
    """Between which fixes a thing was elsewhere and nobody knows where: no line leads over that."""
    waited_us = np.diff(fixes["at"])
    moved_deg = np.abs(np.diff(fixes["x"])) + np.abs(np.diff(fixes["y"]))
    found: NDArray[np.bool_] = (waited_us > _LONGEST_GAP_US) & (moved_deg > _STANDING_DEG)
    return found
