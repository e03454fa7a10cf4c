"""For every cell the areas that fill it and those whose outline may pass it, built from the outlines in bulk."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .block_table import BlockTable, block_table, cell_number, find_block, mark_cell, number_cells
from .cell_levels import Levels, bit_in_block, block_key, cell_box, levels_of
from .chains import WHOLE, Chains, chain_through
from .flat_geometry import FlatGeometries, Floats, Offsets
from .kernel import kernel
from .ragged import offsets_of
from .rasterise import EMPTY, MIXED, Drawing, Frame, drawing_for, rasterise

_MARK, _COUNT, _FILL = 0, 1, 2  # the three times the areas are drawn


class CellLists(NamedTuple):
    """Cells of several sizes, each area on the level that suits its size; a point has one cell on each level."""

    levels: Levels
    table: BlockTable
    starts: Offsets  # by cell number: where its entries begin
    entries: NDArray[np.uint32]  # row * 2, plus 1 where the area must still be asked; ascending in a cell
    chains: Chains  # by entry: which edges to ask


class _Outlines(NamedTuple):
    """What is drawn."""

    coords: Floats
    path_starts: Offsets
    geometry_starts: Offsets
    bounds: Floats
    level_of: NDArray[np.uint8]


def cell_lists(areas: FlatGeometries) -> CellLists:
    """Draw all areas. They are drawn three times, which is quicker than keeping what was drawn."""
    levels, level_of = levels_of(areas)
    outlines = _Outlines(areas.coords, areas.path_starts, areas.geometry_starts, areas.bounds, level_of)
    most_cells, most_blocks = _sizes(outlines, levels)
    table = block_table(np.unique(_touched_blocks(outlines, levels, most_blocks)))
    drawing = drawing_for(most_cells)
    no_places, no_entries, no_chains = np.empty(0, np.int32), np.empty(0, np.uint32), np.empty(0, np.uint16)
    _draw(_MARK, outlines, levels, table, drawing, no_places, no_entries, no_chains)
    counts = np.zeros(number_cells(table), np.int32)
    _draw(_COUNT, outlines, levels, table, drawing, counts, no_entries, no_chains)
    starts = offsets_of(counts)
    entries, chains = np.empty(int(starts[-1]), np.uint32), np.empty(int(starts[-1]), np.uint16)
    _draw(_FILL, outlines, levels, table, drawing, starts[:-1].copy(), entries, chains)
    return CellLists(levels, table, starts, entries, chains)


@kernel
def _sizes(outlines: _Outlines, levels: Levels) -> tuple[int, int]:
    """The most cells of any one area, and the blocks of all of them."""
    most_cells, blocks = 0, 0
    for row in range(len(outlines.bounds)):
        left, right, bottom, top = cell_box(outlines.bounds, row, levels.per_unit[outlines.level_of[row]])
        most_cells = max(most_cells, (right - left + 1) * (top - bottom + 1))
        blocks += ((right >> 3) - (left >> 3) + 1) * ((top >> 3) - (bottom >> 3) + 1)
    return most_cells, blocks


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
def _draw(
    step: int,
    outlines: _Outlines,
    levels: Levels,
    table: BlockTable,
    drawing: Drawing,
    places: Offsets,
    entries: NDArray[np.uint32],
    chains: Chains,
) -> None:
    """Draw every area, block by block: mark the cells it uses, count its entries in `places`, or write them there."""
    coords, path_starts, geometry_starts = outlines.coords, outlines.path_starts, outlines.geometry_starts
    for row in range(len(outlines.bounds)):
        level = int(outlines.level_of[row])
        left, right, bottom, top = cell_box(outlines.bounds, row, levels.per_unit[level])
        frame = Frame(levels.per_unit[level], left, bottom, right - left + 1, top - bottom + 1)
        first_path, past_path = geometry_starts[row], geometry_starts[row + 1]
        first_coordinate = path_starts[first_path]
        edges = path_starts[first_path + 1] - first_coordinate - 1
        rasterise(coords, path_starts, first_path, past_path, frame, drawing, step == _FILL)
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
                        if step == _MARK:
                            mark_cell(block, bit, table)
                            continue
                        number = cell_number(block, bit, table)
                        if step == _FILL:
                            is_mixed = what & MIXED != 0
                            chain = WHOLE
                            if is_mixed and past_path - first_path == 1:
                                chain = chain_through(cell, coords, first_coordinate, edges, frame, drawing)
                            entries[places[number]] = 2 * row + (1 if is_mixed else 0)
                            chains[places[number]] = chain
                        places[number] += 1
