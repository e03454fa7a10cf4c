"""Boxes to index, and the pairs that comparing every box with every box finds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]


def boxes_of(corners: list[tuple[float, float, float, float]]) -> Boxes:
    return np.array(corners, dtype=np.float64).reshape(-1, 4)


def random_boxes(seed: int, count: int, size: float, steps: int | None = None) -> Boxes:
    """Boxes in the unit square; with `steps` on a coarse lattice, where many touch and coincide."""
    rng = np.random.default_rng(seed)
    low = rng.random((count, 2))
    high = low + rng.random((count, 2)) * size
    boxes = np.hstack([low, high])
    return boxes if steps is None else np.round(boxes * steps)


def pairs_by_comparison(queries: Boxes, boxes: Boxes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    q, b = queries[:, None, :], boxes[None, :, :]
    meet = (q[..., 0] <= b[..., 2]) & (b[..., 0] <= q[..., 2]) & (q[..., 1] <= b[..., 3]) & (b[..., 1] <= q[..., 3])
    events, zones = np.nonzero(meet)
    return events, zones
