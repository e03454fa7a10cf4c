"""A wildfire that spreads from cell to cell with wind, slope and fuel, after Alexandridis et al. 2008, Anderson 1983.

A cell that burns warms its eight neighbours; one is alight when it was warmed long enough. All that is kept is when
each cell caught fire: the burnt area, the perimeter and the temperatures of any moment follow from that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from .ground import Grid, LonLat
from .terrain import FLAMING_S, SPREAD_M_S, Fuel, Terrain

_HEAD_PER_M_S = 0.13  # how much faster the wind makes the head: equation 4 of Alexandridis et al. 2008, for speeds
_MIDFLAME = 0.4  # the wind at the flames, of that in the open, among shrubs and trees
_SLIMMEST = 8.0  # times as long as broad, at most
_PER_DEGREE_OF_SLOPE = 0.069  # McArthur 1967: twice as fast for every 10 degrees
_STEEPEST_DEG = 40.0  # beyond these the rule is not known to hold
_NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_FLAME_C, _EMBERS_C = 780.0, 240.0
_FLAMES_FADE, _EMBERS_LAST_S = 0.6, 5400.0
_WARMED_WITHIN_M, _WARMEST_C = 260.0, 55.0  # of the air beside a fire, at a sensor's height
_COURANT = 0.35  # of a cell that fire may cross in one step

Field = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Wind:
    """Where the wind comes from, clockwise from north, and how fast."""

    from_deg: float = 270.0
    speed_m_s: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Fire:
    """When each cell of a terrain caught fire, in seconds after the start; infinite where none came."""

    terrain: Terrain
    ignited_s: Field

    def burnt(self, at_s: float) -> NDArray[np.bool_]:
        """The cells that have caught fire by then."""
        return self.ignited_s <= at_s

    def burnt_area_m2(self, at_s: float) -> float:
        """How large the burnt area is."""
        return float(self.burnt(at_s).sum()) * self.terrain.grid.cell_m**2

    def perimeter(self, at_s: float) -> BaseGeometry:
        """The burnt area as polygons, in lon/lat; empty before it begins."""
        return _outline(self.burnt(at_s), self.terrain.grid)

    def temperature_c(self, at_s: float, ambient_c: float = 24.0) -> Field:
        """How hot each cell is, seen from above: flames, embers that cool, ground by its height and cover."""
        age_s = np.maximum(at_s - self.ignited_s, 0.0)
        flaming_s = FLAMING_S[self.terrain.fuel]
        flames = _FLAME_C * np.exp(-((age_s / (_FLAMES_FADE * flaming_s)) ** 2))
        embers = _EMBERS_C * np.exp(-age_s / _EMBERS_LAST_S)
        heat = np.where(self.burnt(at_s), np.maximum(flames, embers), 0.0)
        height = self.terrain.height_m
        ground = ambient_c - 0.0065 * (height - height.mean())  # the standard atmosphere's lapse
        ground = ground + np.array([-9.0, 6.0, 3.0, 1.0, -1.0])[self.terrain.fuel]  # water is cool, rock is warm
        return np.asarray(ground + heat)

    def warming_c(self, places: Iterable[LonLat], at_s: float) -> Field:
        """How much warmer the air is at some places than without the fire."""
        lonlat = np.array(list(places), dtype=np.float64).reshape(-1, 2)
        alight_rows, alight_columns = np.nonzero(self.burnt(at_s) & ~self.burnt(at_s - 3600.0))
        if not len(alight_rows) or not len(lonlat):
            return np.zeros(len(lonlat))
        rows, columns = self.terrain.grid.cells(lonlat[:, 0], lonlat[:, 1])
        apart = np.hypot(
            alight_rows[np.newaxis] + 0.5 - rows[:, np.newaxis],
            alight_columns[np.newaxis] + 0.5 - columns[:, np.newaxis],
        )
        return np.asarray(_WARMEST_C * np.exp(-apart.min(axis=1) * self.terrain.grid.cell_m / _WARMED_WITHIN_M))


def spread(
    terrain: Terrain,
    ignitions: Iterable[LonLat],
    duration_s: float,
    wind: Wind | None = None,
    seed: int = 0,
    raggedness: float = 0.35,
) -> Fire:
    """Let a fire run; `raggedness` is how unevenly cells resist, and without it the same is the same all around."""
    grid = terrain.grid
    rates = _rates(terrain, wind or Wind())
    rng = np.random.default_rng(seed)
    resistance = np.exp(raggedness * rng.standard_normal(terrain.fuel.shape))  # how long a cell must be warmed
    ignited = np.full(terrain.fuel.shape, np.inf)
    for place in ignitions:
        row, column = (int(np.floor(value)) for value in grid.cells(*place))
        if not (0 <= row < grid.rows and 0 <= column < grid.columns):
            raise ValueError(f"ignition: expected a place on the terrain, got {place}")
        if SPREAD_M_S[terrain.fuel[row, column]] > 0:
            ignited[row, column] = 0.0
    fastest = max(float(rate.max()) for rate in rates)
    if fastest <= 0 or not np.isfinite(ignited).any():
        return Fire(terrain, ignited)
    step_s = _COURANT * grid.cell_m / fastest
    warmth = np.zeros(terrain.fuel.shape)
    now_s = 0.0
    while now_s < duration_s:
        now_s = min(now_s + step_s, duration_s)
        near = _around(np.isfinite(ignited))
        burning, warmed = np.isfinite(ignited[near]), warmth[near]
        warmed += step_s / grid.cell_m * _strongest([rate[near] for rate in rates], burning)
        ignited[near][(warmed >= resistance[near]) & ~burning] = now_s
    return Fire(terrain, ignited)


def _rates(terrain: Terrain, wind: Wind) -> list[Field]:
    """For each neighbour the speed, in cells' sides a second times their length, at which fire comes from there."""
    fuel_m_s = SPREAD_M_S[terrain.fuel]
    blows_to = np.radians(wind.from_deg + 180.0)
    head, slimness = np.exp(_HEAD_PER_M_S * wind.speed_m_s), _slimness(wind.speed_m_s)
    is_open = terrain.fuel > Fuel.BREAK
    rates = []
    for down, right in _NEIGHBOURS:  # the neighbour's place; the fire runs from there to the cell
        length = float(np.hypot(down, right))
        heading = np.arctan2(-right, down)  # clockwise from north
        by_wind = head * (1.0 - slimness) / (1.0 - slimness * np.cos(heading - blows_to))
        rise_m = terrain.height_m - _neighbour(terrain.height_m, down, right)
        slope_deg = np.degrees(np.arctan(rise_m / (length * terrain.grid.cell_m)))
        by_slope = np.exp(_PER_DEGREE_OF_SLOPE * np.clip(slope_deg, -_STEEPEST_DEG, _STEEPEST_DEG))
        rate = fuel_m_s * by_wind * by_slope / length
        if down and right:  # fire does not slip between two cells that touch at a corner
            rate = rate * (_neighbour(is_open, down, 0) | _neighbour(is_open, 0, right))
        rates.append(np.asarray(rate))
    return rates


