"""Where features are named: in the middle of an area, along a line, at a point."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from .features import Kind
from .shape_levels import Level

Anchors = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]  # features, places, widths
_MOST_ALONG = 4000  # names along all lines of a layer: farther apart rather than more


def anchors(level: Level, is_named: NDArray[np.bool_], apart: float) -> Anchors:
    """Features that are named, a place in map units for each name, and how wide the area there is (else endless).

    Lines are named again when `apart` units on.
    """
    runs = np.flatnonzero(is_named[level.feature])
    if not len(runs):
        return np.empty(0, dtype=np.int64), np.empty((0, 2)), np.empty(0)
    if level.kind is Kind.LINE:
        return _along(level, runs, apart)
    if level.kind is Kind.POINT:
        features, first = np.unique(level.feature[runs], return_index=True)
        return features, level.xy[level.starts[runs[first]]], np.full(len(features), np.inf)
    return _inside(level, runs)


def _inside(level: Level, runs: NDArray[np.int64]) -> Anchors:
    """A place well within the largest ring of each feature."""
    boxes = level.boxes[runs]
    size = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    order = np.lexsort((runs, -size, level.feature[runs]))
    features, first = np.unique(level.feature[runs][order], return_index=True)
    largest = runs[order][first]
    middles = (level.boxes[largest, :2] + level.boxes[largest, 2:]) / 2
    xy, starts = level.taken(largest)
    is_ring = np.diff(starts) >= 4
    rings = np.flatnonzero(is_ring)
    owner = np.repeat(np.arange(len(largest)), np.diff(starts))
    polygons = shapely.polygons(
        shapely.linearrings(xy[is_ring[owner]], indices=np.cumsum(is_ring)[owner[is_ring[owner]]] - 1)
    )
    for row, polygon in zip(rings.tolist(), np.asarray(polygons).tolist()):
        try:
            inner = shapely.point_on_surface(polygon)
        except shapely.errors.GEOSException:  # it crosses itself badly; the middle of its box has to do
            continue
        if not inner.is_empty:
            middles[row] = (inner.x, inner.y)
    return features, middles, level.boxes[largest, 2] - level.boxes[largest, 0]


def _along(level: Level, runs: NDArray[np.int64], apart: float) -> Anchors:
    """Places on lines, the first in the middle of a step, so that a short line is named in its middle."""
    xy, starts = level.taken(runs)
    owner = np.repeat(np.arange(len(runs)), np.diff(starts))
    steps = np.hypot(*np.diff(xy, axis=0).T)
    steps[owner[1:] != owner[:-1]] = 0.0
    along = np.concatenate(([0.0], np.cumsum(steps)))
    begin, end = along[starts[:-1]], along[starts[1:] - 1]
    apart = max(apart, along[-1] / _MOST_ALONG)
    counts = (
        np.maximum(np.floor((end - begin) / apart), 1).astype(np.int64) if apart > 0 else np.ones(len(runs), np.int64)
    )
    line = np.repeat(np.arange(len(runs)), counts)
    number = np.arange(len(line)) - np.repeat(np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
    wanted = begin[line] + (number + 0.5) * ((end - begin) / counts)[line]
    places = np.column_stack([np.interp(wanted, along, xy[:, axis]) for axis in (0, 1)])
    return level.feature[runs][line], places, np.full(len(line), np.inf)
