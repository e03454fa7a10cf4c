"""Drawing an area into cells: which lie wholly inside it, which its outline may pass, and by which edges.

A cell is called full only where that is certain: no edge comes within a margin of it that is far above any rounding
error. Where the outline might pass, the cell is mixed and points in it are tested against the area itself.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .flat_geometry import Floats, Offsets
from .kernel import inlined, kernel

# What a cell is, once drawn. A mixed cell also says whether an odd number of edges cross the middle line of its row
# further right.
EMPTY, MIXED, FULL, ODD_TO_THE_RIGHT = 0, 1, 2, 4

# In units of a cell. Cells are numbered below 2**28, so the places computed here are right to 2**-20.
_MARGIN = 2.0**-16
_LEVEL = 2.0**-16  # an edge that climbs less than this is taken over its whole width
_CROSSED = 2  # while drawing: an odd number of edges cross the middle line of the row in this cell
_NO_EDGE = -1


class Drawing(NamedTuple):
    """A grid to draw one area in, large enough for the largest; used again for the next."""

    cells: NDArray[np.uint8]  # row by row from the lowest
    spans: Offsets  # (cells, 4): first and last edge through a mixed cell, and the two beside the widest gap between


def drawing_for(cells: int) -> Drawing:
    """A grid of that many cells."""
    return Drawing(np.empty(cells, np.uint8), np.empty((cells, 4), np.int32))


class Frame(NamedTuple):
    """Where the grid lies: cells per unit of length (a power of two), the lowest left cell, and the size."""

    per_unit: float
    left: int
    bottom: int
    columns: int
    rows: int


@kernel
def rasterise(
    coords: Floats,
    path_starts: Offsets,
    first_path: int,
    past_path: int,
    frame: Frame,
    drawing: Drawing,
) -> None:
    """Draw the area of some paths into a frame that reaches as far as the area does."""
    cells, size = drawing.cells, frame.rows * frame.columns
    cells[:size] = EMPTY
    drawing.spans[:size, 0] = _NO_EDGE
    edge = 0
    for path in range(first_path, past_path):
        first, last = path_starts[path], path_starts[path + 1] - 1
        ax, ay = coords[first, 0] * frame.per_unit - frame.left, coords[first, 1] * frame.per_unit - frame.bottom
        for i in range(first + 1, last + 1):
            bx, by = coords[i, 0] * frame.per_unit - frame.left, coords[i, 1] * frame.per_unit - frame.bottom
            _draw_edge(edge, ax, ay, bx, by, frame, drawing)
            ax, ay = bx, by
            edge += 1
    for row in range(frame.rows):
        is_odd = False
        for cell in range((row + 1) * frame.columns - 1, row * frame.columns - 1, -1):
            drawn = cells[cell]
            if drawn & MIXED:
                cells[cell] = MIXED | (ODD_TO_THE_RIGHT if is_odd else 0)
            elif is_odd:
                cells[cell] = FULL
            if drawn & _CROSSED:
                is_odd = not is_odd


@inlined
def crossing_column(ax: float, ay: float, bx: float, by: float, row: int, columns: int) -> int:
    """The column in which an edge crosses the middle line of a row; -1 if it does not."""
    middle = row + 0.5
    if (ay > middle) == (by > middle):
        return -1
    x = ax if abs(by - ay) < _LEVEL else ax + (middle - ay) * ((bx - ax) / (by - ay))
    return min(max(int(math.floor(x)), 0), columns - 1)


@kernel
def _draw_edge(edge: int, ax: float, ay: float, bx: float, by: float, frame: Frame, drawing: Drawing) -> None:
    """Mark every cell an edge may touch, and note where it crosses the middle lines of rows."""
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    is_level = high - low < _LEVEL
    slope = 0.0 if is_level else (bx - ax) / (by - ay)
    first_row = max(0, int(math.floor(low - _MARGIN)))
    last_row = min(frame.rows - 1, int(math.floor(high + _MARGIN)))
    enter_x = ax if ay < by else bx
    for row in range(first_row, last_row + 1):
        if is_level:
            from_x, to_x = left, right
        else:
            leave_x = ax + (min(max(row + 1.0, low), high) - ay) * slope
            from_x, to_x = min(enter_x, leave_x), max(enter_x, leave_x)
            enter_x = leave_x
        first_column = max(0, int(math.floor(from_x - _MARGIN)))
        last_column = min(frame.columns - 1, int(math.floor(to_x + _MARGIN)))
        for cell in range(row * frame.columns + first_column, row * frame.columns + last_column + 1):
            drawing.cells[cell] |= MIXED
            _note_edge(edge, cell, drawing.spans)
        column = crossing_column(ax, ay, bx, by, row, frame.columns)
        if column >= 0:
            cell = row * frame.columns + column
            drawing.cells[cell] = (drawing.cells[cell] ^ _CROSSED) | MIXED
            _note_edge(edge, cell, drawing.spans)


@inlined
def _note_edge(edge: int, cell: int, spans: Offsets) -> None:
    if spans[cell, 0] == _NO_EDGE:
        spans[cell, 0] = spans[cell, 1] = spans[cell, 2] = spans[cell, 3] = edge
    elif edge != spans[cell, 1]:
        if edge - spans[cell, 1] > spans[cell, 3] - spans[cell, 2]:
            spans[cell, 2], spans[cell, 3] = spans[cell, 1], edge
        spans[cell, 1] = edge
