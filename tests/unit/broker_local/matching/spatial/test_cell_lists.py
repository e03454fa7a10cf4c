"""A cell lists every area that reaches into it, and calls an area filling only where GEOS agrees."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.block_table import NOTHING, cell_number, find_block
from broker_local.matching.spatial.cell_levels import bit_in_block, block_key, cell_box, levels_of
from broker_local.matching.spatial.cell_lists import CellLists, cell_lists
from broker_local.matching.spatial.chains import FILLED
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from tests.random_regions import mixed_regions, turned


def entries_of(lists: CellLists, level: int, x: int, y: int) -> dict[int, bool]:
    """The areas listed in a cell, and whether each fills it."""
    block = find_block(block_key(level, x, y), lists.table)
    cell = NOTHING if block == NOTHING else cell_number(block, bit_in_block(x, y), lists.table)
    if cell == NOTHING:
        return {}
    here = slice(lists.starts[cell], lists.starts[cell + 1])
    return dict(zip(lists.rows[here].tolist(), (lists.chains[here] == FILLED).tolist(), strict=True))


@settings(deadline=None, derandomize=True, max_examples=15)
@given(seed=st.integers(0, 2**32 - 1), angle=st.sampled_from([0.0, 0.4]))
def test_cells_agree_with_geos(seed: int, angle: float) -> None:
    regions = turned(mixed_regions(np.random.default_rng(seed), 18), angle)
    flat = FlatGeometries.from_shapely(regions)
    lists, level_of = cell_lists(flat), levels_of(flat)[1]
    listed = 0
    for row, region in enumerate(regions):
        level = int(level_of[row])
        side = 1 / lists.levels.per_unit[level]
        left, right, bottom, top = cell_box(flat.bounds, row, lists.levels.per_unit[level])
        for x in range(left - 1, right + 2):
            for y in range(bottom - 1, top + 2):
                cell = shapely.box(x * side, y * side, (x + 1) * side, (y + 1) * side)
                entries = entries_of(lists, level, x, y)
                listed += row in entries
                if entries.get(row, False):
                    assert region.contains_properly(cell)
                elif row not in entries:  # the upper and right borders belong to the next cells
                    assert not region.intersects(
                        shapely.box(x * side, y * side, (x + 0.999) * side, (y + 0.999) * side)
                    )
    assert listed == len(lists.rows)  # nothing is listed anywhere else


def test_a_large_square_fills_its_inner_cells_and_they_come_first() -> None:
    flat = FlatGeometries.from_shapely(np.array([shapely.box(0, 0, 6.5, 6.5), shapely.box(0, 0, 6.4, 6.4)]))
    lists = cell_lists(flat)
    filled = (lists.chains == FILLED).reshape(-1)
    assert filled.sum() == 2 * 25
    for cell in range(len(lists.starts) - 1):
        here = filled[lists.starts[cell] : lists.starts[cell + 1]]
        assert (np.diff(here.astype(int)) <= 0).all()


def test_no_areas_make_no_cells() -> None:
    lists = cell_lists(FlatGeometries.empty())
    assert len(lists.rows) == 0
    assert lists.starts.tolist() == [0]
