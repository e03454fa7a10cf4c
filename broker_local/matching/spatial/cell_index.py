"""Points against areas: cells wholly inside an area answer at once, only cells on its outline ask the area itself."""

from __future__ import annotations

import numpy as np

from .cell_lists import cell_lists
from .cell_probe import collect_hits
from .curve import hilbert_order
from .flat_geometry import FlatGeometries, Floats, Offsets
from .point_location import areas_of
from .point_pairs import NO_HANDLES, Hits, PointPairs, merge_hits, settled

_MANY = 512  # points; from here on it pays to look them up in the order of a curve


class CellIndex:
    """The areas of a store, drawn into cells once; asked for batches of points.

    Areas laid out along a curve (`curve.hilbert_order`) are found faster than areas in random order.
    """

    def __init__(self, flat: FlatGeometries) -> None:
        is_area = flat.is_area
        if not is_area.all():
            row = int(np.argmin(is_area))
            raise ValueError(f"flat[{row}]: expected a Polygon or MultiPolygon, got {flat.rebuild(np.array([row]))[0]}")
        self._flat = flat
        self._areas = areas_of(flat)
        self._lists = cell_lists(flat)

    def __len__(self) -> int:
        return len(self._flat)

    @property
    def nbytes(self) -> int:
        """Bytes held beside those of the store itself."""
        levels, table, *lists = self._lists
        arrays = (*levels, *table, *lists, *self._areas[3:])
        return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))

    def query(self, points: Floats) -> PointPairs:
        """Every (point row, area row) where the point (n, 2) lies in the area or on its boundary."""
        points = np.ascontiguousarray(points, np.float64)
        return merge_hits([(hits, NO_HANDLES) for hits in self.collect(points, visiting_order(points))], len(points))

    def collect(self, points: Floats, order: Offsets) -> list[Hits]:
        """What `query` finds, not yet put in order; the points are looked up in the given order."""
        hits, doubts = collect_hits(points, order, self._lists, self._areas)
        return settled(hits, doubts, points, self._flat)


def visiting_order(points: Floats) -> Offsets:
    """The order in which to look up a batch of points."""
    if len(points) < _MANY:
        return np.arange(len(points), dtype=np.int32)
    return hilbert_order(points[:, 0], points[:, 1])
