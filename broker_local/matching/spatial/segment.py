"""A fixed set of geometries under the handles of their owner: asked by point, by box and by handle, never added to.

What is removed stays in place with its handle turned negative, until the segment is merged into a new one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .cell_index import CellIndex
from .curve import hilbert_order
from .flat_geometry import FlatGeometries, Floats, Geometries, Offsets
from .kernel import kernel
from .loose_scan import scan_boxes, scan_points
from .packed_rtree import Boxes, PackedRTree
from .pairs import IntArray
from .point_location import areas_of
from .point_pairs import Hits, hits_by_event, settled

NOT_HERE = -1


class Segment:
    """Geometries that are all areas, or none of them; indexed, or loose if there are only a few."""

    def __init__(self, flat: FlatGeometries, handles: IntArray, is_indexed: bool) -> None:
        if is_indexed:  # neighbours on the map become neighbours in memory
            order = hilbert_order(*(flat.bounds[:, :2] * 0.5 + flat.bounds[:, 2:] * 0.5).T)
            flat, handles = flat.select(order), handles[order]
        self.flat = flat
        self.handles = handles.copy()  # of those removed the complement, which is negative
        self.alive_count = len(handles)
        self.has_areas = bool(flat.is_area.all())
        self._rows_by_handle = np.argsort(handles).astype(np.int32)
        self._tree = PackedRTree(flat.bounds) if is_indexed else None
        self._cells = CellIndex(flat) if is_indexed and self.has_areas else None
        self._areas = areas_of(flat) if self.has_areas and not is_indexed else None

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        indexes = (index for index in (self._tree, self._cells) if index is not None)
        return (
            self.flat.nbytes
            + self.handles.nbytes
            + self._rows_by_handle.nbytes
            + sum(index.nbytes for index in indexes)
        )

    @property
    def is_indexed(self) -> bool:
        """Whether a question costs less than looking at every geometry."""
        return self._tree is not None

    def rows_of(self, handles: IntArray) -> IntArray:
        """The rows of handles, NOT_HERE for those that are not, or no longer, here."""
        return _rows_of(handles, self.handles, self._rows_by_handle)

    def remove(self, rows: IntArray) -> None:
        """Take rows that are still alive, each named once, out of all later answers."""
        self.handles[rows] = ~self.handles[rows]
        self.alive_count -= len(rows)

    def geometries(self, rows: IntArray) -> Geometries:
        """The rows as shapely geometries."""
        return self.flat.rebuild(rows)

    def find_points(self, points: Floats, order: Offsets) -> list[Hits]:
        """The areas that each point lies in or on, removed ones included; nothing where there are no areas."""
        if self._cells is not None:
            return self._cells.collect(points, order)
        if self._areas is None:
            return []
        hits, doubts = scan_points(points, self.flat.bounds, self._areas)
        return settled(hits, doubts, points, self.flat)

    def find_boxes(self, boxes: Boxes) -> Hits:
        """The geometries whose boxes meet each box, removed ones included."""
        if self._tree is not None:
            events, rows = self._tree.query(boxes)
        else:
            events, rows = scan_boxes(boxes, self.flat.bounds)
        return hits_by_event(events, 2 * rows, len(boxes))


def merged(sources: Sequence[tuple[FlatGeometries, IntArray]], is_indexed: bool) -> Segment:
    """One segment of all that is alive in several; the array beside each gives its handles, negative if removed."""
    stores, handles = [], []
    for flat, names in sources:
        alive = np.flatnonzero(names >= 0)
        is_whole = len(alive) == len(names)
        stores.append(flat if is_whole else flat.select(alive))
        handles.append(names if is_whole else names[alive])
    flat = stores[0] if len(stores) == 1 else FlatGeometries.concatenate(stores)
    return Segment(flat, np.concatenate(handles), is_indexed)


@kernel
def _rows_of(wanted: IntArray, handles: IntArray, rows_by_handle: NDArray[np.int32]) -> IntArray:
    rows = np.full(len(wanted), NOT_HERE, np.int64)
    for i in range(len(wanted)):
        low, high = 0, len(rows_by_handle)
        while low < high:
            middle = (low + high) // 2
            handle = handles[rows_by_handle[middle]]
            if (handle if handle >= 0 else ~handle) < wanted[i]:
                low = middle + 1
            else:
                high = middle
        if low < len(rows_by_handle) and handles[rows_by_handle[low]] == wanted[i]:
            rows[i] = rows_by_handle[low]
    return rows
