"""Puts matches in their order, event then row, each once: fast for a handful and for hundreds of thousands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.spatial.kernel import kernel
from broker_local.matching.spatial.pairs import sort_range

Longs = NDArray[np.int64]
Degrees = NDArray[np.float64]

ROW_BITS = 40  # a match is one number: the event's row above these bits, the filter's below
ROW_MASK = (1 << ROW_BITS) - 1
_WORD = 64
# An event with more matches than one for so many rows is ordered through a bitmap of all rows.
_ROWS_A_MATCH = 4096
_PLACE_BITS = 23  # of a place among an event's matches, where these are few
_PLACE_MASK = (1 << _PLACE_BITS) - 1
# The place of a word's only bit, by multiplication (Leiserson, Prokop and Randall 1998).
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACES = np.zeros(_WORD, np.int64)
for _bit in range(_WORD):
    _PLACES[(int(_DE_BRUIJN) << _bit & (1 << _WORD) - 1) >> 58] = _bit


class Found(NamedTuple):
    """Pairs of event row and filter row, and how sure each is.

    Degrees are possibility and necessity (pair, 2); where no value is in doubt one number for both (pair, 1); None
    where all are certain.
    """

    event_rows: Longs
    rows: Longs
    degrees: Degrees | None


def ordered_found(keys: Sequence[Longs], degrees: Sequence[Degrees | None], events: int, rows: int) -> Found:
    """Matches of several sources, each as numbers with their degrees, or None where all are certain.

    The arrays may be used up: what comes out is written where they are, since fresh memory costs more than ordering.
    """
    together = keys[0] if len(keys) == 1 else np.concatenate([np.empty(0, np.int64), *keys])
    if all(sure is None for sure in degrees):
        return Found(*_ordered(together, events, rows), None)
    width = max(some.shape[1] for some in degrees if some is not None)
    wide = [widened(some, len(key), width) for key, some in zip(keys, degrees)]
    return Found(*_ordered_with(together, wide[0] if len(wide) == 1 else np.concatenate(wide), events, rows))


def widened(degrees: Degrees | None, size: int, width: int) -> Degrees:
    """Degrees of so many matches with so many in a row."""
    if degrees is None:
        return np.ones((size, width))
    return degrees if degrees.shape[1] == width else np.repeat(degrees, width, axis=1)


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
        by_event[ends[event]] = found[at] & ROW_MASK
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
def _ordered_with(found: Longs, degrees: Degrees, events: int, rows: int) -> tuple[Longs, Longs, Degrees]:
    ends = np.zeros(events + 1, np.int64)
    for at in range(len(found)):
        ends[(found[at] >> ROW_BITS) + 1] += 1
    for event in range(events):
        ends[event + 1] += ends[event]
    width = degrees.shape[1]
    by_event = np.empty((len(found), 1 + width))  # row and degrees, side by side: as they are written and read
    for at in range(len(found)):
        event = found[at] >> ROW_BITS
        to = ends[event]
        by_event[to, 0] = found[at] & ROW_MASK
        for which in range(width):
            by_event[to, 1 + which] = degrees[at, which]
        ends[event] = to + 1
    bitmap = np.zeros(rows // _WORD + 1, np.uint64)
    before = np.zeros(rows // _WORD + 1, np.int32)  # of each word, how many bits there are in those before it
    keys = np.empty(rows // _ROWS_A_MATCH + 1, np.int64)
    event_rows = np.empty(len(found), np.int64)
    used = first = 0
    for event in range(events):
        last = ends[event]
        more = 0
        if (last - first) * _ROWS_A_MATCH > rows:
            for place in range(first, last):
                row = np.int64(by_event[place, 0])
                bitmap[row // _WORD] |= np.uint64(1) << np.uint64(row % _WORD)
            for word in range(len(bitmap)):
                before[word] = more
                more += int(_bits(bitmap[word]))
            for place in range(first, last):
                row = np.int64(by_event[place, 0])
                lower = bitmap[row // _WORD] & ((np.uint64(1) << np.uint64(row % _WORD)) - np.uint64(1))
                to = used + before[row // _WORD] + _bits(lower)
                found[to], degrees[to, 0], degrees[to, width - 1] = row, by_event[place, 1], by_event[place, width]
            bitmap[:] = 0
        else:
            for place in range(first, last):  # a few: each row with where it is among them
                keys[place - first] = np.int64(by_event[place, 0]) << _PLACE_BITS | (place - first)
            sort_range(keys, 0, last - first)
            for place in range(last - first):
                row = keys[place] >> _PLACE_BITS
                if place == 0 or row != keys[place - 1] >> _PLACE_BITS:
                    at = first + (keys[place] & _PLACE_MASK)
                    to = used + more
                    found[to], degrees[to, 0], degrees[to, width - 1] = row, by_event[at, 1], by_event[at, width]
                    more += 1
        event_rows[used : used + more] = event
        used += more
        first = last
    return event_rows[:used], found[:used], degrees[:used]


@kernel
def _bits(word: np.uint64) -> np.int64:
    """How many bits are set (Knuth 7.1.3)."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


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
