"""Metres on the ground: how far apart places are, where one comes by a heading, and grids of square cells in UTM."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pyproj import Transformer

M_PER_DEG = 111_320.0  # of latitude; of longitude at the equator

LonLat = tuple[float, float]
Numbers = NDArray[np.float64]


def moved(place: LonLat, heading_deg: float, distance_m: float) -> LonLat:
    """Where one comes from a place by a heading, clockwise from north; for distances within a province."""
    lon, lat = place
    heading = math.radians(heading_deg)
    east_deg = distance_m * math.sin(heading) / (M_PER_DEG * math.cos(math.radians(lat)))
    return lon + east_deg, lat + distance_m * math.cos(heading) / M_PER_DEG


def metres_between(one: LonLat, other: LonLat) -> tuple[float, float]:
    """How far east and how far north the other place is."""
    east_m = (other[0] - one[0]) * M_PER_DEG * math.cos(math.radians((one[1] + other[1]) / 2))
    return east_m, (other[1] - one[1]) * M_PER_DEG


def utm_zone(place: LonLat) -> int:
    """The EPSG code of the UTM zone of a place."""
    return (32600 if place[1] >= 0 else 32700) + int((place[0] + 180) // 6) + 1


@dataclass(frozen=True)
class Grid:
    """Rows and columns of square cells in a UTM zone; row 0 is in the north, as in an image."""

    epsg: int
    west: float
    north: float
    cell_m: float
    rows: int
    columns: int

    @cached_property
    def _to_utm(self) -> Transformer:
        return Transformer.from_crs(4326, self.epsg, always_xy=True)

    def cells(self, lon: Numbers | float, lat: Numbers | float) -> tuple[Numbers, Numbers]:
        """Row and column of places, as fractions: (0.5, 0.5) is the middle of the first cell."""
        x, y = self._to_utm.transform(lon, lat)
        return self.cells_of_metres(np.asarray(x), np.asarray(y))

    def cells_of_metres(self, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
        """The same, of places that are in the zone's metres already."""
        return (self.north - y) / self.cell_m, (x - self.west) / self.cell_m

    def place(self, row: float, column: float) -> LonLat:
        """The place of a row and column, which may be fractions."""
        lon, lat = self._to_utm.transform(*self.metres(row, column), direction="INVERSE")
        return float(lon), float(lat)

    def places(self, rows: Numbers, columns: Numbers) -> Numbers:
        """The places of many rows and columns, a row of lon and lat each."""
        x, y = self.west + columns * self.cell_m, self.north - rows * self.cell_m
        return np.column_stack(self._to_utm.transform(x, y, direction="INVERSE"))

    def metres(self, row: float, column: float) -> tuple[float, float]:
        """East and north of a row and column, in the zone's metres."""
        return self.west + column * self.cell_m, self.north - row * self.cell_m


def grid_around(centre: LonLat, width_m: float, height_m: float, cell_m: float) -> Grid:
    """A grid whose middle is at a place, in that place's zone, its edges on whole cells."""
    epsg = utm_zone(centre)
    x, y = Transformer.from_crs(4326, epsg, always_xy=True).transform(*centre)
    columns, rows = max(1, round(width_m / cell_m)), max(1, round(height_m / cell_m))
    west = round((x - columns * cell_m / 2) / cell_m) * cell_m
    north = round((y + rows * cell_m / 2) / cell_m) * cell_m
    return Grid(epsg, west, north, cell_m, rows, columns)


def sampled(field: NDArray[np.generic], rows: Numbers, columns: Numbers) -> Numbers:
    """Values of a field between the middles of its cells, bilinear; beyond the edge that of the edge."""
    values = np.asarray(field, dtype=np.float64)
    r = np.clip(rows - 0.5, 0.0, values.shape[0] - 1.0)
    c = np.clip(columns - 0.5, 0.0, values.shape[1] - 1.0)
    r0, c0 = np.floor(r).astype(np.intp), np.floor(c).astype(np.intp)
    r1, c1 = np.minimum(r0 + 1, values.shape[0] - 1), np.minimum(c0 + 1, values.shape[1] - 1)
    down, right = r - r0, c - c0
    above = values[r0, c0] * (1 - right) + values[r0, c1] * right
    below = values[r1, c0] * (1 - right) + values[r1, c1] * right
    return np.asarray(above * (1 - down) + below * down)
