"""Which points lie in a box of pixels: a grid over the view and as much around it, kept up as points move."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .pixel_frame import PixelFrame
from .touches import Box

Ints = NDArray[np.int64]
NOWHERE = -(2**62)  # the pixel of a row that shows no point
_SMALLEST_CELL_SHIFT = 5  # a cell is a power of two of pixels wide
_MOST_CELLS = 60_000  # cells are numbered in 16 bits, which numpy sorts by radix
_FEW_BOXES = 48  # for which a look at their cells is quicker than one at every row
_FEW_AMONG = 8
_FEWEST_BOXES = 4  # for which a look at each point in their cells pays
_MANY_LATE = 1_000  # points that have moved: bounds of a count would be too wide
_MOST_MOVED, _MOST_MOVED_SHARE = 4_000, 0.1  # points out of their cells before the grid is made anew


class PixelGrid:
    """Rows by the cells they are in: sorted once, and lists of those that changed cells since."""

    def __init__(self, frame: PixelFrame, px: Ints, py: Ints) -> None:
        """`px` and `py` are the pixels of all rows, from the map's origin; the grid reads them again in each query."""
        self._shift, sides = _SMALLEST_CELL_SHIFT, (3 * frame.width, 3 * frame.height)
        while math.prod(-(-side >> self._shift) for side in sides) > _MOST_CELLS:
            self._shift += 1
        self._columns, self._rows = (-(-side >> self._shift) for side in sides)
        left, top = frame.left - frame.width, frame.top - frame.height
        self.window: Box = left, top, left + (self._columns << self._shift), top + (self._rows << self._shift)
        self._px, self._py = px, py
        self._cell_of: Ints = np.empty(0, np.int64)
        self._moved: defaultdict[int, list[int]] = defaultdict(list)
        self._moved_count = 0
        self._late: list[Ints] = []  # rows that have moved and are in their old cells still
        self._late_count = 0
        self._sort()

    def is_around(self, frame: PixelFrame, reach: int) -> bool:
        """Whether the grid covers a view and some pixels beyond."""
        left, top, right, bottom = self.window
        return (
            frame.left - reach >= left
            and frame.top - reach >= top
            and frame.left + frame.width + reach <= right
            and frame.top + frame.height + reach <= bottom
        )

    def move(self, rows: Ints) -> None:
        """Rows whose pixels are others now; they find their cells when somebody asks."""
        self._late.append(rows)
        self._late_count += len(rows)
        if self._late_count > _MANY_LATE:
            self._settle()

    def _settle(self) -> None:
        if not self._late:
            return
        rows = self._late[0] if len(self._late) == 1 else np.unique(np.concatenate(self._late))
        self._late, self._late_count = [], 0
        cells = self._cells_of(self._px[rows], self._py[rows])
        is_other = cells != self._cell_of[rows]
        rows, cells = rows[is_other], cells[is_other]
        self._cell_of[rows] = cells
        for row, cell in zip(rows.tolist(), cells.tolist()):
            if cell >= 0:
                self._moved[cell].append(row)
        self._moved_count += len(rows)
        if self._moved_count > max(_MOST_MOVED, _MOST_MOVED_SHARE * len(self._px)):
            self._sort()

    def use(self, px: Ints, py: Ints) -> None:
        """The columns have grown."""
        self._px, self._py = px, py
        more = len(px) - len(self._cell_of)
        self._cell_of = np.concatenate([self._cell_of, np.full(more, -1, np.int64)])

    def rows_near(self, boxes: Sequence[Box]) -> Ints:
        """The rows in the cells that any of some boxes touch, in order; of few boxes only those that lie in them.

        A row that has moved may come twice, one after the other.
        """
        self._settle()
        if len(boxes) > _FEW_BOXES:
            return self._rows_near_many(boxes)
        runs = {
            (y * self._columns + self._column(left), y * self._columns + self._column(right - 1))
            for left, top, right, bottom in boxes
            for y in range(self._row(top), self._row(bottom - 1) + 1)
        }
        if not runs:
            return np.empty(0, np.int64)
        found = [self._order[self._starts[first] : self._starts[last + 1]] for first, last in runs]
        if self._moved:
            moved = [
                row for first, last in runs for cell in range(first, last + 1) for row in self._moved.get(cell, ())
            ]
            found.append(np.array(moved, np.int64))
        rows = np.concatenate(found)
        if len(boxes) <= _FEWEST_BOXES:
            rows = rows[self._are_in(rows, boxes)]
        return _in_order(rows, len(self._px))

    def _are_in(self, rows: Ints, boxes: Sequence[Box]) -> NDArray[np.bool_]:
        px, py = self._px.take(rows), self._py.take(rows)
        is_in = np.zeros(len(rows), np.bool_)
        for left, top, right, bottom in boxes:
            is_in |= (px >= left) & (px < right) & (py >= top) & (py < bottom)
        return is_in

    def rows_around(self) -> Ints:
        """All rows of the grid, in order."""
        self._settle()
        return np.flatnonzero(self._cell_of >= 0)

    def _rows_near_many(self, boxes: Sequence[Box]) -> Ints:
        """The same by a look at every row."""
        is_touched = np.zeros(self._rows * self._columns + 1, np.bool_)  # the last for rows in no cell
        cells = is_touched[:-1].reshape(self._rows, self._columns)
        for left, top, right, bottom in boxes:
            cells[
                self._row(top) : self._row(bottom - 1) + 1, self._column(left) : self._column(right - 1) + 1
            ] = True  # fmt: skip
        return np.flatnonzero(is_touched[self._cell_of])

    def rows_in(self, box: Box) -> Ints:
        """The rows whose points lie in a box, in order."""
        self._settle()
        left, top, right, bottom = box
        first_x, last_x = self._column(left), self._column(right - 1)
        found = []
        moved: list[int] = []
        for y in range(self._row(top), self._row(bottom - 1) + 1):
            first = y * self._columns + first_x
            last = y * self._columns + last_x
            found.append(self._order[self._starts[first] : self._starts[last + 1]])
            if self._moved:
                for cell in range(first, last + 1):
                    moved += self._moved.get(cell, ())
        rows = np.concatenate(found) if found else np.empty(0, np.int64)
        if moved:
            rows = np.concatenate([rows, np.array(moved, np.int64)])
        px, py = self._px[rows], self._py[rows]
        rows = rows[(px >= left) & (px < right) & (py >= top) & (py < bottom)]
        if moved:
            return np.unique(rows)
        rows.sort()
        return rows

    def count_between(self, box: Box) -> tuple[int, int]:
        """The least and the most rows that may lie in a box within the window: a look at the sums of its cells."""
        left, top, right, bottom = box
        first_x, last_x, first_y, last_y = *map(self._column, (left, right - 1)), *map(self._row, (top, bottom - 1))
        least = self._in_cells(first_x + 1, last_x, first_y + 1, last_y)
        most = self._in_cells(first_x, last_x + 1, first_y, last_y + 1)
        moved = self._moved_count + self._late_count
        return max(least - moved, 0), most + moved

    def _in_cells(self, left: int, right: int, top: int, bottom: int) -> int:
        if right <= left or bottom <= top:
            return 0
        sums = self._sums
        return int(sums[bottom, right]) - int(sums[top, right]) - int(sums[bottom, left]) + int(sums[top, left])

    def count_in(self, box: Box) -> int:
        """How many rows lie in a box within the window: by the cell, if none has moved since they were sorted."""
        self._settle()
        left, top, right, bottom = box
        if self._moved:
            px, py = self._px, self._py
            return int(np.count_nonzero((px >= left) & (px < right) & (py >= top) & (py < bottom)))
        first_x, last_x, first_y, last_y = *map(self._column, (left, right - 1)), *map(self._row, (top, bottom - 1))
        lines = np.arange(first_y, last_y + 1) * self._columns
        begins, ends = self._starts[lines + first_x], self._starts[lines + last_x + 1]
        second, last = self._starts[lines + first_x + 1], self._starts[lines + last_x]
        edges = [slice(begins[0], ends[0])]
        if len(begins) > 1:
            edges.append(slice(begins[-1], ends[-1]))
        for at in range(1, len(begins) - 1):
            edges += [slice(begins[at], second[at]), slice(max(last[at], second[at]), ends[at])]
        rows = np.concatenate([self._order[edge] for edge in edges])
        px, py = self._px[rows], self._py[rows]
        is_out = (px < left) | (px >= right) | (py < top) | (py >= bottom)
        return int((ends - begins).sum()) - int(np.count_nonzero(is_out))

    def _sort(self) -> None:
        self._cell_of = self._cells_of(self._px, self._py)
        self._moved.clear()
        self._moved_count = 0
        inside = np.flatnonzero(self._cell_of >= 0)
        cells = self._cell_of[inside].astype(np.uint16)
        self._order = inside[np.argsort(cells, kind="stable")]
        counts = np.bincount(cells, minlength=self._columns * self._rows)
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._sums = np.zeros((self._rows + 1, self._columns + 1), np.int64)  # of all cells above and to the left
        self._sums[1:, 1:] = counts.reshape(self._rows, self._columns).cumsum(axis=0).cumsum(axis=1)

    def _cells_of(self, px: Ints, py: Ints) -> Ints:
        columns, rows = (px - self.window[0]) >> self._shift, (py - self.window[1]) >> self._shift
        # As unsigned numbers, what lies before the window is beyond its other side.
        is_in = (columns.view(np.uint64) < self._columns) & (rows.view(np.uint64) < self._rows)
        return np.where(is_in, rows * self._columns + columns, -1)

    def _column(self, x: int) -> int:
        return min(max((x - self.window[0]) >> self._shift, 0), self._columns - 1)

    def _row(self, y: int) -> int:
        return min(max((y - self.window[1]) >> self._shift, 0), self._rows - 1)


def _in_order(rows: Ints, count: int) -> Ints:
    """Rows below a count in order."""
    if len(rows) * _FEW_AMONG > count:  # then to mark them is quicker than to sort them
        is_found = np.zeros(count, np.bool_)
        is_found[rows] = True
        return np.flatnonzero(is_found)
    rows.sort()
    return rows
