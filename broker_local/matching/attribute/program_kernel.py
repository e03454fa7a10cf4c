"""Runs compiled filters over a batch: pair by pair, or all those whose entries an event makes true.

Entries are sorted, and gone over a tile at a time by all events, so that a tile and its leaves stay in the cache.

A value that is not known exactly has a lowest position and a highest one (`tops`), and a leaf is true if it may be.
Where all values are known there are no tops (None), for which the kernels are compiled again, without that work.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.spatial.kernel import kernel
from broker_local.matching.spatial.pairs import room_for

from .pair_order import ROW_BITS
from .programs import COLUMN, HIGH, LOW, ON_FALSE, ON_TRUE, Bools, Ints
from .template import ACCEPT

BLOCK = 64  # entries whose highest end is known, to pass over them in one step
TILE = 4096  # entries in a tile


@kernel
def is_accepted(
    positions: Ints,  # (column, event)
    tops: Ints | None,
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
        if tops is None:
            top = position
        else:
            top = tops[leaves[at, COLUMN], event]
        if low <= high:
            is_true = low <= top and position <= high
        else:
            is_true = position >= 0 and (top >= low or position <= high)
        leaf = leaves[at, ON_TRUE] if is_true else leaves[at, ON_FALSE]
    return leaf == ACCEPT


@kernel
def run_pairs(
    positions: Ints,
    tops: Ints | None,
    events: NDArray[np.int64],
    filters: NDArray[np.int64],
    leaf_starts: Ints,
    leaves: Ints,
) -> Bools:
    """For each pair of event and filter, whether the filter is true of the event."""
    accepted = np.empty(len(events), np.bool_)
    for pair in range(len(events)):
        start = leaf_starts[filters[pair]]
        accepted[pair] = is_accepted(positions, tops, events[pair], start, 0, leaves)
    return accepted


@kernel
def used_columns(filters: NDArray[np.int64], leaf_starts: Ints, leaves: Ints, columns: int) -> Bools:
    """Which of the columns some of these filters test."""
    is_used = np.zeros(columns, np.bool_)
    for pair in range(len(filters)):
        for leaf in range(leaf_starts[filters[pair]], leaf_starts[filters[pair] + 1]):
            is_used[leaves[leaf, COLUMN]] = True
    return is_used


@kernel
def enter(
    positions: Ints,
    tops: Ints | None,
    group_column: Ints,
    group_starts: Ints,
    entry_low: Ints,  # sorted within a group
    entry_high: Ints,
    entry_filter: Ints,
    entry_next: Ints,
    block_high: Ints,
    tile_high: Ints,
    rows: NDArray[np.int64],
    is_alive: Bools,
    leaf_starts: Ints,
    leaves: Ints,
) -> NDArray[np.int64]:
    """The matches, in no order; a filter that was entered twice may be there twice."""
    found = np.empty(1024, np.int64)
    used = 0
    for group in range(len(group_column)):
        group_positions = positions[group_column[group]]
        first, end = group_starts[group], group_starts[group + 1]
        while first < end:
            tile_end = min(end, (first // TILE + 1) * TILE)
            lowest, highest = entry_low[first], tile_high[first // TILE]
            for event in range(len(group_positions)):
                position = group_positions[event]
                if tops is None:
                    top = position
                else:
                    top = tops[group_column[group], event]
                if top < lowest or position > highest:
                    continue
                at = first
                while at < tile_end and entry_low[at] <= top:
                    block_end = min(tile_end, (at // BLOCK + 1) * BLOCK)
                    if block_high[at // BLOCK] >= position:
                        found = room_for(found, used, BLOCK)
                        for entry in range(at, block_end):
                            if entry_low[entry] > top:
                                break
                            number = entry_filter[entry]
                            if (
                                entry_high[entry] >= position
                                and is_alive[number]
                                and is_accepted(positions, tops, event, leaf_starts[number], entry_next[entry], leaves)
                            ):
                                found[used] = (event << ROW_BITS) | rows[number]
                                used += 1
                    at = block_end
            first = tile_end
    return found[:used]


@kernel
def count_entered(
    positions: Ints,
    tops: Ints | None,
    group_column: Ints,
    group_starts: Ints,
    entry_low: Ints,  # sorted within a group
    sorted_high: Ints,  # the same groups' high ends, sorted
    attributes: int,  # columns from here on are LIKE patterns: costly to ask, so taken to fit
) -> NDArray[np.int64]:
    """For each event, how many entries it is within."""
    counts = np.zeros(positions.shape[1], np.int64)
    for group in range(len(group_column)):
        first, end = group_starts[group], group_starts[group + 1]
        if group_column[group] >= attributes:
            counts += end - first
            continue
        for event in range(len(counts)):
            position = positions[group_column[group], event]
            if tops is None:
                top = position
            else:
                top = tops[group_column[group], event]
            begun = np.searchsorted(entry_low[first:end], top, "right")
            ended = np.searchsorted(sorted_high[first:end], position, "left")
            counts[event] += max(0, begun - ended)
    return counts
