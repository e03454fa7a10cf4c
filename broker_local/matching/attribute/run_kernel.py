"""Runs compiled filters: from a leaf, through the leaves its answers lead to, to the verdict."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.spatial.kernel import kernel

from .programs import COLUMN, HIGH, LOW, ON_FALSE, ON_TRUE, Ints
from .template import ACCEPT

Bools = NDArray[np.bool_]


@kernel
def is_accepted(
    positions: Ints,  # (column, event)
    event: int,
    start: int,  # the filter's first leaf
    leaf: int,  # where to begin, counted from there; or the verdict
    leaves: Ints,
) -> bool:
    """Whether the filter is true of the event."""
    while leaf >= 0:
        at = start + leaf
        position = positions[leaves[at, COLUMN], event]
        low, high = leaves[at, LOW], leaves[at, HIGH]
        if low <= high:
            is_true = low <= position <= high
        else:
            is_true = position >= 0 and (position >= low or position <= high)
        leaf = leaves[at, ON_TRUE] if is_true else leaves[at, ON_FALSE]
    return leaf == ACCEPT


@kernel
def run_pairs(
    positions: Ints,
    events: NDArray[np.int64],
    filters: NDArray[np.int64],
    leaf_starts: Ints,
    leaves: Ints,
) -> Bools:
    """For each pair of event and filter, whether the filter is true of the event."""
    accepted = np.empty(len(events), np.bool_)
    for pair in range(len(events)):
        start = leaf_starts[filters[pair]]
        accepted[pair] = is_accepted(positions, events[pair], start, 0, leaves)
    return accepted


@kernel
def used_columns(filters: NDArray[np.int64], leaf_starts: Ints, leaves: Ints, columns: int) -> Bools:
    """Which of the columns some of these filters test."""
    is_used = np.zeros(columns, np.bool_)
    for pair in range(len(filters)):
        for leaf in range(leaf_starts[filters[pair]], leaf_starts[filters[pair] + 1]):
            is_used[leaves[leaf, COLUMN]] = True
    return is_used
