"""What a replay came to as a whole: how much matched where, and the way of each thing; bounded, however long it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import shapely
from numpy.typing import NDArray

MOST_CELLS = 20_000
MOST_FIXES = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """How many matched events lie in each cell; cells are as large as they must be not to be too many."""

    cell_deg: float
    squares: NDArray[np.object_]  # lon/lat
    events: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The tracks of the things that were seen most."""

    lines: NDArray[np.object_]  # lon/lat; a point where there is one fix alone
    keys: tuple[str, ...]
    fixes: NDArray[np.int64]
    left_out: int = 0  # tracks that would have been too many fixes


def read_grid(files: Sequence[Path], cell_deg: float, most: int = MOST_CELLS) -> Grid:
    """The density of a result."""
    table = _read(files, ["column", "row", "events"])
    column, row, events = (table[name].to_numpy().astype(np.int64) for name in ("column", "row", "events"))
    while len(column) > most:
        cell_deg *= 2
        cells, place = np.unique(np.stack([column // 2, row // 2]), axis=1, return_inverse=True)
        events = np.bincount(place.ravel(), events).astype(np.int64)
        column, row = cells
    west, south = column * cell_deg, row * cell_deg
    return Grid(cell_deg, shapely.box(west, south, west + cell_deg, south + cell_deg), events)


def read_ways(files: Sequence[Path], most_fixes: int = MOST_FIXES) -> Ways:
    """The tracks of a result, those with the most fixes first."""
    every = np.sort(_read(files, ["fixes"])["fixes"].to_numpy())[::-1]
    within = int(np.searchsorted(np.cumsum(every), most_fixes, side="right"))
    fewest = int(every[within - 1]) if within else 0
    tables = [pq.ParquetFile(file).read(columns=["key", "fixes", "geometry"]) for file in files]
    kept = [table.filter(pc.greater_equal(table["fixes"], fewest)) for table in tables if within]
    table = pa.concat_tables(kept).sort_by([("fixes", "descending")]).slice(0, within) if kept else _NO_WAYS
    lines = shapely.from_wkb(np.array(table["geometry"].to_pylist(), np.object_))
    return Ways(lines, tuple(table["key"].to_pylist()), table["fixes"].to_numpy(), len(every) - within)


def _read(files: Sequence[Path], columns: list[str]) -> Any:
    if not files:
        return pa.table({name: pa.array([], pa.int64()) for name in columns})
    return pa.concat_tables([pq.ParquetFile(file).read(columns=columns) for file in files])


_NO_WAYS = pa.table({"key": pa.array([], pa.string()), "fixes": pa.array([], pa.int64()), "geometry": pa.array([])})
