"""Puts matches in their order, event then row, each once: fast for a handful and for hundreds of thousands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.spatial.kernel import kernel
from broker_local.matching.spatial.pairs import sort_range

Longs = NDArray[np.int64]

ROW_BITS = 40  # a match is one number: the event's row above these bits, the filter's below
_ROW = (1 << ROW_BITS) - 1
_WORD = 64
# An event with more matches than one for so many rows is ordered through a bitmap of all rows.
_ROWS_A_MATCH = 4096
# The place of a word's only bit, by multiplication (Leiserson, Prokop and Randall 1998).
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACES = np.zeros(_WORD, np.int64)
for _bit in range(_WORD):
    _PLACES[(int(_DE_BRUIJN) << _bit & (1 << _WORD) - 1) >> 58] = _bit


def ordered_pairs(found: Longs, events: int, rows: int) -> tuple[Longs, Longs]:
    """The event rows (below `events`) and the filter rows (below `rows`) of matches."""
    return _ordered(found, events, rows)


@kernel
def _ordered(found: Longs, events: int, rows: int) -> tuple[Longs, Longs]:
    ends = np.zeros(events + 1, np.int64)
    for at in range(len(found)):
        ends[(found[at] >> ROW_BITS) + 1] += 1
    for event in range(events):
        ends[event + 1] += ends[event]
    by_event = np.empty(len(found), np.int64)
    for at in range(len(found)):
        event = found[at] >> ROW_BITS
        by_event[ends[event]] = found[at] & _ROW
        ends[event] += 1
    bitmap = np.zeros(rows // _WORD + 1, np.uint64)
    event_rows = np.empty(len(found), np.int64)
    used = 0
    first = 0
    for event in range(events):
        last = ends[event]
        if (last - first) * _ROWS_A_MATCH > rows:
            more = _through_bitmap(by_event, first, last, used, bitmap)
        else:
            more = _through_sort(by_event, first, last, used)
        event_rows[used : used + more] = event
        used += more
        first = last
    return event_rows[:used], by_event[:used]


@kernel
def _through_sort(values: Longs, first: int, last: int, to: int) -> int:
    """Sort values[first:last] and move them, each once, to `to`, which is not behind `first`; how many there are."""
    sort_range(values, first, last)
    used = to
    for at in range(first, last):
        if at == first or values[at] != values[at - 1]:
            values[used] = values[at]
            used += 1
    return used - to


@kernel
def _through_bitmap(values: Longs, first: int, last: int, to: int, bitmap: NDArray[np.uint64]) -> int:
    """The same through a bitmap, which is left empty."""
    for at in range(first, last):
        bitmap[values[at] // _WORD] |= np.uint64(1) << np.uint64(values[at] % _WORD)
    used = to
    for word in range(len(bitmap)):
        bits = bitmap[word]
        while bits:
            lowest = bits & (~bits + np.uint64(1))
            values[used] = word * _WORD + _PLACES[(lowest * _DE_BRUIJN) >> np.uint64(58)]
            used += 1
            bits ^= lowest
        bitmap[word] = 0
    return used - to
