"""Fixes to lines: those of one thing and day, which come one after another in order of time, become a track."""

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
_THING = ("topic", "key", "date")


def tracks(folder: Path) -> Task:
    """A task that writes the tracks of the fixes that come; has no more at hand than a batch and one track."""

    def run(batches: Batches) -> Batches:
        writer: GeoParquetWriter | None = None
        for fixes in _whole_tracks(batches):
            writer = writer or GeoParquetWriter(folder / new_name(), TRACKS)
            writer.write(lines_of(fixes))
        yield told_of(writer)

    return run


def _whole_tracks(batches: Batches) -> Iterator[pa.Table]:
    """Fixes again, in pieces that end where a track does."""
    waiting: pa.Table | None = None
    for batch in batches:
        if not len(batch):
            continue
        fixes = pa.Table.from_batches([batch])
        fixes = fixes if waiting is None else pa.concat_tables([waiting, fixes]).combine_chunks()
        last = int(_starts(fixes)[-1])
        if last:
            yield fixes.slice(0, last)
        waiting = fixes.slice(last)
    if waiting is not None:
        yield waiting


def _starts(fixes: pa.Table) -> NDArray[np.int64]:
    """The rows at which a track begins: another thing, another day, after a leap, or enough of the one before."""
    size = len(fixes)
    is_other = np.zeros(size, np.bool_)
    is_other[0] = True
    for name in _THING:
        column = fixes[name].combine_chunks()
        is_other[1:] |= pc.not_equal(column.slice(1), column.slice(0, size - 1)).to_numpy(zero_copy_only=False)
    is_other[1:] |= _is_leap(fixes)
    rows = np.arange(size)
    begins = np.maximum.accumulate(np.where(is_other, rows, 0))
    return np.flatnonzero((rows - begins) % MOST_FIXES == 0)


def _is_leap(fixes: pa.Table) -> NDArray[np.bool_]:
    """Between which fixes a thing was elsewhere and nobody knows where: no line leads over that."""
    waited_us = np.diff(fixes["happened_at"].combine_chunks().cast(pa.int64()).to_numpy())
    moved_deg = sum(np.abs(np.diff(fixes[name].to_numpy())) for name in ("x", "y"))
    found: NDArray[np.bool_] = (waited_us > _LONGEST_GAP_US) & (moved_deg > _STANDING_DEG)
    return found


def lines_of(fixes: pa.Table) -> pa.Table:
    """The tracks of fixes: a line each, a point where there is one fix alone."""
    starts = _starts(fixes)
    ends = np.append(starts[1:], len(fixes))
    sizes = ends - starts
    coords = np.column_stack([fixes[name].to_numpy() for name in ("x", "y")])
    places: NDArray[np.object_] = np.empty(len(starts), np.object_)
    is_line = sizes > 1
    of_line = np.repeat(is_line, sizes)
    numbers = np.repeat(np.cumsum(is_line) - 1, sizes)
    places[is_line] = shapely.linestrings(coords[of_line], indices=numbers[of_line])
    places[~is_line] = shapely.points(coords[starts[~is_line]])
    when = fixes["happened_at"].combine_chunks()
    offsets = pa.array(np.append(starts, len(fixes)), pa.int32())
    columns: dict[str, Any] = {
        "topic": fixes["topic"].take(pa.array(starts)),
        "key": fixes["key"].take(pa.array(starts)),
        "first_at": when.take(pa.array(starts)),
        "last_at": when.take(pa.array(ends - 1)),
        "fixes": pa.array(sizes, pa.int64()),
        "times": pa.ListArray.from_arrays(offsets, when),
    }
    return with_geometry(pa.table(columns), places).cast(TRACKS)
