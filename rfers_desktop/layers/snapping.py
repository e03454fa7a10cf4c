"""The nearest vertex or edge of what is drawn, for tools that draw: found by an index, not by looking at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

_RUN = 32  # vertices to a box of the index: few boxes, and few vertices to look at in each


@dataclass(frozen=True, slots=True)
class Snap:
    """A place on a drawn thing."""

    x: float
    y: float
    is_vertex: bool
    distance: float  # map units, from where was asked


class SnapIndex:
    """Vertices and edges of geometries in map units; made once for what is visible, asked with every move."""

    def __init__(self, geometries: Iterable[BaseGeometry]) -> None:
        lines, starts = _lines(list(geometries))
        self._xy = lines
        # Runs overlap by one vertex, so that each edge is in one of them; none goes from one line to the next.
        counts = np.diff(np.append(starts, len(lines)))
        runs = [
            (first, min(first + _RUN, start + count - 1))
            for start, count in zip(starts.tolist(), counts.tolist())
            for first in range(start, max(start + count - 1, start + 1), _RUN)
        ]
        self._runs = np.array(runs, dtype=np.int64).reshape(-1, 2)
        boxes = [
            (*self._xy[first : last + 1].min(axis=0), *self._xy[first : last + 1].max(axis=0)) for first, last in runs
        ]
        low_high = np.array(boxes, dtype=np.float64).reshape(-1, 4)
        self._tree = shapely.STRtree(np.asarray(shapely.box(*low_high.T)))

    def __len__(self) -> int:
        return len(self._xy)

    def nearest(self, x: float, y: float, within: float) -> Snap | None:
        """The nearest vertex within a distance, else the nearest place on an edge, else nothing."""
        near = self._tree.query(shapely.box(x - within, y - within, x + within, y + within))
        if not len(near):
            return None
        asked = np.array([x, y])
        runs = self._runs[np.sort(near)]
        vertices = np.concatenate([self._xy[first : last + 1] for first, last in runs])
        distances = np.hypot(*(vertices - asked).T)
        best = int(distances.argmin())
        if distances[best] <= within:
            return Snap(float(vertices[best, 0]), float(vertices[best, 1]), True, float(distances[best]))
        return _nearest_on_edges(
            np.concatenate([self._xy[first:last] for first, last in runs]),
            np.concatenate([self._xy[first + 1 : last + 1] for first, last in runs]),
            asked,
            within,
        )


def _nearest_on_edges(
    starts: NDArray[np.float64], ends: NDArray[np.float64], asked: NDArray[np.float64], within: float
) -> Snap | None:
    if not len(starts):
        return None
    along = ends - starts
    lengths = np.maximum((along**2).sum(axis=1), 1e-300)
    part = np.clip(((asked - starts) * along).sum(axis=1) / lengths, 0.0, 1.0)
    feet = starts + along * part[:, None]
    distances = np.hypot(*(feet - asked).T)
    best = int(distances.argmin())
    if distances[best] > within:
        return None
    return Snap(float(feet[best, 0]), float(feet[best, 1]), False, float(distances[best]))


def _lines(geometries: list[BaseGeometry]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """All coordinates, and where each point, line or ring of them begins."""
    parts = shapely.get_parts(np.array(geometries, dtype=object))
    while np.any(shapely.get_type_id(parts) >= 4):  # parts of collections may be collections
        parts = shapely.get_parts(parts)
    is_area = shapely.get_type_id(parts) == 3
    lines = np.concatenate((parts[~is_area], shapely.get_rings(parts[is_area])))
    lines = lines[~shapely.is_empty(lines)]
    counts = shapely.get_num_coordinates(lines)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])) if len(lines) else np.empty(0)
    return shapely.get_coordinates(lines), starts.astype(np.int64)
