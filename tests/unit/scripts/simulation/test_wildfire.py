"""The spread model keeps its laws: it only grows, stops at water and breaks, and follows wind and slope."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.simulation.ground import grid_around
from scripts.simulation.terrain import Fuel, Terrain, generated_terrain, level_terrain
from scripts.simulation.wildfire import Fire, Wind, spread

GRID = grid_around((-114.7, 50.95), 2_440, 2_440, 40.0)  # 61 cells a side: there is a middle one
MIDDLE = 30
CENTRE = GRID.place(MIDDLE + 0.5, MIDDLE + 0.5)
HOUR = 3600.0


def even_fire(terrain: Terrain, wind: Wind | None = None, duration_s: float = 2 * HOUR) -> Fire:
    return spread(terrain, [CENTRE], duration_s, wind, raggedness=0.0)


def cells(where: object) -> np.ndarray:
    marked = np.zeros((GRID.rows, GRID.columns), dtype=bool)
    marked[where] = True
    return marked


@settings(deadline=None, derandomize=True, max_examples=8)
@given(st.integers(0, 1000), st.floats(0, 360), st.floats(0, 12))
def test_the_burnt_area_never_shrinks_and_water_and_rock_never_burn(seed: int, from_deg: float, speed: float) -> None:
    terrain = generated_terrain(GRID, seed)
    fire = spread(terrain, [CENTRE], HOUR, Wind(from_deg, speed), seed)
    moments = np.linspace(0, HOUR, 7)
    burnt = [fire.burnt(at_s) for at_s in moments]
    assert all((late | early == late).all() for early, late in zip(burnt, burnt[1:], strict=False))
    areas = [fire.burnt_area_m2(at_s) for at_s in moments]
    assert areas == sorted(areas)
    assert not burnt[-1][terrain.fuel <= Fuel.BREAK].any()


@pytest.mark.parametrize("fuel", [Fuel.WATER, Fuel.BREAK])
def test_it_stops_at_a_line_one_cell_wide_straight_or_aslant(fuel: Fuel) -> None:
    rows, columns = np.indices((GRID.rows, GRID.columns))
    for line in (columns == MIDDLE + 5, columns - rows == 6):
        fire = even_fire(level_terrain(GRID).with_fuel(line, fuel), Wind(270, 4), 8 * HOUR)
        beyond = columns > MIDDLE + 5 if line[0, MIDDLE + 5] and line[1, MIDDLE + 5] else columns - rows > 6
        assert fire.burnt(8 * HOUR)[~line & ~beyond].mean() > 0.3
        assert not fire.burnt(8 * HOUR)[beyond].any()


def test_without_wind_on_a_plain_it_is_the_same_in_all_directions() -> None:
    ignited = even_fire(level_terrain(GRID)).ignited_s
    assert np.isfinite(ignited).sum() > 100
    for turned in (ignited[::-1], ignited[:, ::-1], ignited.T, np.rot90(ignited)):
        assert np.array_equal(ignited, turned)


@pytest.mark.parametrize(
    ("from_deg", "downwind", "upwind"),
    [(270, (0, 6), (0, -6)), (180, (-6, 0), (6, 0)), (0, (6, 0), (-6, 0)), (225, (-5, 5), (5, -5))],
)
def test_it_runs_faster_downwind_than_across_than_upwind(
    from_deg: float, downwind: tuple[int, int], upwind: tuple[int, int]
) -> None:
    ignited = even_fire(level_terrain(GRID), Wind(from_deg, 6.0), 6 * HOUR).ignited_s
    across = (downwind[1], -downwind[0])
    with_it, sideways, against = (ignited[MIDDLE + down, MIDDLE + right] for down, right in (downwind, across, upwind))
    assert with_it < sideways < against
    calm = even_fire(level_terrain(GRID), None, 6 * HOUR).ignited_s[MIDDLE + downwind[0], MIDDLE + downwind[1]]
    assert with_it < calm


def drift(fire: Fire, at_s: float) -> tuple[float, float]:
    """How far east and north of where it began the middle of the burnt area is, in cells."""
    rows, columns = np.nonzero(fire.burnt(at_s))
    return float(columns.mean() - MIDDLE), float(MIDDLE - rows.mean())


@settings(deadline=None, derandomize=True, max_examples=15)
@given(st.floats(0, 360), st.floats(1, 12), st.integers(0, 1000))
def test_it_drifts_downwind_whatever_the_wind(from_deg: float, speed: float, seed: int) -> None:
    fire = spread(level_terrain(GRID), [CENTRE], HOUR, Wind(from_deg, speed), seed, raggedness=0.1)
    east, north = drift(fire, HOUR)
    heading = np.radians(from_deg + 180.0)
    assert east * np.sin(heading) + north * np.cos(heading) > 0.3


@settings(deadline=None, derandomize=True, max_examples=15)
@given(st.floats(0, 360), st.floats(4, 20), st.integers(0, 1000))
def test_it_drifts_uphill_whatever_the_slope(up_deg: float, slope_deg: float, seed: int) -> None:
    rows, columns = np.indices((GRID.rows, GRID.columns))
    up = np.radians(up_deg)
    rise = (columns * np.sin(up) - rows * np.cos(up)) * GRID.cell_m * np.tan(np.radians(slope_deg))
    fire = spread(Terrain(GRID, rise, level_terrain(GRID).fuel), [CENTRE], HOUR, None, seed, raggedness=0.1)
    east, north = drift(fire, HOUR)
    assert east * np.sin(up) + north * np.cos(up) > 0.1


@settings(deadline=None, derandomize=True, max_examples=10)
@given(st.integers(3, 12), st.sampled_from([Fuel.WATER, Fuel.BREAK]), st.floats(0, 360), st.integers(0, 1000))
def test_a_closed_ring_of_water_or_rock_holds_it_whatever_the_wind(
    apart: int, fuel: Fuel, from_deg: float, seed: int
) -> None:
    rows, columns = np.abs(np.indices((GRID.rows, GRID.columns)) - MIDDLE)
    ring = np.maximum(rows, columns) == apart
    fire = spread(level_terrain(GRID).with_fuel(ring, fuel), [CENTRE], 3 * HOUR, Wind(from_deg, 12.0), seed)
    assert not fire.burnt(3 * HOUR)[np.maximum(rows, columns) >= apart].any()


@pytest.mark.parametrize(("wind_m_s", "slim"), [(0.0, 1.0), (5.0, 1.5), (8.0, 2.0), (12.0, 3.0)])
def test_it_is_as_slim_as_its_wind_makes_it(wind_m_s: float, slim: float) -> None:
    burnt = even_fire(level_terrain(GRID), Wind(270, wind_m_s), 1.5 * HOUR).burnt(1.5 * HOUR)
    length, breadth = (int(burnt.any(axis=axis).sum()) for axis in (0, 1))
    assert length / breadth == pytest.approx(slim, rel=0.2)


def test_it_runs_faster_up_a_slope_than_on_the_level_than_down() -> None:
    height = np.repeat(np.arange(GRID.columns, dtype=float)[np.newaxis] * 12.0, GRID.rows, axis=0)  # up to the east
    hill = Terrain(GRID, height, level_terrain(GRID).fuel)
    ignited = even_fire(hill, None, 5 * HOUR).ignited_s
    level = even_fire(level_terrain(GRID), None, 5 * HOUR).ignited_s
    assert ignited[MIDDLE, MIDDLE + 6] < level[MIDDLE, MIDDLE + 6] < ignited[MIDDLE, MIDDLE - 6]


def test_grass_burns_faster_than_conifers() -> None:
    grass, conifer = (even_fire(level_terrain(GRID, fuel)) for fuel in (Fuel.GRASS, Fuel.CONIFER))
    assert grass.burnt_area_m2(HOUR) > 2 * conifer.burnt_area_m2(HOUR)


def test_the_same_seed_burns_the_same_and_another_one_another() -> None:
    one, again, other = (spread(level_terrain(GRID), [CENTRE], HOUR, seed=seed).ignited_s for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_the_perimeter_is_around_the_burnt_cells() -> None:
    fire = spread(generated_terrain(GRID, 3), [CENTRE], HOUR, Wind(270, 5), 3)
    for at_s in (0.0, HOUR):
        perimeter = fire.perimeter(at_s)
        assert perimeter.is_valid
        rows, columns = np.nonzero(fire.burnt(at_s))
        middles = shapely.points(GRID.places(rows + 0.5, columns + 0.5))
        assert shapely.covers(perimeter, middles).all()
        outside = np.argwhere(~fire.burnt(at_s))
        assert not shapely.covers(perimeter, shapely.points(GRID.places(*(outside.T + 0.5)))).any()
    assert fire.perimeter(-1.0).is_empty


def test_flames_are_hot_embers_are_warm_and_the_rest_is_as_the_day() -> None:
    fire = even_fire(level_terrain(GRID, Fuel.GRASS))
    at_s = float(fire.ignited_s[fire.burnt(HOUR)].max())  # when the last of them caught fire
    hot = fire.temperature_c(at_s, ambient_c=20.0)
    assert hot[fire.ignited_s == at_s].min() > 500
    assert 100 < hot[MIDDLE, MIDDLE] < 400
    assert hot[~fire.burnt(at_s)].max() < 30


def test_the_air_is_warmer_near_the_fire_and_no_warmer_far_away() -> None:
    fire = even_fire(level_terrain(GRID))
    far = GRID.place(0.5, 0.5)
    beside, away = fire.warming_c([CENTRE, far], 600.0)
    assert beside > 30 > 1 > away
    assert fire.warming_c([CENTRE], -1.0).tolist() == [0.0]


def test_a_fire_that_cannot_begin_there_is_told_or_does_not_burn() -> None:
    with pytest.raises(ValueError, match="a place on the terrain"):
        spread(level_terrain(GRID), [(-100.0, 50.0)], HOUR)
    lake = level_terrain(GRID, Fuel.WATER)
    assert spread(lake, [CENTRE], HOUR).burnt_area_m2(HOUR) == 0
