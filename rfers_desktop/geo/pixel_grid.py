"""Pixels of one size over the whole map: a pixel is the same place whatever part of the map is looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .projections import WEB_MERCATOR, Bounds, Projection

TILE_PX = 256
_EDGE_PX = 1e-6  # a bound this near to an edge between pixels is on it


class PixelBox(NamedTuple):
    """Whole pixels, counted to the right and down from the map's origin; right and bottom are the first beyond."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """How many columns."""
        return max(self.right - self.left, 0)

    @property
    def height(self) -> int:
        """How many rows."""
        return max(self.bottom - self.top, 0)

    @property
    def is_empty(self) -> bool:
        """Whether there is no pixel in it."""
        return self.right <= self.left or self.bottom <= self.top

    def shared_with(self, other: PixelBox) -> PixelBox:
        """What lies in both; empty if nothing does."""
        return PixelBox(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class GridTile(NamedTuple):
    """A square of TILE_PX pixels, by its place among all."""

    column: int
    row: int

    @property
    def box(self) -> PixelBox:
        """Its pixels."""
        left, top = self.column * TILE_PX, self.row * TILE_PX
        return PixelBox(left, top, left + TILE_PX, top + TILE_PX)


@dataclass(frozen=True, slots=True)
class PixelGrid:
    """Square pixels of `step` map units, row 0 just below the map's origin."""

    step: float
    projection: Projection = WEB_MERCATOR

    def bounds(self, box: PixelBox) -> Bounds:
        """Where pixels are, in map units."""
        return box.left * self.step, -box.bottom * self.step, box.right * self.step, -box.top * self.step

    def box_around(self, bounds: Bounds) -> PixelBox:
        """The pixels that an area in map units touches."""
        x_min, y_min, x_max, y_max = (bound / self.step for bound in bounds)
        return PixelBox(
            math.floor(x_min + _EDGE_PX),
            math.floor(-y_max + _EDGE_PX),
            math.ceil(x_max - _EDGE_PX),
            math.ceil(-y_min - _EDGE_PX),
        )


def tiles_of(box: PixelBox) -> Iterator[GridTile]:
    """The tiles that pixels lie in, row by row."""
    if box.is_empty:
        return
    for row in range(box.top // TILE_PX, (box.bottom - 1) // TILE_PX + 1):
        for column in range(box.left // TILE_PX, (box.right - 1) // TILE_PX + 1):
            yield GridTile(column, row)
