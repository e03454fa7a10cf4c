"""Long outlines cut into short runs of edges with the reach of each, so that a ray to the right reads only a few.

A coastline of 100,000 vertices is one geometry like any other; without this every point near it would read it whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .flat_geometry import FlatGeometries, Floats, Offsets
from .kernel import kernel
from .ragged import offsets_of

Mask = NDArray[np.bool_]

_LONG = 96  # coordinates; up to here reading a geometry whole is as quick
_RUN = 16  # edges


def edge_runs(flat: FlatGeometries) -> tuple[Offsets, Offsets, Floats]:
    """By row where its runs begin; by run the first and last coordinate; by run lowest y, highest y, highest x."""
    is_long, any_long = _long_ones(flat.path_starts, flat.geometry_starts)
    if not any_long:
        return np.zeros(len(flat) + 1, np.int32), np.empty((0, 2), np.int32), np.empty((0, 3))
    run_starts = offsets_of(_run_counts(is_long, flat.path_starts, flat.geometry_starts))
    edges, reach = _fill_runs(is_long, flat.coords, flat.path_starts, flat.geometry_starts, int(run_starts[-1]))
    return run_starts, edges, reach


@kernel
def _long_ones(path_starts: Offsets, geometry_starts: Offsets) -> tuple[Mask, bool]:
    is_long, any_long = np.empty(len(geometry_starts) - 1, np.bool_), False
    for row in range(len(is_long)):
        size = path_starts[geometry_starts[row + 1]] - path_starts[geometry_starts[row]]
        is_long[row] = size > _LONG
        any_long |= size > _LONG
    return is_long, any_long


@kernel
def _run_counts(is_long: Mask, path_starts: Offsets, geometry_starts: Offsets) -> NDArray[np.int64]:
    counts = np.zeros(len(is_long), np.int64)
    for row in range(len(is_long)):
        if is_long[row]:
            for path in range(geometry_starts[row], geometry_starts[row + 1]):
                edges = path_starts[path + 1] - path_starts[path] - 1
                counts[row] += (edges + _RUN - 1) // _RUN
    return counts


@kernel
def _fill_runs(
    is_long: Mask, coords: Floats, path_starts: Offsets, geometry_starts: Offsets, count: int
) -> tuple[Offsets, Floats]:
    edges, reach = np.empty((count, 2), np.int32), np.empty((count, 3))
    run = 0
    for row in range(len(is_long)):
        if not is_long[row]:
            continue
        for path in range(geometry_starts[row], geometry_starts[row + 1]):
            end = path_starts[path + 1] - 1
            for first in range(path_starts[path], end, _RUN):
                last = min(first + _RUN, end)
                edges[run, 0], edges[run, 1] = first, last
                reach[run, 0] = coords[first : last + 1, 1].min()
                reach[run, 1] = coords[first : last + 1, 1].max()
                reach[run, 2] = coords[first : last + 1, 0].max()
                run += 1
    return edges, reach
