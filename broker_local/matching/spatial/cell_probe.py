"""The kernel that looks points up in cells: batches of points in, hits and doubts out.

Nearly all its time is waiting for memory. So points are taken in groups, and each step is done for the whole group
before the next: the reads of a step do not depend on each other, and the processor has many of them under way at once.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .block_table import NOTHING, cell_number, find_block
from .cell_levels import bit_in_block, block_key
from .cell_lists import CellLists
from .chains import WHOLE, Chains, locate_by_chain
from .flat_geometry import Floats, Offsets
from .kernel import kernel
from .pairs import IntArray, room_for
from .point_location import DOUBT, INSIDE, ON_BOUNDARY, Areas, locate
from .point_pairs import PointHits

_GROUP = 32  # points


@kernel
def collect_hits(points: Floats, order: Offsets, lists: CellLists, areas: Areas) -> tuple[PointHits, IntArray]:
    """The certain hits of all points, taken in the given order, and the pairs (event, row) that are in doubt."""
    first, count = np.zeros(len(points), np.int64), np.zeros(len(points), np.int64)
    codes, doubts = np.empty(16 * len(points) + 64, np.int64), np.empty(64, np.int64)
    found, doubted = 0, 0
    cells = np.empty((_GROUP * max(1, len(lists.levels.per_unit)), 3), np.int64)  # event, level, number of the cell
    begins, nearby = np.empty(1024, np.int64), np.empty(1024)
    starts, entries, chains = lists.starts, lists.entries, lists.chains
    for group in range(0, len(order), _GROUP):
        cell_count, entry_count = _find_cells(points, order[group : group + _GROUP], lists, cells)
        codes, doubts = room_for(codes, found, entry_count), room_for(doubts, doubted, 2 * entry_count)
        begins, nearby = room_for(begins, 0, entry_count), room_for(nearby, 0, entry_count)
        _read_ahead(cells[:cell_count], starts, entries, chains, areas.coord_starts, areas.coords, begins, nearby)
        read = 0
        for c in range(cell_count):
            event, level, cell = cells[c]
            if count[event] == 0:
                first[event] = found
            hits, more_doubts = _test_cell(
                points[event, 0],
                points[event, 1],
                lists.levels.per_unit[level],
                entries[starts[cell] : starts[cell + 1]],
                chains[starts[cell] : starts[cell + 1]],
                begins[read:],
                areas,
                areas.coord_starts,
                areas.coords,
                codes[found:],
                doubts[doubted:],
                event,
            )
            read += starts[cell + 1] - starts[cell]
            count[event] += hits
            found += hits
            doubted += more_doubts
    return PointHits(first, count, codes[:found]), doubts[:doubted].reshape(-1, 2)


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
    entries: NDArray[np.uint32],
    chains: Chains,
    coord_starts: Offsets,
    coords: Floats,
    begins: IntArray,
    nearby: Floats,
) -> None:
    """Find where the outlines of all entries begin; then read where their chains begin, so that it is at hand."""
    read = 0
    for c in range(len(cells)):
        for i in range(starts[cells[c, 2]], starts[cells[c, 2] + 1]):
            begins[read] = coord_starts[entries[i] >> np.uint32(1)]
            read += 1
    read = 0
    for c in range(len(cells)):
        for i in range(starts[cells[c, 2]], starts[cells[c, 2] + 1]):
            nearby[read] = coords[begins[read] + (chains[i] >> np.uint16(8)), 0]
            read += 1


@kernel
def _test_cell(
    x: float,
    y: float,
    per_unit: float,
    entries: NDArray[np.uint32],
    chains: Chains,
    begins: IntArray,
    areas: Areas,
    coord_starts: Offsets,
    coords: Floats,
    codes: IntArray,
    doubts: IntArray,
    event: int,
) -> tuple[int, int]:
    """Test a point against the entries of its cell; how many codes and how many numbers of doubts were written."""
    cell_y = int(math.floor(y * per_unit))
    found, doubted = 0, 0
    for i in range(len(entries)):
        row, chain = np.int64(entries[i]) >> 1, np.int64(chains[i])
        location = INSIDE
        if entries[i] & np.uint32(1):
            if chain == WHOLE:
                location = locate(x, y, row, areas)
            else:
                edges = coord_starts[row + 1] - begins[i] - 1
                location = locate_by_chain(x, y, per_unit, cell_y, chain, coords, begins[i], edges)
        # Written in any case and kept only if it is a hit: a branch would be guessed wrong half the time.
        codes[found] = 2 * row + (location == ON_BOUNDARY)
        found += (location == INSIDE) | (location == ON_BOUNDARY)
        if location == DOUBT:
            doubts[doubted], doubts[doubted + 1] = event, row
            doubted += 2
    return found, doubted
