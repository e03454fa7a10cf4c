"""A static R-tree in flat arrays: boxes in, all pairs of intersecting boxes out.

Leaves are laid out in Hilbert or Sort-Tile-Recursive order and every `node_size` consecutive nodes of a level share a
parent. So a subtree is a contiguous range of leaves, and node `i` of level `l` covers the leaves from
`i * node_size**l` up to `(i + 1) * node_size**l` (or the last).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .curve import hilbert_order, tile_order
from .kernel import inlined, kernel
from .pairs import IntArray, room_for, sort_range

Boxes = NDArray[np.float64]  # (n, 4): left, bottom, right, top
Order = Literal["hilbert", "str"]


class PackedRTree:
    """Boxes packed into an R-tree once; asked in batches.

    leaf_rows      row in the given boxes of each leaf, by leaf position
    node_boxes     the boxes of all nodes, level by level from the leaves (level 0) to the root
    level_starts   where each level begins in node_boxes; one more entry closes the last
    """

    def __init__(self, boxes: Boxes, order: Order = "hilbert", node_size: int = 16) -> None:
        if boxes.ndim != 2 or boxes.shape[1] != 4:
            raise ValueError(f"boxes: expected an array of shape (n, 4), got {boxes.shape}")
        if node_size < 2:
            raise ValueError(f"node_size: expected at least 2, got {node_size}")
        if np.isnan(boxes).any():
            raise ValueError("boxes: expected numbers, got NaN (an empty geometry has no box)")
        boxes = np.ascontiguousarray(boxes, dtype=np.float64)
        centre_x = boxes[:, 0] * 0.5 + boxes[:, 2] * 0.5
        centre_y = boxes[:, 1] * 0.5 + boxes[:, 3] * 0.5
        if order == "hilbert":
            self.leaf_rows = hilbert_order(centre_x, centre_y)
        else:
            self.leaf_rows = tile_order(centre_x, centre_y, node_size)
        self.node_size = node_size
        self.level_starts = _level_starts(len(boxes), node_size)
        self.node_boxes = np.empty((int(self.level_starts[-1]), 4))
        _fill_nodes(boxes, self.leaf_rows, node_size, self.level_starts, self.node_boxes)

    def __len__(self) -> int:
        return len(self.leaf_rows)

    @property
    def height(self) -> int:
        """The number of levels, leaves included; 0 for an empty tree."""
        return len(self.level_starts) - 1

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return int(self.leaf_rows.nbytes + self.node_boxes.nbytes + self.level_starts.nbytes)

    def leaf_range(self, level: int, node: int) -> tuple[int, int]:
        """First and one past the last leaf position under a node."""
        share = self.node_size**level
        return node * share, min(len(self), (node + 1) * share)

    def query(self, boxes: Boxes) -> tuple[IntArray, IntArray]:
        """All (query row, box row) whose closed boxes intersect, by query row, then by box row."""
        boxes = np.ascontiguousarray(boxes, dtype=np.float64)
        events, zones = _query(boxes, self.leaf_rows, self.node_boxes, self.level_starts, self.node_size)
        return events, zones


def _level_starts(leaves: int, node_size: int) -> IntArray:
    counts = []
    count = leaves
    while count > 0:
        counts.append(count)
        count = 0 if count == 1 else -(-count // node_size)
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64))).astype(np.int64)


@kernel
def _fill_nodes(boxes: Boxes, leaf_rows: NDArray[np.int32], node_size: int, starts: IntArray, nodes: Boxes) -> None:
    for leaf in range(len(leaf_rows)):
        nodes[leaf] = boxes[leaf_rows[leaf]]
    for level in range(1, len(starts) - 1):
        below, here, above = starts[level - 1], starts[level], starts[level + 1]
        for node in range(here, above):
            first = below + (node - here) * node_size
            last = min(first + node_size, here)
            left, bottom, right, top = nodes[first]
            for child in range(first + 1, last):
                left = min(left, nodes[child, 0])
                bottom = min(bottom, nodes[child, 1])
                right = max(right, nodes[child, 2])
                top = max(top, nodes[child, 3])
            nodes[node, 0], nodes[node, 1], nodes[node, 2], nodes[node, 3] = left, bottom, right, top


@inlined
def boxes_intersect(a: Boxes, i: int, b: Boxes, j: int) -> bool:
    """Whether two closed boxes share a point."""
    return bool(a[i, 0] <= b[j, 2] and b[j, 0] <= a[i, 2] and a[i, 1] <= b[j, 3] and b[j, 1] <= a[i, 3])


@inlined
def box_covers(a: Boxes, i: int, b: Boxes, j: int) -> bool:
    """Whether closed box `a[i]` holds all of `b[j]`."""
    return bool(a[i, 0] <= b[j, 0] and b[j, 2] <= a[i, 2] and a[i, 1] <= b[j, 1] and b[j, 3] <= a[i, 3])


@kernel
def _query(
    queries: Boxes, leaf_rows: NDArray[np.int32], nodes: Boxes, starts: IntArray, node_size: int
) -> tuple[IntArray, IntArray]:
    events = np.empty(2 * len(queries) + 64, np.int64)
    zones = np.empty(2 * len(queries) + 64, np.int64)
    found = 0
    height = len(starts) - 1
    if height == 0:
        return events[:0], zones[:0]
    pending_level = np.empty(height * node_size + 1, np.int64)
    pending_node = np.empty(height * node_size + 1, np.int64)
    for query in range(len(queries)):
        first_found = found
        pending = 0
        if boxes_intersect(queries, query, nodes, starts[height] - 1):
            pending_level[0], pending_node[0] = height - 1, 0
            pending = 1
        while pending > 0:
            pending -= 1
            level, node = pending_level[pending], pending_node[pending]
            if level <= 1 or box_covers(queries, query, nodes, starts[level] + node):
                # The last two levels, and subtrees that lie wholly in the query, are runs of leaves.
                share = node_size**level
                first = node * share
                last = min(first + share, len(leaf_rows))
                events = room_for(events, found, last - first)
                zones = room_for(zones, found, last - first)
                certain = level > 1
                for leaf in range(first, last):
                    if certain or boxes_intersect(queries, query, nodes, leaf):
                        events[found] = query
                        zones[found] = leaf_rows[leaf]
                        found += 1
                continue
            below = starts[level - 1]
            for child in range(node * node_size, min((node + 1) * node_size, starts[level] - below)):
                if boxes_intersect(queries, query, nodes, below + child):
                    pending_level[pending], pending_node[pending] = level - 1, child
                    pending += 1
        sort_range(zones, first_found, found)
    return events[:found], zones[:found]
