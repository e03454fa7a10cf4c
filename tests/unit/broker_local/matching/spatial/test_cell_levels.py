"""An area is drawn in cells that suit its size, and cells and blocks are never mistaken for one another."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.cell_levels import bit_in_block, block_key, cell_box, levels_of
from broker_local.matching.spatial.flat_geometry import FlatGeometries


def squares(sides: list[float], at: float = 0.3) -> FlatGeometries:
    corner = np.full(len(sides), at)
    return FlatGeometries.from_shapely(shapely.box(corner, corner, corner + sides, corner + sides))


@pytest.mark.parametrize("side", [1e-7, 0.01, 0.999, 1.0, 64.0, 1e6])
def test_an_area_of_few_vertices_is_three_to_eight_cells_across(side: float) -> None:
    areas = squares([side])
    levels, level_of = levels_of(areas)
    left, right, bottom, top = cell_box(areas.bounds, 0, levels.per_unit[level_of[0]])
    assert 3 <= right - left + 1 <= 8
    assert 3 <= top - bottom + 1 <= 8


def test_sides_are_powers_of_two_from_fine_to_coarse() -> None:
    levels, level_of = levels_of(squares([0.01] * 9 + [1.0] * 9 + [300.0] * 9))
    assert np.array_equal(np.frexp(levels.per_unit)[0], np.full(3, 0.5))
    assert (np.diff(levels.per_unit) < 0).all()
    assert level_of.tolist() == [0] * 9 + [1] * 9 + [2] * 9


def test_a_level_reaches_as_far_as_its_areas() -> None:
    areas = squares([0.01, 0.011, 300.0])
    levels, level_of = levels_of(areas)
    for level in range(len(levels.per_unit)):
        here = areas.bounds[level_of == level]
        assert levels.extent[level].tolist() == [*here[:, :2].min(axis=0), *here[:, 2:].max(axis=0)]


def test_a_level_of_few_areas_joins_the_next_coarser() -> None:
    assert len(levels_of(squares([1.0] * 10 + [2.0] * 9))[0].per_unit) == 2
    levels, level_of = levels_of(squares([1.0] * 4 + [2.0] * 9))
    assert len(levels.per_unit) == 1
    assert set(level_of) == {0}


def test_outlines_of_many_vertices_are_drawn_in_finer_cells() -> None:
    fine = FlatGeometries.from_shapely(np.array([shapely.Point(0, 0).buffer(1, 2000)]))
    coarse = FlatGeometries.from_shapely(np.array([shapely.Point(0, 0).buffer(1, 4)]))
    assert levels_of(fine)[0].per_unit[0] > 4 * levels_of(coarse)[0].per_unit[0]


def test_cells_far_out_are_numbered_below_two_to_the_28() -> None:
    areas = squares([1e-9], at=1e6)
    levels, level_of = levels_of(areas)
    assert 0 < cell_box(areas.bounds, 0, levels.per_unit[level_of[0]])[0] <= 2**28


def test_no_two_cells_share_both_block_and_bit() -> None:
    ends = (-(2**28), -9, -8, -1, 0, 1, 7, 8, 2**28 - 1)
    cells = [(level, x, y) for level in (0, 1, 28) for x in ends for y in ends]
    names = {(block_key(*cell), bit_in_block(cell[1], cell[2])) for cell in cells}
    assert len(names) == len(cells)
    assert all(key >= 0 and 0 <= bit < 64 for key, bit in names)


def test_no_areas_need_no_levels() -> None:
    levels, level_of = levels_of(FlatGeometries.empty())
    assert len(levels.per_unit) == len(level_of) == 0
