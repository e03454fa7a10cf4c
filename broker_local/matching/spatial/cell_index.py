"""Points against areas: cells wholly inside an area answer at once, only cells on its outline ask the area itself."""

from __future__ import annotations

import numpy as np

from .cell_lists import cell_lists
from .cell_probe import collect_hits
from .curve import hilbert_order
from .flat_geometry import FlatGeometries, Floats
from .point_location import ON_BOUNDARY, OUTSIDE, areas_of, locate_by_geos
from .point_pairs import NO_NAMES, PointHits, PointPairs, hits_by_event, merge_hits

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
        return merge_hits([(hits, NO_NAMES) for hits in self.collect(points)], len(points))

    def collect(self, points: Floats) -> list[PointHits]:
        """What `query` finds, not yet put in order."""
        points = np.ascontiguousarray(points, np.float64)
        if len(points) >= _MANY:
            order = hilbert_order(points[:, 0], points[:, 1])
        else:
            order = np.arange(len(points), dtype=np.int32)
        hits, doubts = collect_hits(points, order, self._lists, self._areas)
        if len(doubts) == 0:
            return [hits]
        events, rows = doubts.T
        locations = locate_by_geos(points[events], rows, self._flat)
        settled = locations != OUTSIDE
        codes = 2 * rows[settled] + (locations[settled] == ON_BOUNDARY)
        return [hits, hits_by_event(events[settled], codes, len(points))]
