"""The kernel that looks points up in cells: batches of points in, hits and doubts out.

Nearly all its time is waiting for memory. So points are taken in groups, and each step is done for the whole group
before the next: the reads of a step do not depend on each other, and the processor has many of them under way at once.
"""

from __future__ import annotations

import math

import numpy as np

from .block_table import NOTHING, cell_number, find_block
from .cell_levels import bit_in_block, block_key
from .cell_lists import CellLists
from .chains import FILLED, WHOLE, Chains, locate_by_chain
from .flat_geometry import Floats, Offsets
from .kernel import kernel
from .pairs import IntArray, room_for
from .point_location import DOUBT, INSIDE, ON_BOUNDARY, Areas, locate
from .point_pairs import Hits

_GROUP = 32  # points
_IN_LINE = 4  # coordinates of 16 bytes in a cache line


@kernel
def collect_hits(points: Floats, order: Offsets, lists: CellLists, areas: Areas) -> tuple[Hits, IntArray]:
    """The certain hits of all points, taken in the given order, and the pairs (event, row) that are in doubt."""
    first, counts = np.zeros(len(points), np.int64), np.zeros(len(points), np.int64)
    codes, doubts = np.empty(16 * len(points) + 64, np.int64), np.empty(64, np.int64)
    begins = np.empty(1024, np.int64)
    cells = np.empty((_GROUP * max(1, len(lists.levels.per_unit)), 3), np.int64)  # event, level, number of the cell
    starts, rows, chains = lists.starts, lists.rows, lists.chains
    coords, coord_starts = areas.coords, areas.coord_starts
    found, doubted = 0, 0
    for group in range(0, len(order), _GROUP):
        cell_count, entry_count = _find_cells(points, order[group : group + _GROUP], lists, cells)
        codes, doubts = room_for(codes, found, entry_count), room_for(doubts, doubted, 2 * entry_count)
        begins = room_for(begins, 0, entry_count)
        _read_ahead(cells[:cell_count], starts, rows, chains, coord_starts, coords, begins)
        read = 0
        for c in range(cell_count):
            event, level, cell = cells[c, 0], cells[c, 1], cells[c, 2]
            x, y, per_unit = points[event, 0], points[event, 1], lists.levels.per_unit[level]
            cell_y = int(math.floor(y * per_unit))
            before = found
            i, past = starts[cell], starts[cell + 1]
            while i < past and chains[i] == FILLED:
                codes[found] = 2 * rows[i]
                found += 1
                i += 1
            for k in range(i, past):
                row = rows[k]
                if chains[k] == WHOLE:
                    location = locate(x, y, row, areas)
                else:
                    edges = coord_starts[row + 1] - begins[read] - 1
                    location = locate_by_chain(x, y, per_unit, cell_y, chains[k], coords, begins[read], edges)
                read += 1
                # Written in any case and kept only if it is a hit: a branch would be guessed wrong half the time.
                codes[found] = 2 * row + (location == ON_BOUNDARY)
                found += (location == INSIDE) | (location == ON_BOUNDARY)
                if location == DOUBT:
                    doubts[doubted], doubts[doubted + 1] = event, row
                    doubted += 2
            if counts[event] == 0:
                first[event] = before
            counts[event] += found - before
    return Hits(first, counts, codes[:found]), doubts[:doubted].reshape(-1, 2)


@kernel
def _find_cells(points: Floats, events: Offsets, lists: CellLists, cells: IntArray) -> tuple[int, int]:
    """The cells of a group of points, on all levels, that have entries; how many, and how many entries in all."""
    levels, found, entries = lists.levels, 0, 0
    for event in events:
        x, y = points[event, 0], points[event, 1]
        for level in range(len(levels.per_unit)):
            if not (levels.extent[level, 0] <= x <= levels.extent[level, 2]):
                continue
            if not (levels.extent[level, 1] <= y <= levels.extent[level, 3]):
                continue
            per_unit = levels.per_unit[level]
            cell_x, cell_y = int(math.floor(x * per_unit)), int(math.floor(y * per_unit))
            block = find_block(block_key(level, cell_x, cell_y), lists.table)
            if block == NOTHING:
                continue
            cell = cell_number(block, bit_in_block(cell_x, cell_y), lists.table)
            if cell == NOTHING:
                continue
            cells[found, 0], cells[found, 1], cells[found, 2] = event, level, cell
            found += 1
            entries += lists.starts[cell + 1] - lists.starts[cell]
    return found, entries


@kernel
def _read_ahead(
    cells: IntArray,
    starts: Offsets,
    rows: Offsets,
    chains: Chains,
    coord_starts: Offsets,
    coords: Floats,
    begins: IntArray,
) -> float:
    """Find where the outlines to be asked begin; then read where their chains begin, so that it is at hand.

    A usual chain takes two cache lines. The sum is of no use but to keep the reads from being left out.
    """
    read = 0
    for c in range(len(cells)):
        for i in range(starts[cells[c, 2]], starts[cells[c, 2] + 1]):
            begins[read] = coord_starts[rows[i]]
            read += int(chains[i] != FILLED)
    read, total, last = 0, 0.0, len(coords) - 1
    for c in range(len(cells)):
        for i in range(starts[cells[c, 2]], starts[cells[c, 2] + 1]):
            if chains[i] != FILLED:
                vertex = begins[read] + np.int64(chains[i] >> np.uint16(8))
                total += coords[vertex, 0] + coords[min(vertex + _IN_LINE, last), 0]
                read += 1
    return total
