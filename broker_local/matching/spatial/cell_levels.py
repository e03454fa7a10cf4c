"""Square cells in powers of two: on which level an area is drawn, and the number of a block of cells.

A cell's side is a power of two and the cells are counted from the origin, so finding the cell of a point is an exact
multiplication and a floor: a point and an area can never disagree about where a cell ends.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .flat_geometry import FlatGeometries, Floats
from .kernel import inlined, kernel

# Cells across an area of few vertices: from half as many up to this many. Areas of more vertices get more, as the cube
# root, because reading their outline costs more and their coordinates outweigh the cells anyway.
_ACROSS = 7.0
_FEW_VERTICES = 32

_CELL_BITS = 28  # cells are numbered from -2**28 to 2**28; float rounding is then below 2**-20 of a cell
BLOCK_BITS = 3  # a block is 8 by 8 cells, one bit each in a 64-bit word
_BLOCK_BIAS = 1 << (_CELL_BITS - BLOCK_BITS)
_KEY_BITS = _CELL_BITS - BLOCK_BITS + 1
_FINEST = -1000  # the reciprocal of the side must be a float


class Levels(NamedTuple):
    """The levels in use, fine to coarse."""

    per_unit: Floats  # cells per unit of length: the reciprocal of the side
    extent: Floats  # (levels, 4): the bounds of all areas on the level


def levels_of(areas: FlatGeometries) -> tuple[Levels, NDArray[np.uint8]]:
    """The levels that these areas need, and the level of each area."""
    bounds = areas.bounds
    if len(areas) == 0:
        return Levels(np.empty(0), np.empty((0, 4))), np.empty(0, np.uint8)
    exponents = _exponents(areas)
    present, level_of = np.unique(exponents, return_inverse=True)
    extent = np.empty((len(present), 4))
    for level in range(len(present)):
        of_level = bounds[level_of == level]
        extent[level, :2], extent[level, 2:] = of_level[:, :2].min(axis=0), of_level[:, 2:].max(axis=0)
    return Levels(np.ldexp(1.0, -present), extent), level_of.astype(np.uint8)


def _exponents(areas: FlatGeometries) -> NDArray[np.int64]:
    """For each area the power of two that is the side of its cells."""
    bounds = areas.bounds
    vertices = np.diff(areas.path_starts[areas.geometry_starts])
    across = _ACROSS * np.cbrt(np.maximum(vertices / _FEW_VERTICES, 1.0))
    half_width = np.maximum(bounds[:, 2] * 0.5 - bounds[:, 0] * 0.5, bounds[:, 3] * 0.5 - bounds[:, 1] * 0.5)
    finest = max(math.frexp(float(np.abs(bounds).max()))[1] - _CELL_BITS, _FINEST)
    exponents = np.maximum(np.frexp(half_width / across)[1] + 1, finest).astype(np.int64)
    # A point pays for every level. One with few areas beside the next coarser joins it.
    present, counts = np.unique(exponents, return_counts=True)
    joins = present[:-1][(np.diff(present) == 1) & (2 * counts[:-1] < counts[1:])]
    joined: NDArray[np.int64] = np.where(np.isin(exponents, joins), exponents + 1, exponents)
    return joined


@inlined
def block_key(level: int, cell_x: int, cell_y: int) -> int:
    """One number for the block of a cell, unlike that of any other block on any level."""
    x = (cell_x >> BLOCK_BITS) + _BLOCK_BIAS
    y = (cell_y >> BLOCK_BITS) + _BLOCK_BIAS
    return (level << (2 * _KEY_BITS)) | (y << _KEY_BITS) | x


@inlined
def bit_in_block(cell_x: int, cell_y: int) -> int:
    """Which of its block's 64 bits stands for a cell."""
    side = (1 << BLOCK_BITS) - 1
    return ((cell_y & side) << BLOCK_BITS) | (cell_x & side)


@kernel
def cell_box(bounds: Floats, row: int, per_unit: float) -> tuple[int, int, int, int]:
    """The cells that hold the four limits of an area: first and last column, first and last row."""
    return (
        int(math.floor(bounds[row, 0] * per_unit)),
        int(math.floor(bounds[row, 2] * per_unit)),
        int(math.floor(bounds[row, 1] * per_unit)),
        int(math.floor(bounds[row, 3] * per_unit)),
    )
