"""Geometries too few or too new to be indexed: every event is compared with each of them."""

from __future__ import annotations

import numpy as np

from .flat_geometry import Floats
from .kernel import kernel
from .packed_rtree import Boxes, boxes_intersect
from .pairs import IntArray, room_for
from .point_location import DOUBT, ON_BOUNDARY, OUTSIDE, Areas, locate
from .point_pairs import Hits


@kernel
def scan_points(points: Floats, bounds: Boxes, areas: Areas) -> tuple[Hits, IntArray]:
    """The certain hits of all points among the areas, and the pairs (event, row) that are in doubt."""
    first, counts = np.zeros(len(points), np.int64), np.zeros(len(points), np.int64)
    # Room for all there could be: what is not used is never touched, and growing inside the loop would cost more.
    codes = np.empty(len(points) * len(bounds), np.int64)
    doubts = np.empty(2 * len(points) * len(bounds), np.int64)
    found, doubted = 0, 0
    for event in range(len(points)):
        first[event] = found
        x, y = points[event, 0], points[event, 1]
        for row in range(len(bounds)):
            # One branch for the four comparisons: each by itself would be guessed wrong half the time.
            is_beside = (x < bounds[row, 0]) | (x > bounds[row, 2]) | (y < bounds[row, 1]) | (y > bounds[row, 3])
            if not is_beside:
                location = locate(x, y, row, areas)
                if location == DOUBT:
                    doubts[doubted], doubts[doubted + 1] = event, row
                    doubted += 2
                elif location != OUTSIDE:
                    codes[found] = 2 * row + (location == ON_BOUNDARY)
                    found += 1
        counts[event] = found - first[event]
    return Hits(first, counts, codes[:found].copy()), doubts[:doubted].copy().reshape(-1, 2)


@kernel
def scan_boxes(boxes: Boxes, bounds: Boxes) -> tuple[IntArray, IntArray]:
    """All (event row, row) whose closed boxes intersect."""
    events, rows = np.empty(64, np.int64), np.empty(64, np.int64)
    found = 0
    for event in range(len(boxes)):
        events, rows = room_for(events, found, len(bounds)), room_for(rows, found, len(bounds))
        for row in range(len(bounds)):
            if boxes_intersect(boxes, event, bounds, row):
                events[found], rows[found] = event, row
                found += 1
    return events[:found], rows[:found]
