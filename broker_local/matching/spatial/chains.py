"""Testing a point of one cell against the few edges near the cell, not the whole outline.

The edges of a ring that come near a cell C lie in one chain of consecutive edges from a vertex s to a vertex t, both
outside C. The rest of the ring never touches C. Close it with a vertical half-line from s and one from t that miss C
too: a closed curve that misses C has all of C on one side, so the number of times a ray from a point of C crosses it
is odd for all points or even for all. That parity is one bit, kept with the chain. A point then needs the crossings
with the chain, with the two half-lines, and the bit.

The half-line from a vertex below C goes down and one from a vertex above goes up: no ray from C meets it. Beside C it
goes up, and meets the ray from (x, y) if the vertex lies to the right, not above y and not below C.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .flat_geometry import Floats
from .kernel import inlined, kernel
from .point_location import DOUBT, ON_BOUNDARY, TOUCHED, crossings_with_care, edge_crosses
from .rasterise import ODD_TO_THE_RIGHT, Drawing, Frame, crossing_column

Chains = NDArray[np.uint16]

# A chain in 16 bits: 8 for where it begins, 7 for its length, 1 for the parity. Both count in units of as many edges
# as bring the ring down to at most 256 units. Length 0 is no chain: the whole area must be asked, or the cell is full.
WHOLE, FILLED = 0, 1
_UNITS = 256
_LONGEST = 127


@inlined
def _units_of(edges: int) -> tuple[int, int]:
    """How many edges make a unit, and how many units the ring has; the last may be short."""
    if edges <= _UNITS:
        return 1, edges
    unit = (edges + _UNITS - 1) // _UNITS
    return unit, (edges + unit - 1) // unit


@inlined
def chain_edges(chain: int, edges: int) -> tuple[int, int, int]:
    """A chain as edges: from `begin` up to `end`, and then, round the place where the ring closes, from 0 to `over`."""
    unit, units = _units_of(edges)
    begin = chain >> 8
    past = begin + ((chain >> 1) & _LONGEST)
    if past <= units:
        return begin * unit, min(past * unit, edges), 0
    return begin * unit, edges, (past - units) * unit


@kernel
def chain_through(cell: int, coords: Floats, first: int, edges: int, frame: Frame, drawing: Drawing) -> int:
    """The chain of a mixed cell of a ring that begins at coordinate `first`; WHOLE if it is as long as the ring."""
    spans = drawing.spans
    first_edge, last_edge = spans[cell, 0], spans[cell, 1]
    if spans[cell, 3] - spans[cell, 2] > first_edge + edges - last_edge:
        first_edge, last_edge = spans[cell, 3], spans[cell, 2]  # shorter round the place where the ring closes
    unit, units = _units_of(edges)
    begin_unit, end_unit = first_edge // unit, last_edge // unit
    length = (end_unit - begin_unit) % units + 1
    if length > _LONGEST or length >= units or (first_edge > last_edge and begin_unit == end_unit):
        return WHOLE
    chain = (begin_unit << 8) | (length << 1)
    begin, end, over = chain_edges(chain, edges)
    row, column = cell // frame.columns, cell % frame.columns
    # The parity is taken at the right end of the cell's middle line. All edges that cross the line further right are
    # counted already; leave out those of the chain, and add the half-lines.
    is_odd = drawing.cells[cell] & ODD_TO_THE_RIGHT != 0
    is_odd ^= _is_odd_to_the_right(coords, first + begin, first + end, row, column, frame)
    is_odd ^= _is_odd_to_the_right(coords, first, first + over, row, column, frame)
    is_odd ^= _half_line_to_the_right(coords, first + begin, row, column, frame)
    is_odd ^= _half_line_to_the_right(coords, first + (over if over > 0 else end), row, column, frame)
    return int(chain | (1 if is_odd else 0))


@kernel
def _is_odd_to_the_right(coords: Floats, first: int, last: int, row: int, column: int, frame: Frame) -> bool:
    """Whether an odd number of edges between two coordinates cross the middle line right of the cell."""
    is_odd = False
    ax, ay = coords[first, 0] * frame.per_unit - frame.left, coords[first, 1] * frame.per_unit - frame.bottom
    for i in range(first + 1, last + 1):
        bx, by = coords[i, 0] * frame.per_unit - frame.left, coords[i, 1] * frame.per_unit - frame.bottom
        if crossing_column(ax, ay, bx, by, row, frame.columns) > column:
            is_odd = not is_odd
        ax, ay = bx, by
    return is_odd


@kernel
def _half_line_to_the_right(coords: Floats, vertex: int, row: int, column: int, frame: Frame) -> bool:
    """Whether the half-line of a vertex crosses the middle line right of the cell."""
    x = coords[vertex, 0] * frame.per_unit - frame.left
    y = coords[vertex, 1] * frame.per_unit
    return bool(x > column and y >= frame.bottom + row and y - frame.bottom <= row + 0.5)


@inlined
def _meets_half_line(x: float, y: float, per_unit: float, cell_y: int, coords: Floats, vertex: int) -> int:
    """Whether the ray from (x, y) in a cell of row `cell_y` meets the half-line of a vertex; 1 or 0."""
    vertex_y = coords[vertex, 1]
    return int(coords[vertex, 0] > x) & int(vertex_y <= y) & int(vertex_y * per_unit >= cell_y)


@kernel
def locate_by_chain(
    x: float, y: float, per_unit: float, cell_y: int, chain: int, coords: Floats, first: int, edges: int
) -> int:
    """Where a point of a cell in row `cell_y` lies against a ring: INSIDE, ON_BOUNDARY, OUTSIDE or DOUBT."""
    begin, end, over = chain_edges(chain, edges)
    s, t = first + begin, first + end
    total, awkward = chain & 1, 0
    ax, ay = coords[s, 0] - x, coords[s, 1] - y
    for i in range(s + 1, t + 1):
        bx, by = coords[i, 0] - x, coords[i, 1] - y
        crosses, is_awkward = edge_crosses(ax, ay, bx, by)
        total += crosses
        awkward |= is_awkward
        ax, ay = bx, by
    if over > 0:
        t = first + over
        for i in range(first + 1, t + 1):  # the ring goes on where it began
            bx, by = coords[i, 0] - x, coords[i, 1] - y
            crosses, is_awkward = edge_crosses(ax, ay, bx, by)
            total += crosses
            awkward |= is_awkward
            ax, ay = bx, by
    half_lines = _meets_half_line(x, y, per_unit, cell_y, coords, s) + _meets_half_line(
        x, y, per_unit, cell_y, coords, t
    )
    if awkward:
        return _locate_with_care(x, y, (chain & 1) + half_lines, coords, first, begin, end, over)
    return (total + half_lines) & 1  # OUTSIDE or INSIDE


@kernel
def _locate_with_care(
    x: float, y: float, total: int, coords: Floats, first: int, begin: int, end: int, over: int
) -> int:
    """The same where a vertex is level with the point or an edge is very near; `total` holds all but the chain."""
    count = crossings_with_care(x, y, coords, first + begin, first + end)
    if count >= 0 and over > 0:
        total += count
        count = crossings_with_care(x, y, coords, first, first + over)
    if count < 0:
        return ON_BOUNDARY if count == TOUCHED else DOUBT
    return (total + count) & 1
