"""The dynamic index: a few static segments and a short loose tail, merged as they grow (a log-structured index).

A change goes to the tail and is seen by the next question. When the tail is full it is merged with the segments that
are not much larger than what has been gathered so far; so every segment left is many times larger than all younger
ones together, and there are only a few. A merge works on copies and can run on another thread; its result takes the
place of its sources in one assignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .cell_index import visiting_order
from .flat_geometry import FlatGeometries, Floats, Geometries
from .packed_rtree import Boxes
from .pairs import IntArray
from .point_pairs import PointPairs, merge_hits
from .segment import NOT_HERE, Segment, merged

_LONGEST_TAIL = 16  # geometries; beyond this an index costs an event less than comparing with each
_RATIO = 64  # how many times what is gathered a segment may be and still be merged with it
_HIGHEST_HANDLE = 2**62 - 1  # a hit is a handle and one bit
_MOST_REMOVED = 0.25  # share of a segment; beyond this it is rewritten


@dataclass(slots=True, eq=False)
class _Merge:
    """A merge under way."""

    sources: tuple[Segment, ...]
    result: Future[Segment] = field(default_factory=Future)
    removed: list[IntArray] = field(default_factory=list)  # handles removed since it began


class SegmentedIndex:
    """Geometries under int64 handles of the caller's choice, none negative; for one thread at a time.

    Merges run on the given executor, or at once if there is none. It should have two workers, since a small merge is
    not to wait for a large one. Many geometries are best added in one call, which makes them a segment right away.
    """

    def __init__(self, merges: Executor | None = None) -> None:
        self._executor = merges
        self._segments: tuple[Segment, ...] = ()
        self._merges: list[_Merge] = []

    def __len__(self) -> int:
        return sum(segment.alive_count for segment in self._segments)

    @property
    def nbytes(self) -> int:
        """Bytes held, apart from merges under way."""
        return sum(segment.nbytes for segment in self._segments)

    @property
    def segment_sizes(self) -> list[int]:
        """How many geometries are alive in each segment."""
        return [segment.alive_count for segment in self._segments]

    @property
    def handles(self) -> IntArray:
        """All handles held, ascending."""
        alive = [segment.handles[segment.handles >= 0] for segment in self._segments]
        return np.sort(np.concatenate([np.empty(0, np.int64), *alive]))

    def holds(self, handles: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Which of the handles are held."""
        handles = _as_handles(handles)
        is_held = np.zeros(len(handles), np.bool_)
        for segment in self._segments:
            is_held |= segment.rows_of(handles) != NOT_HERE
        return is_held

    def add(self, handles: NDArray[np.integer], geometries: Geometries) -> None:
        """Add shapely geometries under handles that are not held yet."""
        self.add_flat(handles, FlatGeometries.from_shapely(geometries))

    def add_polygons(
        self,
        handles: NDArray[np.integer],
        coords: Floats,
        ring_starts: NDArray[np.integer],
        polygon_starts: NDArray[np.integer] | None = None,
    ) -> None:
        """Add polygons from arrays alone, as `FlatGeometries.from_polygons` takes them."""
        self.add_flat(handles, FlatGeometries.from_polygons(coords, ring_starts, polygon_starts))

    def add_flat(self, handles: NDArray[np.integer], flat: FlatGeometries) -> None:
        """Add the geometries of a store."""
        handles = _as_handles(handles)
        self._refuse_wrong(handles, len(flat))
        is_area = flat.is_area
        area_count = int(np.count_nonzero(is_area))
        if area_count in (0, len(flat)):
            parts = [(flat, handles)]
        else:
            parts = [(flat.select(rows), handles[rows]) for rows in (np.flatnonzero(is_area), np.flatnonzero(~is_area))]
        for part in parts:
            if len(part[1]) > 0:
                self._append(*part)
        self._begin_due()

    def remove(self, handles: NDArray[np.integer]) -> None:
        """Remove what is held under the handles."""
        handles = _as_handles(handles)
        self._refuse_repeated(handles)
        found = [(segment, _present(segment.rows_of(handles))) for segment in self._segments]
        if sum(len(rows) for _, rows in found) < len(handles):
            raise KeyError(f"handles: expected handles that are held, got {int(handles[~self.holds(handles)][0])}")
        for segment, rows in found:
            if len(rows) > 0:
                segment.remove(rows)
        for merge in self._merges:
            merge.removed.append(handles)
        self._segments = tuple(segment for segment in self._segments if segment.alive_count > 0)
        self._begin_due()

    def replace(self, handles: NDArray[np.integer], geometries: Geometries) -> None:
        """Put other geometries under handles that are held."""
        flat = FlatGeometries.from_shapely(geometries)
        self._refuse_length(_as_handles(handles), len(flat))
        self.remove(handles)
        self.add_flat(handles, flat)

    def query_points(self, points: Floats) -> PointPairs:
        """Every (event row, handle) where the point (n, 2) lies in the area or on its boundary.

        Zones that are no areas have no inside: ask for them by box.
        """
        self._install_finished()
        points = np.ascontiguousarray(points, np.float64).reshape(-1, 2)
        order = visiting_order(points)
        segments = self._segments
        found = [(hits, s.handles) for s in segments if s.has_areas for hits in s.find_points(points, order)]
        return merge_hits(found, len(points))

    def query_boxes(self, boxes: Boxes) -> tuple[IntArray, IntArray]:
        """All (event row, handle) whose closed boxes intersect, by event row, then by handle."""
        self._install_finished()
        boxes = np.ascontiguousarray(boxes, np.float64).reshape(-1, 4)
        pairs = merge_hits([(s.find_boxes(boxes), s.handles) for s in self._segments], len(boxes))
        return pairs.event_rows, pairs.zones

    def geometries(self, handles: NDArray[np.integer]) -> Geometries:
        """What is held under the handles, as shapely geometries with the coordinates that were given."""
        handles = _as_handles(handles)
        geometries = np.full(len(handles), None, np.object_)
        is_held = np.zeros(len(handles), np.bool_)
        for segment in self._segments:
            rows = segment.rows_of(handles)
            here = np.flatnonzero(rows != NOT_HERE)
            if len(here) > 0:
                geometries[here] = segment.geometries(rows[here])
                is_held[here] = True
        if not is_held.all():
            raise KeyError(f"handles: expected handles that are held, got {int(handles[np.argmin(is_held)])}")
        return geometries

    def boxes(self, handles: NDArray[np.integer]) -> Boxes:
        """The boxes of what is held under the handles."""
        handles = _as_handles(handles)
        boxes = np.full((len(handles), 4), np.nan)
        for segment in self._segments:
            rows = segment.rows_of(handles)
            here = rows != NOT_HERE
            boxes[here] = segment.flat.bounds[rows[here]]
        return boxes

    def finish_merges(self) -> None:
        """Wait until no merge is under way and none is due."""
        while self._merges:
            wait([merge.result for merge in self._merges])
            self._install_finished()

    def _append(self, flat: FlatGeometries, handles: IntArray) -> None:
        """Put geometries of one kind into the tail, or make them a segment if they are many."""
        if len(handles) > _LONGEST_TAIL:
            self._segments = (*self._segments, Segment(flat, handles, is_indexed=True))
            return
        has_areas = bool(flat.is_area[0])
        for tail in self._free_segments():
            if not tail.is_indexed and tail.has_areas == has_areas:
                joined = merged([(tail.flat, tail.handles), (flat, handles)], is_indexed=False)
                self._segments = tuple(joined if segment is tail else segment for segment in self._segments)
                return
        self._segments = (*self._segments, Segment(flat, handles, is_indexed=False))

    def _begin_due(self) -> None:
        """Begin the merges that are due, after a change."""
        for has_areas in (True, False):
            while due := _due([s for s in self._free_segments() if s.has_areas == has_areas]):
                self._begin(due)

    def _install_finished(self) -> None:
        """Put the results of finished merges in place."""
        while finished := [merge for merge in self._merges if merge.result.done()]:
            for merge in finished:
                self._install(merge)
            self._begin_due()

    def _free_segments(self) -> list[Segment]:
        """Segments that are no part of a merge."""
        busy = {id(source) for merge in self._merges for source in merge.sources}
        return [segment for segment in self._segments if id(segment) not in busy]

    def _begin(self, sources: tuple[Segment, ...]) -> None:
        merge = _Merge(sources)
        copies = [(source.flat, source.handles.copy()) for source in sources]
        self._merges.append(merge)
        if self._executor is None:
            merge.result.set_result(merged(copies, is_indexed=True))
            self._install(merge)
        else:
            merge.result = self._executor.submit(merged, copies, is_indexed=True)

    def _install(self, merge: _Merge) -> None:
        """Swap the result for the sources, less what was removed while it was made."""
        self._merges.remove(merge)
        new = merge.result.result()
        for handles in merge.removed:
            new.remove(_present(new.rows_of(handles)))
        sources = {id(source) for source in merge.sources}
        kept = [segment for segment in self._segments if id(segment) not in sources]
        self._segments = (*kept, new) if new.alive_count > 0 else tuple(kept)

    def _refuse_wrong(self, handles: IntArray, count: int) -> None:
        self._refuse_length(handles, count)
        self._refuse_repeated(handles)
        if count > 0 and handles.min() < 0:
            raise ValueError(f"handles: expected none below 0, got {int(handles.min())}")
        if count > 0 and handles.max() > _HIGHEST_HANDLE:
            raise ValueError(f"handles: expected none above {_HIGHEST_HANDLE}, got {int(handles.max())}")
        is_held = self.holds(handles)
        if is_held.any():
            raise ValueError(f"handles: expected new ones, got {int(handles[np.argmax(is_held)])} again")

    @staticmethod
    def _refuse_length(handles: IntArray, count: int) -> None:
        if len(handles) != count:
            raise ValueError(f"handles: expected one for each of {count} geometries, got {len(handles)}")

    @staticmethod
    def _refuse_repeated(handles: IntArray) -> None:
        if len(handles) < 2:
            return
        ascending = np.sort(handles)
        repeated = np.flatnonzero(ascending[1:] == ascending[:-1])
        if len(repeated) > 0:
            raise ValueError(f"handles: expected each once, got {int(ascending[repeated[0]])} twice")


def _as_handles(handles: NDArray[np.integer]) -> IntArray:
    return np.ascontiguousarray(handles, np.int64)


def _present(rows: IntArray) -> IntArray:
    present: IntArray = rows[rows != NOT_HERE]
    return present


def _due(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Which segments of one kind to merge next: a full tail, and all that is not much larger than what is smaller."""
    by_size = sorted((s for s in segments if s.is_indexed or _is_full(s)), key=lambda s: (s.is_indexed, s.alive_count))
    gathered, size = 0, 0
    for count, segment in enumerate(by_size, start=1):
        if not segment.is_indexed or segment.alive_count <= _RATIO * size:
            gathered = count
        size += segment.alive_count
    if gathered > 0:
        return tuple(by_size[:gathered])
    return tuple(s for s in by_size if s.alive_count < (1 - _MOST_REMOVED) * len(s.handles))[:1]


def _is_full(tail: Segment) -> bool:
    return len(tail.handles) >= _LONGEST_TAIL