def _slimness(wind_m_s: float) -> float:
    """The eccentricity of the ellipse that a fire becomes in a wind; it begins in a focus (Anderson 1983)."""
    at_flames = _MIDFLAME * wind_m_s
    length_to_breadth = 0.936 * np.exp(0.2566 * at_flames) + 0.461 * np.exp(-0.1548 * at_flames) - 0.397
    return float(np.sqrt(1.0 - 1.0 / min(length_to_breadth, _SLIMMEST) ** 2))


def _around(cells: NDArray[np.bool_]) -> tuple[slice, slice]:
    """The part of the grid in which cells can be warmed: the box around those that burn, and one more all around."""
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    return slice(max(0, rows[0] - 1), rows[-1] + 2), slice(max(0, columns[0] - 1), columns[-1] + 2)


def _strongest(rates: list[Field], burning: NDArray[np.bool_]) -> Field:
    """How fast each cell is warmed by the neighbour that warms it most."""
    strongest = np.zeros(burning.shape)
    for (down, right), rate in zip(_NEIGHBOURS, rates, strict=True):
        np.maximum(strongest, np.where(_neighbour(burning, down, right), rate, 0.0), out=strongest)
    return strongest


def _neighbour(field: NDArray[Any], down: int, right: int) -> NDArray[Any]:
    """For each cell the value of one of its neighbours; beyond the edge that of the cell at the edge, or False."""
    padded = np.pad(field, 1) if field.dtype == np.bool_ else np.pad(field, 1, mode="edge")
    rows, columns = field.shape
    return np.asarray(padded[1 + down : 1 + down + rows, 1 + right : 1 + right + columns])


def _outline(cells: NDArray[np.bool_], grid: Grid) -> BaseGeometry:
    """Cells as polygons: the runs of each row united."""
    edges = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    _, ends = np.nonzero(edges == -1)
    if not len(rows):
        return shapely.Polygon()
    united = shapely.union_all(shapely.box(starts, rows, ends, rows + 1))
    return shapely.transform(united, lambda points: grid.places(points[:, 1], points[:, 0]))
