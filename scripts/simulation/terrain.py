"""Terrain and fuel for a fire: hills, a river, roads; generated from a seed, or laid out by hand for a test."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from .ground import Grid, LonLat

_RELIEF_M = 450.0  # from the lowest to the highest, about
_ROUGHNESS = 2.2  # how fast hills get lower as they get smaller: of the power spectrum
_TREE_LINE = 0.97  # above this share of the cells there is rock


class Fuel(IntEnum):
    """What a cell is covered with."""

    WATER = 0
    BREAK = 1  # rock, a road, a line that crews have cleared
    GRASS = 2
    SHRUB = 3
    CONIFER = 4


# How fast fire runs through it on level ground without wind, in m/s, and how long it flames; by Fuel.
SPREAD_M_S = np.array([0.0, 0.0, 0.12, 0.08, 0.05])
FLAMING_S = np.array([1.0, 1.0, 180.0, 600.0, 1800.0])


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """Height and fuel of every cell of a grid."""

    grid: Grid
    height_m: NDArray[np.float64]
    fuel: NDArray[np.uint8]

    def with_fuel(self, cells: NDArray[np.bool_], fuel: Fuel) -> Terrain:
        """The same terrain with some cells covered otherwise."""
        return Terrain(self.grid, self.height_m, np.where(cells, np.uint8(fuel), self.fuel))

    def nearest_fuel(self, place: LonLat) -> LonLat:
        """The middle of the cell nearest to a place in which a fire can break out."""
        rows, columns = np.nonzero(SPREAD_M_S[self.fuel] > 0)
        if not len(rows):
            raise ValueError("terrain: expected something that burns")
        row, column = self.grid.cells(*place)
        nearest = int(np.hypot(rows + 0.5 - row, columns + 0.5 - column).argmin())
        return self.grid.place(float(rows[nearest]) + 0.5, float(columns[nearest]) + 0.5)


def level_terrain(grid: Grid, fuel: Fuel = Fuel.SHRUB) -> Terrain:
    """A plain with one kind of fuel."""
    shape = (grid.rows, grid.columns)
    return Terrain(grid, np.zeros(shape), np.full(shape, np.uint8(fuel)))


def generated_terrain(grid: Grid, seed: int) -> Terrain:
    """Hills with grass in the valleys, shrub and conifers on the slopes, rock on top, a river and a road."""
    rng = np.random.default_rng(seed)
    hills = _noise(grid, rng, _ROUGHNESS)
    height_m = hills * _RELIEF_M + 1200.0
    cover = 0.6 * hills + 0.4 * _noise(grid, rng, 1.6)  # what grows follows the height, loosely
    grass, shrub = np.quantile(cover, (0.22, 0.5))
    fuel = np.where(cover < grass, Fuel.GRASS, np.where(cover < shrub, Fuel.SHRUB, Fuel.CONIFER)).astype(np.uint8)
    fuel[hills > np.quantile(hills, _TREE_LINE)] = Fuel.BREAK
    terrain = Terrain(grid, height_m, fuel)
    river = _winding_line(grid, rng, share=0.82, swing=0.05)
    road = _winding_line(grid, rng, share=0.2, swing=0.04)
    return terrain.with_fuel(road, Fuel.BREAK).with_fuel(river, Fuel.WATER)


def _noise(grid: Grid, rng: np.random.Generator, roughness: float) -> NDArray[np.float64]:
    """Fractal noise from 0 to 1: white noise whose fine waves are made small."""
    shape = (grid.rows, grid.columns)
    waves = np.fft.rfft2(rng.standard_normal(shape))
    across, along = np.meshgrid(np.fft.rfftfreq(grid.columns), np.fft.fftfreq(grid.rows))
    length = np.hypot(across, along)
    length[0, 0] = 1.0
    field = np.fft.irfft2(waves / length ** (roughness / 2 + 0.5), s=shape)
    low, high = float(field.min()), float(field.max())
    return np.asarray((field - low) / (high - low if high > low else 1.0))


def _winding_line(grid: Grid, rng: np.random.Generator, share: float, swing: float) -> NDArray[np.bool_]:
    """Cells of a line from west to east that winds about a share of the height; nowhere open to a diagonal step."""
    along = np.linspace(0.0, 1.0, grid.columns)
    phases = rng.uniform(0, 2 * np.pi, 3)
    waves = sum(np.sin(2 * np.pi * n * along + phase) / n for n, phase in zip((1, 2, 5), phases, strict=True))
    middle = np.clip(np.round((share + swing * waves) * grid.rows), 0, grid.rows - 1)
    rows = np.arange(grid.rows)[:, np.newaxis]
    next_middle = np.concatenate((middle[1:], middle[-1:]))
    return np.asarray((rows >= np.minimum(middle, next_middle)) & (rows <= np.maximum(middle, next_middle)))
