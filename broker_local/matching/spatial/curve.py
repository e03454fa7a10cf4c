"""Orders that keep neighbours together: rows of boxes along a Hilbert curve or in Sort-Tile-Recursive tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined, kernel

Floats = NDArray[np.float64]

_HILBERT_BITS = 16


@inlined
def hilbert_distance(column: int, row: int) -> int:
    """How far along a 65,536 by 65,536 Hilbert curve a cell lies."""
    x, y, distance = column, row, 0
    last = (1 << _HILBERT_BITS) - 1
    side = 1 << (_HILBERT_BITS - 1)
    while side > 0:
        right = 1 if (x & side) > 0 else 0
        upper = 1 if (y & side) > 0 else 0
        distance += side * side * ((3 * right) ^ upper)
        if upper == 0:
            if right == 1:
                x, y = last - x, last - y
            x, y = y, x
        side >>= 1
    return distance


@kernel
def _hilbert_keys(
    x: Floats, y: Floats, left: float, bottom: float, scale_x: float, scale_y: float
) -> NDArray[np.uint64]:
    """The distance along the curve in the upper half of a key, the row in the lower."""
    keys = np.empty(len(x), np.uint64)
    for i in range(len(x)):
        column = int((x[i] - left) * scale_x)
        row = int((y[i] - bottom) * scale_y)
        keys[i] = (np.uint64(hilbert_distance(column, row)) << np.uint64(32)) | np.uint64(i)
    return keys


def hilbert_order(x: Floats, y: Floats) -> NDArray[np.int32]:
    """Rows in the order in which a Hilbert curve over their extent passes them; ties by row."""
    if len(x) == 0:
        return np.empty(0, np.int32)
    cells = float((1 << _HILBERT_BITS) - 1)
    left, bottom = float(x.min()), float(y.min())
    width, height = float(x.max()) - left, float(y.max()) - bottom
    keys = _hilbert_keys(x, y, left, bottom, _scale(cells, width), _scale(cells, height))
    keys.sort()
    return (keys & np.uint64(0xFFFFFFFF)).astype(np.int32)


def _scale(cells: float, extent: float) -> float:
    """Cells per unit; 0 where everything lies on one line, or where the extent is too small to divide by."""
    scale = cells / extent if extent > 0.0 else 0.0
    return scale if np.isfinite(scale) else 0.0


def tile_order(x: Floats, y: Floats, node_size: int) -> NDArray[np.int32]:
    """Rows in Sort-Tile-Recursive order (Leutenegger 1997), tiled from the root down.

    Every node of a tree with `node_size` children splits its share into vertical slices and each slice into tiles, so
    that the leaves of any node are neighbours on every level, not on the lowest alone.
    """
    count = len(x)
    by_x, by_y = np.argsort(x, kind="stable"), np.argsort(y, kind="stable")
    rank_x, rank_y = _inverse(by_x), _inverse(by_y)
    order = np.arange(count, dtype=np.int64)
    position = np.arange(count, dtype=np.int64)
    slices = int(np.ceil(np.sqrt(node_size)))
    share = 1
    while share < count:
        share *= node_size
    while share > 1:
        child = share // node_size
        order = _sorted_within(position // share, rank_x[order], by_x)
        per_slice = slices * child
        slice_of = (position // share) * node_size + (position % share) // per_slice
        order = _sorted_within(slice_of, rank_y[order], by_y)
        share = child
    return order.astype(np.int32)


def _inverse(order: NDArray[np.int64]) -> NDArray[np.int64]:
    inverse = np.empty_like(order)
    inverse[order] = np.arange(len(order))
    return inverse


def _sorted_within(group: NDArray[np.int64], rank: NDArray[np.int64], by_rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows sorted by rank inside each group; the groups are consecutive and stay where they are."""
    keys = group * len(rank) + rank
    keys.sort()
    rows: NDArray[np.int64] = by_rank[keys % len(rank)]
    return rows
