"""The outline of an image's valid pixels: never smaller than they are, and of few corners."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

MAX_CORNERS = 120
_MOST_RUNS = 1_000  # a mask like noise is made coarser first: joining its specks would take long and tell nothing

Mask = NDArray[np.bool_]


def coarsened(mask: Mask, factor: int) -> Mask:
    """A mask of cells of factor × factor: valid where any pixel is. The last row and column may cover less."""
    rows, columns = mask.shape
    padded = np.pad(mask, ((0, -rows % factor), (0, -columns % factor)))
    return np.asarray(padded.reshape(-1, factor, padded.shape[1] // factor, factor).any(axis=(1, 3)))


def outline(mask: Mask) -> BaseGeometry | None:
    """Polygons that cover every valid cell, in cells from the upper left corner; None where nothing is valid.

    What cannot be drawn with few corners is made coarser until it can.
    """
    rows, columns = mask.shape
    frame, size = shapely.box(0, 0, columns, rows), 1
    if not mask.any():
        return None
    while True:
        runs = _runs(mask)
        drawn = _drawn(runs * size, 1.5 * size, frame) if len(runs) <= _MOST_RUNS else None
        if drawn is not None:
            return drawn
        mask, size = coarsened(mask, 2), size * 2


def _drawn(runs: NDArray[np.float64], reach: float, frame: BaseGeometry) -> BaseGeometry | None:
    cells = shapely.union_all(shapely.box(*runs.T)).intersection(frame).simplify(0.0)
    # Douglas and Peucker's line strays by `reach` at most, so that growing by as much takes back all it cut off.
    grown = cells.simplify(reach).buffer(reach, join_style="mitre").intersection(frame)
    for drawn in (cells, grown):
        if shapely.get_num_coordinates(drawn) <= MAX_CORNERS and drawn.covers(cells):
            return drawn
    return None


def _runs(mask: Mask) -> NDArray[np.float64]:
    """Boxes (left, top, right, bottom), one for each run of valid cells in a row."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, left = np.nonzero(edges == 1)
    _, right = np.nonzero(edges == -1)  # both in the order of rows, so that they pair up
    return np.column_stack((left, row, right, row + 1)).astype(np.float64)
