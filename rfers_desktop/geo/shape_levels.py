"""Features in map units, generalised for each scale: no more positions than a picture can show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from .features import Bounds, Features, Kind

Positions = NDArray[np.float64]
ToMap = Callable[[Positions], Positions]
_SHARE_OF_PIXEL = 0.8  # what is nearer together than this is one position
_SHARE_OF_TOLERANCE = 0.5  # how far a simplified line may be from the true one
_SMALLEST_LEVEL = -3  # an eighth of a map unit: below, everything is drawn as it is


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Runs of positions in map units, and the feature of each."""

    kind: Kind
    xy: Positions
    starts: NDArray[np.int64]  # where each run begins; one more for the end
    feature: NDArray[np.int64]  # of each run
    boxes: NDArray[np.float64]  # of each run: x_min, y_min, x_max, y_max

    def runs_in(self, bounds: Bounds) -> NDArray[np.int64]:
        """Which runs have a box that touches bounds."""
        x_min, y_min, x_max, y_max = bounds
        boxes = self.boxes
        near = (boxes[:, 0] <= x_max) & (boxes[:, 2] >= x_min) & (boxes[:, 1] <= y_max) & (boxes[:, 3] >= y_min)
        return np.flatnonzero(near)

    def taken(self, runs: NDArray[np.int64]) -> tuple[Positions, NDArray[np.int64]]:
        """The positions of some runs, and where each begins."""
        counts = self.starts[runs + 1] - self.starts[runs]
        starts = np.concatenate(([0], np.cumsum(counts)))
        rows = np.arange(starts[-1]) + np.repeat(self.starts[runs] - starts[:-1], counts)
        return self.xy[rows], starts


class ShapeLevels:
    """The levels of some features in one projection; each is made when it is first needed, and kept."""

    def __init__(self, features: Features, to_map: ToMap) -> None:
        self._kind = features.kind
        xy = to_map(features.lonlat)
        self._full = _level(features.kind, *_finite_runs(xy, features.run_starts, features.feature_of_run()))
        self._levels: dict[int, Level] = {}

    @property
    def full(self) -> Level:
        """All positions."""
        return self._full

    def level(self, units_per_px: float) -> Level:
        """What to draw where a device pixel is so many map units."""
        number = math.floor(math.log2(units_per_px * _SHARE_OF_PIXEL))
        if number < _SMALLEST_LEVEL:
            return self._full
        if number not in self._levels:
            self._levels[number] = thinned(self._full, 2.0**number)
        return self._levels[number]


def thinned(level: Level, tolerance: float) -> Level:
    """Of positions in a cell of a grid only the first, then the line simplified; shapes that are smaller go."""
    if level.kind is Kind.POINT:
        return _thinned_points(level, tolerance)
    return _simplified(_first_in_cells(level, tolerance), tolerance * _SHARE_OF_TOLERANCE)


def _first_in_cells(level: Level, tolerance: float) -> Level:
    """A cheap first step: where positions follow each other in one cell, the first stays."""
    owner = np.repeat(np.arange(len(level.feature)), np.diff(level.starts))
    cells = np.floor(level.xy / tolerance)
    is_kept = np.ones(len(owner), dtype=np.bool_)
    is_kept[1:] = (cells[1:] != cells[:-1]).any(axis=1) | (owner[1:] != owner[:-1])
    is_kept[level.starts[1:] - 1] = True  # the last position of a run closes a ring, or ends a line
    size = np.maximum(level.boxes[:, 2] - level.boxes[:, 0], level.boxes[:, 3] - level.boxes[:, 1])
    is_large = size > tolerance
    if level.kind is Kind.AREA:
        is_large &= np.bincount(owner[is_kept], minlength=len(level.feature)) >= 4
    is_kept &= is_large[owner]
    counts = np.bincount(owner[is_kept], minlength=len(level.feature))[is_large]
    starts = np.concatenate(([0], np.cumsum(counts)))
    return Level(level.kind, level.xy[is_kept], starts, level.feature[is_large], level.boxes[is_large])


def _simplified(level: Level, tolerance: float) -> Level:
    """Douglas & Peucker 1973, run by run."""
    if not len(level.feature):
        return level
    owner = np.repeat(np.arange(len(level.feature)), np.diff(level.starts))
    lines = shapely.simplify(shapely.linestrings(level.xy, indices=owner), tolerance, preserve_topology=False)
    counts = np.asarray(shapely.get_num_coordinates(lines), dtype=np.int64)
    is_kept = counts >= (4 if level.kind is Kind.AREA else 2)
    starts = np.concatenate(([0], np.cumsum(counts[is_kept])))
    return Level(
        level.kind,
        shapely.get_coordinates(np.asarray(lines)[is_kept]),
        starts,
        level.feature[is_kept],
        level.boxes[is_kept],
    )


def _thinned_points(level: Level, tolerance: float) -> Level:
    """One point a cell: the first, so that those in front in the file stay."""
    cells = np.floor(level.xy / tolerance)
    _, first = np.unique(cells, axis=0, return_index=True)
    kept = np.sort(first)
    return Level(level.kind, level.xy[kept], np.arange(len(kept) + 1), level.feature[kept], level.boxes[kept])


def _finite_runs(
    xy: Positions, starts: NDArray[np.int64], feature: NDArray[np.int64]
) -> tuple[Positions, NDArray[np.int64], NDArray[np.int64]]:
    """Without runs that have a position where the projection has none."""
    is_finite = np.isfinite(xy).all(axis=1)
    if is_finite.all():
        return xy, starts, feature
    owner = np.repeat(np.arange(len(feature)), np.diff(starts))
    is_whole = np.ones(len(feature), dtype=np.bool_)
    is_whole[owner[~is_finite]] = False
    counts = np.diff(starts)[is_whole]
    return xy[is_whole[owner]], np.concatenate(([0], np.cumsum(counts))), feature[is_whole]


def _level(kind: Kind, xy: Positions, starts: NDArray[np.int64], feature: NDArray[np.int64]) -> Level:
    if not len(feature):
        return Level(kind, xy, starts, feature, np.empty((0, 4)))
    boxes = np.concatenate((np.minimum.reduceat(xy, starts[:-1]), np.maximum.reduceat(xy, starts[:-1])), axis=1)
    return Level(kind, xy, starts, feature, boxes)
