"""Runs of unequal length in one array: their offsets, and picking some of them in a new order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .kernel import kernel

Offsets = NDArray[np.int32]
Floats = NDArray[np.float64]

_MOST_ITEMS = 2**31 - 1


def offsets_of(lengths: NDArray[np.integer]) -> Offsets:
    """Where each run begins, and where the last one ends."""
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    refuse_too_many(int(starts[-1]))
    return starts.astype(np.int32)


def refuse_too_many(count: int) -> None:
    """Refuse more items than offsets can count."""
    if count > _MOST_ITEMS:
        raise OverflowError(f"expected at most {_MOST_ITEMS} items in one store, got {count}")


def range_places(starts: Offsets, rows: NDArray[np.integer]) -> tuple[Offsets, NDArray[np.int64]]:
    """The runs of the given rows one after the other: their new offsets, and the old place of every item."""
    chosen = offsets_of(starts[rows + 1] - starts[rows])
    return chosen, _places(starts, np.asarray(rows, np.int64), chosen)


def gather_ranges(starts: Offsets, values: Floats, rows: NDArray[np.integer]) -> tuple[Offsets, Floats]:
    """The runs of the given rows one after the other: their new offsets, and the items themselves."""
    chosen = offsets_of(starts[rows + 1] - starts[rows])
    # Allocated here and not in the kernel: numpy asks for huge pages, which the reading of random rows later lives on.
    gathered = np.empty((int(chosen[-1]), values.shape[1]))
    _gather(starts, values, np.asarray(rows, np.int64), chosen, gathered)
    return chosen, gathered


@kernel
def _places(starts: Offsets, rows: NDArray[np.int64], chosen: Offsets) -> NDArray[np.int64]:
    places = np.empty(chosen[-1], np.int64)
    for i in range(len(rows)):
        first = starts[rows[i]]
        for k in range(chosen[i + 1] - chosen[i]):
            places[chosen[i] + k] = first + k
    return places


@kernel
def _gather(starts: Offsets, values: Floats, rows: NDArray[np.int64], chosen: Offsets, gathered: Floats) -> None:
    for i in range(len(rows)):
        gathered[chosen[i] : chosen[i + 1]] = values[starts[rows[i]] : starts[rows[i] + 1]]
