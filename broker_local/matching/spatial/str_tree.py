"""The index a user could pick instead: shapely's STRtree, asked as our own are."""

from __future__ import annotations

import numpy as np
import shapely

from .packed_rtree import Boxes
from .pairs import IntArray


class StrTree:
    """Boxes in shapely's Sort-Tile-Recursive tree; asked in batches."""

    def __init__(self, boxes: Boxes) -> None:
        if boxes.ndim != 2 or boxes.shape[1] != 4:
            raise ValueError(f"boxes: expected an array of shape (n, 4), got {boxes.shape}")
        if np.isnan(boxes).any():
            raise ValueError("boxes: expected numbers, got NaN (an empty geometry has no box)")
        self._tree = shapely.STRtree(np.asarray(shapely.box(*boxes.T)))

    def __len__(self) -> int:
        return len(self._tree)

    def query(self, boxes: Boxes) -> tuple[IntArray, IntArray]:
        """All (query row, box row) whose closed boxes intersect, by query row, then by box row."""
        somewhere = np.flatnonzero(~np.isnan(boxes).any(axis=1))
        events, zones = self._tree.query(shapely.box(*boxes[somewhere].T))
        events = somewhere[events]
        order = np.lexsort((zones, events))
        return events[order].astype(np.int64), zones[order].astype(np.int64)
