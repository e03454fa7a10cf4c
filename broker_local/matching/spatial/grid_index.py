"""The thesis's index: uniform grids of up to three cell sizes over boxes (thesis 3.6.3.1 and 4.3.4).

A box is listed in every cell it touches, on the finest grid where those are at most four (else on the coarsest): the
rule of the multi-level grid that the thesis's prototype used. A pair that shares several cells is reported in the
lowest left of them alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .curve import hilbert_order
from .kernel import inlined, kernel
from .packed_rtree import Boxes, boxes_intersect
from .pairs import IntArray, room_for, sort_range
from .ragged import Offsets, offsets_of

_LEVELS = 3
_COARSER = 8  # cells of one level across a cell of the next
_MOST_CELLS_OF_BOX = 4
_MOST_CELLS = 4  # of the finest grid, for each box


class _Grid:
    """One uniform grid: the rows of the boxes in each cell."""

    def __init__(self, boxes: Boxes, rows: IntArray, places: IntArray, columns: int, height: int) -> None:
        self.places = places  # (boxes, 4): first column, first row, last column, last row
        self.rows, self.boxes = rows, boxes
        self.columns, self.height = columns, height
        counts = np.zeros(columns * height, np.int64)
        _count(places, columns, counts)
        self.starts = offsets_of(counts)
        self.entries = np.empty(int(self.starts[-1]), np.int32)
        _fill(places, columns, self.starts[:-1].copy(), self.entries)

    @property
    def nbytes(self) -> int:
        return sum(a.nbytes for a in (self.places, self.rows, self.boxes, self.starts, self.entries))


class GridIndex:
    """Boxes listed in grids once; asked in batches."""

    def __init__(self, boxes: Boxes) -> None:
        if boxes.ndim != 2 or boxes.shape[1] != 4:
            raise ValueError(f"boxes: expected an array of shape (n, 4), got {boxes.shape}")
        if not np.isfinite(boxes).all():
            raise ValueError("boxes: expected finite numbers, got NaN or infinity")
        self._count = len(boxes)
        self._grids: list[_Grid] = []
        if len(boxes) == 0:
            return
        self._low, self._high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        sides = _finest_sides(boxes, self._high - self._low)
        self._sides = sides[None, :] * float(_COARSER) ** np.arange(_LEVELS)[:, None]
        waiting = hilbert_order(boxes[:, 0], boxes[:, 1]).astype(np.int64)
        for level in range(_LEVELS):
            columns, height = (np.floor((self._high - self._low) / self._sides[level]).astype(np.int64) + 1).tolist()
            places = self._places(boxes[waiting], level, columns, height)
            cells = (places[:, 2] - places[:, 0] + 1) * (places[:, 3] - places[:, 1] + 1)
            fits = (cells <= _MOST_CELLS_OF_BOX) | (level == _LEVELS - 1)
            chosen = waiting[fits]
            self._grids.append(_Grid(boxes[chosen], chosen, places[fits], columns, height))
            waiting = waiting[~fits]

    def __len__(self) -> int:
        return self._count

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(grid.nbytes for grid in self._grids)

    def query(self, boxes: Boxes) -> tuple[IntArray, IntArray]:
        """All (query row, box row) whose closed boxes intersect, by query row, then by box row."""
        boxes = np.ascontiguousarray(boxes, np.float64)
        events, zones = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for level, grid in enumerate(self._grids):
            places = self._places(boxes, level, grid.columns, grid.height)
            found = _query(boxes, places, grid.columns, grid.starts, grid.entries, grid.places, grid.boxes, grid.rows)
            events.append(found[0])
            zones.append(found[1])
        return _in_order(np.concatenate(events), np.concatenate(zones), len(boxes))

    def _places(self, boxes: Boxes, level: int, columns: int, height: int) -> IntArray:
        """The cells of the corners of boxes; what lies outside the grid is moved to its edge, what is nowhere to 0."""
        within = np.nan_to_num(np.clip(boxes, np.tile(self._low, 2), np.tile(self._high, 2)))
        places = np.floor((within - np.tile(self._low, 2)) / np.tile(self._sides[level], 2)).astype(np.int64)
        clipped: IntArray = np.clip(places, 0, np.tile([columns - 1, height - 1], 2))
        return clipped


def _finest_sides(boxes: Boxes, extent: NDArray[np.float64]) -> NDArray[np.float64]:
    """Width and height of the smallest cells: a usual box, unless that made far more cells than boxes."""
    sides = np.median(boxes[:, 2:] - boxes[:, :2], axis=0)
    sides = np.maximum(sides, extent / np.sqrt(_MOST_CELLS * len(boxes)))
    return np.where(sides > 0, sides, 1.0)


def _in_order(events: IntArray, zones: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """Pairs by event, then by zone."""
    order = np.argsort(events, kind="stable")
    events, zones = events[order], zones[order]
    _sort_runs(zones, np.searchsorted(events, np.arange(count + 1)))
    return events, zones


@kernel
def _sort_runs(values: IntArray, starts: IntArray) -> None:
    for run in range(len(starts) - 1):
        sort_range(values, starts[run], starts[run + 1])


@kernel
def _count(places: IntArray, columns: int, counts: IntArray) -> None:
    for box in range(len(places)):
        for y in range(places[box, 1], places[box, 3] + 1):
            for x in range(places[box, 0], places[box, 2] + 1):
                counts[y * columns + x] += 1


@kernel
def _fill(places: IntArray, columns: int, ends: Offsets, entries: NDArray[np.int32]) -> None:
    for box in range(len(places)):
        for y in range(places[box, 1], places[box, 3] + 1):
            for x in range(places[box, 0], places[box, 2] + 1):
                entries[ends[y * columns + x]] = box
                ends[y * columns + x] += 1


@inlined
def _is_lowest_left(x: int, y: int, a: IntArray, i: int, b: IntArray, j: int) -> bool:
    """Whether of the cells that two boxes share this is the lowest left."""
    return bool(x == max(a[i, 0], b[j, 0]) and y == max(a[i, 1], b[j, 1]))


@kernel
def _query(
    queries: Boxes,
    query_places: IntArray,
    columns: int,
    starts: Offsets,
    entries: NDArray[np.int32],
    places: IntArray,
    boxes: Boxes,
    rows: IntArray,
) -> tuple[IntArray, IntArray]:
    events, zones = np.empty(2 * len(queries) + 64, np.int64), np.empty(2 * len(queries) + 64, np.int64)
    found = 0
    for query in range(len(queries)):
        for y in range(query_places[query, 1], query_places[query, 3] + 1):
            for x in range(query_places[query, 0], query_places[query, 2] + 1):
                first, past = starts[y * columns + x], starts[y * columns + x + 1]
                events, zones = room_for(events, found, past - first), room_for(zones, found, past - first)
                for box in entries[first:past]:
                    if boxes_intersect(queries, query, boxes, box) and _is_lowest_left(
                        x, y, query_places, query, places, box
                    ):
                        events[found], zones[found] = query, rows[box]
                        found += 1
    return events[:found], zones[:found]
