"""Passes of an aircraft over a fire: thermal GeoTIFFs in UTM, of any resolution, with noise and edges without data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import rasterio
from affine import Affine
from numpy.typing import NDArray

from .ground import Grid, LonLat, grid_around, metres_between, sampled, utm_zone
from .wildfire import Fire

NO_DATA = -32768
_STEP_C = 0.5  # what one count of a pixel is worth: finer is lost in the noise
_NOISE_C = 0.9
_STRIPES_C = 0.4  # lines of the scanner that differ a little
_SATURATED_C = 950.0
_ROLL_M = 45.0  # how far the edges of a swath waver


@dataclass(frozen=True, slots=True)
class Pass:
    """One flight over a place: along a heading, so long and so wide."""

    centre: LonLat
    heading_deg: float = 90.0
    length_m: float = 8_000.0
    width_m: float = 5_000.0
    pixel_m: float = 20.0


def image_of(fire: Fire, at_s: float, flight: Pass, seed: int = 0, taken_at: datetime | None = None) -> bytes:
    """The thermal image of a fire at a moment, as a GeoTIFF in °C; what the swath did not see has no data."""
    grid = _frame(flight)
    x, y = _middles(grid)
    temperature_c = sampled(fire.temperature_c(at_s), *fire.terrain.grid.cells_of_metres(x, y))
    rng = np.random.default_rng(seed)
    temperature_c += rng.normal(0.0, _NOISE_C, temperature_c.shape)
    temperature_c += rng.normal(0.0, _STRIPES_C, (temperature_c.shape[0], 1))
    counts = np.round(np.minimum(temperature_c, _SATURATED_C) / _STEP_C).astype(np.int16)
    counts[~_seen(grid, flight, rng)] = NO_DATA
    return written_geotiff(counts, grid, taken_at)


def written_geotiff(counts: NDArray[np.int16], grid: Grid, taken_at: datetime | None = None) -> bytes:
    """Counts of a pixel as a compressed GeoTIFF whose unit is °C."""
    form = {"driver": "GTiff", "width": grid.columns, "height": grid.rows, "count": 1, "dtype": "int16"}
    packing = {"compress": "deflate", "predictor": 2, "zlevel": 9, "nodata": NO_DATA}
    transform = Affine(grid.cell_m, 0.0, grid.west, 0.0, -grid.cell_m, grid.north)
    with rasterio.MemoryFile() as memory:
        with memory.open(**form, **packing, crs=f"EPSG:{grid.epsg}", transform=transform) as image:
            image.write(counts, 1)
            image.scales, image.units = (_STEP_C,), ("°C",)
            if taken_at is not None:
                image.update_tags(TIFFTAG_DATETIME=f"{taken_at.astimezone(UTC):%Y:%m:%d %H:%M:%S}")
        return bytes(memory.read())


def _frame(flight: Pass) -> Grid:
    """The upright grid that holds a swath of any heading."""
    heading = np.radians(flight.heading_deg)
    sine, cosine = abs(np.sin(heading)), abs(np.cos(heading))
    room = 2 * _ROLL_M
    width_m = flight.length_m * sine + flight.width_m * cosine + room
    height_m = flight.length_m * cosine + flight.width_m * sine + room
    return grid_around(flight.centre, width_m, height_m, flight.pixel_m)


def _middles(grid: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    columns, rows = np.meshgrid(np.arange(grid.columns) + 0.5, np.arange(grid.rows) + 0.5)
    return grid.west + columns * grid.cell_m, grid.north - rows * grid.cell_m


def _seen(grid: Grid, flight: Pass, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which pixels the swath covers: its sides waver as the aircraft rolls."""
    x, y = _middles(grid)
    middle_x, middle_y = grid.metres(grid.rows / 2, grid.columns / 2)
    heading = np.radians(flight.heading_deg)
    along = (x - middle_x) * np.sin(heading) + (y - middle_y) * np.cos(heading)
    across = (x - middle_x) * np.cos(heading) - (y - middle_y) * np.sin(heading)
    phases, lengths_m = rng.uniform(0, 2 * np.pi, 3), (900.0, 2_100.0, 4_700.0)
    waver = sum(np.sin(2 * np.pi * along / m + phase) for m, phase in zip(lengths_m, phases, strict=True))
    shifted = across + _ROLL_M / 3 * waver
    return np.asarray((np.abs(along) <= flight.length_m / 2) & (np.abs(shifted) <= flight.width_m / 2))


def pass_over(fire: Fire, at_s: float, heading_deg: float, margin_m: float = 900.0, pixel_m: float = 20.0) -> Pass:
    """A pass that covers what has burnt by then and a margin around it."""
    grid = fire.terrain.grid
    rows, columns = np.nonzero(fire.burnt(at_s))
    if not len(rows):
        raise ValueError("at_s: expected a moment at which something has burnt")
    corners = [(rows.min(), columns.min()), (rows.max() + 1, columns.max() + 1)]
    centre = grid.place(float(rows.min() + rows.max() + 1) / 2, float(columns.min() + columns.max() + 1) / 2)
    first, last = (grid.place(float(row), float(column)) for row, column in corners)
    east_m, north_m = (abs(metres) for metres in metres_between(first, last))
    heading = np.radians(heading_deg)
    sine, cosine = abs(float(np.sin(heading))), abs(float(np.cos(heading)))
    length_m = east_m * sine + north_m * cosine + 2 * margin_m
    width_m = east_m * cosine + north_m * sine + 2 * margin_m
    if utm_zone(centre) != grid.epsg:
        raise ValueError("fire: expected it within the zone of its terrain")
    return Pass(centre, heading_deg, length_m, width_m, pixel_m)
