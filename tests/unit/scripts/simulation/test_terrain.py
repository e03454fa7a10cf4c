"""Generated terrain has all that a fire needs, the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.simulation.ground import grid_around
from scripts.simulation.terrain import Fuel, generated_terrain, level_terrain

GRID = grid_around((-114.7, 50.95), 6_000, 4_000, 50.0)


def test_the_same_seed_makes_the_same_terrain_and_another_one_another() -> None:
    one, again, other = (generated_terrain(GRID, seed) for seed in (4, 4, 5))
    assert np.array_equal(one.height_m, again.height_m)
    assert np.array_equal(one.fuel, again.fuel)
    assert not np.array_equal(one.fuel, other.fuel)


def test_every_fuel_is_there_and_most_of_it_burns() -> None:
    fuel = generated_terrain(GRID, 4).fuel
    assert set(np.unique(fuel).tolist()) == set(Fuel)
    assert (fuel > Fuel.BREAK).mean() > 0.85


def test_the_river_crosses_the_whole_terrain_with_no_gap() -> None:
    water = generated_terrain(GRID, 4).fuel == Fuel.WATER
    assert water.any(axis=0).all()
    for column in range(GRID.columns - 1):
        here, there = (set(np.flatnonzero(water[:, at]).tolist()) for at in (column, column + 1))
        assert here & there, "cells that only touch at a corner would be a gap"


def test_a_plain_has_one_fuel_until_some_is_covered() -> None:
    plain = level_terrain(GRID)
    cells = np.zeros(plain.fuel.shape, dtype=bool)
    cells[3] = True
    covered = plain.with_fuel(cells, Fuel.BREAK)
    assert (plain.fuel == Fuel.SHRUB).all()
    assert ((covered.fuel == Fuel.BREAK) == cells).all()
    assert (plain.height_m == 0).all()


def test_the_nearest_fuel_is_found_and_without_any_it_is_said() -> None:
    water = level_terrain(GRID, Fuel.WATER)
    island = np.zeros(water.fuel.shape, dtype=bool)
    island[3, 5] = True
    with_island = water.with_fuel(island, Fuel.GRASS)
    assert with_island.nearest_fuel(GRID.place(0.0, 0.0)) == pytest.approx(GRID.place(3.5, 5.5))
    with pytest.raises(ValueError, match="something that burns"):
        water.nearest_fuel(GRID.place(0.0, 0.0))
