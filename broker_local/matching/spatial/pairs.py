"""Answers of the kernels: arrays of (event row, zone row) pairs that grow while they are found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .kernel import kernel

IntArray = NDArray[np.int64]

_FEW = 24  # below this an insertion sort beats the general one


@kernel
def room_for(found: IntArray, used: int, more: int) -> IntArray:
    """The array itself if `more` fit behind the `used`; else a copy at least twice as long."""
    if used + more <= len(found):
        return found
    longer = np.empty(max(2 * len(found), used + more), found.dtype)
    longer[:used] = found[:used]
    return longer


@kernel
def sort_range(values: IntArray, first: int, last: int) -> None:
    """Sort values[first:last] in place."""
    if last - first > _FEW:
        values[first:last].sort()
        return
    for i in range(first + 1, last):
        value = values[i]
        j = i - 1
        while j >= first and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value
