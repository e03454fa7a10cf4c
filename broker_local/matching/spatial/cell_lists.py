"""For every cell the areas that fill it and those whose outline may pass it, built from the outlines in bulk."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .block_table import BlockTable, block_table, cell_number, find_block, mark_cell, number_cells
from .cell_levels import BLOCK_BITS, Levels, bit_in_block, block_key, cell_box, levels_of
from .chains import FILLED, WHOLE, Chains, chain_through
from .flat_geometry import FlatGeometries, Floats, Offsets
from .kernel import kernel
from .ragged import offsets_of
from .rasterise import EMPTY, MIXED, Drawing, Frame, drawing_for, rasterise

_CELLS_IN_BLOCK = 1 << (2 * BLOCK_BITS)
_MOST_BLOCKS = 2**32 // _CELLS_IN_BLOCK


class CellLists(NamedTuple):
    """Cells of several sizes, each area on the level that suits its size; a point has one cell on each level."""

    levels: Levels
    table: BlockTable
    starts: Offsets  # by cell number: where its entries begin
    rows: Offsets  # by entry: the area; in a cell those that fill it come first
    chains: Chains  # by entry: FILLED, or which edges to ask


class _Outlines(NamedTuple):
    """What is drawn."""

    coords: Floats
    path_starts: Offsets
    geometry_starts: Offsets
    bounds: Floats
    level_of: NDArray[np.uint8]


class _Drawn(NamedTuple):
    """What was drawn, area by area: kept until it is sorted into cells."""

    past: NDArray[np.int64]  # by row: where its cells end
    cells: NDArray[np.uint32]  # the block of the cell and its bit in there; later its number
    chains: Chains


def cell_lists(areas: FlatGeometries) -> CellLists:
    """Draw all areas once, then sort what was drawn into cells."""
    levels, level_of = levels_of(areas)
    outlines = _Outlines(areas.coords, areas.path_starts, areas.geometry_starts, areas.bounds, level_of)
    most_cells, all_cells, all_blocks = _sizes(outlines, levels)
    blocks = np.unique(_touched_blocks(outlines, levels, all_blocks))
    if len(blocks) > _MOST_BLOCKS:
        raise OverflowError(f"expected at most {_MOST_BLOCKS} blocks of cells in one index, got {len(blocks)}")
    table = block_table(blocks)
    # Room for every cell of every box; what is not written is never given a page of memory.
    drawn = _Drawn(np.empty(len(areas), np.int64), np.empty(all_cells, np.uint32), np.empty(all_cells, np.uint16))
    used = _draw(outlines, levels, table, drawing_for(most_cells), drawn)
    starts = offsets_of(_count(drawn.cells[:used], table, np.zeros(number_cells(table), np.int32)))
    rows, chains = np.empty(used, np.int32), np.empty(used, np.uint16)
    _sort_into_cells(drawn, starts[:-1].copy(), rows, chains)
    return CellLists(levels, table, starts, rows, chains)


@kernel
def _sizes(outlines: _Outlines, levels: Levels) -> tuple[int, int, int]:
    """The most cells of any one area's box, the cells of all boxes, and the blocks of all boxes."""
    most_cells, all_cells, blocks = 0, 0, 0
    for row in range(len(outlines.bounds)):
        left, right, bottom, top = cell_box(outlines.bounds, row, levels.per_unit[outlines.level_of[row]])
        cells = (right - left + 1) * (top - bottom + 1)
        most_cells = max(most_cells, cells)
        all_cells += cells
        blocks += ((right >> 3) - (left >> 3) + 1) * ((top >> 3) - (bottom >> 3) + 1)
    return most_cells, all_cells, blocks


@kernel
def _touched_blocks(outlines: _Outlines, levels: Levels, count: int) -> NDArray[np.int64]:
    keys = np.empty(count, np.int64)
    found = 0
    for row in range(len(outlines.bounds)):
        level = int(outlines.level_of[row])
        left, right, bottom, top = cell_box(outlines.bounds, row, levels.per_unit[level])
        for block_y in range(bottom >> 3, (top >> 3) + 1):
            for block_x in range(left >> 3, (right >> 3) + 1):
                keys[found] = block_key(level, block_x << 3, block_y << 3)
                found += 1
    return keys


@kernel
def _draw(outlines: _Outlines, levels: Levels, table: BlockTable, drawing: Drawing, drawn: _Drawn) -> int:
    """Draw every area, block by block, and mark the cells it uses; how many that is in all."""
    coords, path_starts, geometry_starts = outlines.coords, outlines.path_starts, outlines.geometry_starts
    used = 0
    for row in range(len(outlines.bounds)):
        level = int(outlines.level_of[row])
        left, right, bottom, top = cell_box(outlines.bounds, row, levels.per_unit[level])
        frame = Frame(levels.per_unit[level], left, bottom, right - left + 1, top - bottom + 1)
        first_path, past_path = geometry_starts[row], geometry_starts[row + 1]
        first_coordinate = path_starts[first_path]
        edges = path_starts[first_path + 1] - first_coordinate - 1
        rasterise(coords, path_starts, first_path, past_path, frame, drawing)
        for block_y in range(bottom >> 3, (top >> 3) + 1):
            for block_x in range(left >> 3, (right >> 3) + 1):
                block = find_block(block_key(level, block_x << 3, block_y << 3), table)
                for y in range(max(bottom, block_y << 3), min(top, (block_y << 3) + 7) + 1):
                    for x in range(max(left, block_x << 3), min(right, (block_x << 3) + 7) + 1):
                        cell = (y - bottom) * frame.columns + x - left
                        what = drawing.cells[cell]
                        if what == EMPTY:
                            continue
                        bit = bit_in_block(x, y)
                        mark_cell(block, bit, table)
                        chain = FILLED
                        if what & MIXED:
                            chain = WHOLE
                            if past_path - first_path == 1:
                                chain = chain_through(cell, coords, first_coordinate, edges, frame, drawing)
                        drawn.cells[used] = block * _CELLS_IN_BLOCK + bit
                        drawn.chains[used] = chain
                        used += 1
        drawn.past[row] = used
    return used


@kernel
def _count(cells: NDArray[np.uint32], table: BlockTable, counts: Offsets) -> Offsets:
    """Turn blocks and bits into numbers of cells, and count the entries of each."""
    for i in range(len(cells)):
        place = int(cells[i])
        number = cell_number(place // _CELLS_IN_BLOCK, place % _CELLS_IN_BLOCK, table)
        cells[i] = number
        counts[number] += 1
    return counts


@kernel
def _sort_into_cells(drawn: _Drawn, places: Offsets, rows: Offsets, chains: Chains) -> None:
    """Write the entries of every cell: first the areas that fill it, then the others, each by row."""
    for takes_filled in (True, False):
        first = 0
        for row in range(len(drawn.past)):
            for i in range(first, drawn.past[row]):
                if (drawn.chains[i] == FILLED) == takes_filled:
                    cell = drawn.cells[i]
                    rows[places[cell]] = row
                    chains[places[cell]] = drawn.chains[i]
                    places[cell] += 1
            first = drawn.past[row]
