"""The counting algorithm (thesis 2.6.2): count each filter's true predicates, then see which filters have enough.

Predicates of one attribute are sorted by their constants, so one search finds all that an event makes true: those
with a low end are a beginning of their list, those with a high end an end of theirs, equalities a run. Every other
range counts as its two ends. For a conjunction "enough" is all and is the answer; for another tree it is the fewest
that can do, and the tree is then run (Bittner and Hinze 2005), which spares it being multiplied out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.spatial.kernel import kernel
from broker_local.matching.spatial.pairs import room_for

from .pair_order import ROW_BITS
from .program_kernel import is_accepted
from .programs import ANY, COLUMN, HIGH, LOW, Bools, Ints, Programs, spread, starts_of


@dataclass(frozen=True, slots=True)
class PredicateList:
    """Predicates of one sort: for each column a sorted run of ends, and the filters that have them."""

    starts: Ints  # by column, and one more
    end: Ints
    filter: Ints


@dataclass(frozen=True, slots=True)
class PredicateLists:
    """The predicates of many filters by what makes them true, and how many each filter needs."""

    low: PredicateList  # true from the end upwards
    high: PredicateList  # true up to the end
    point: PredicateList  # true at it
    needed: NDArray[np.uint16]


def predicate_lists(programs: Programs, columns: int) -> PredicateLists:
    """The lists for the counting algorithm."""
    column, low, high = (programs.leaves[:, which] for which in (COLUMN, LOW, HIGH))
    owner = spread(programs.leaf_starts)
    is_point, is_inside_out = low == high, low > high
    has_high = ~is_point & (high < ANY)
    has_low = ~is_point & ((low > 0) | ~has_high)  # with neither end, any position from 0 up will do
    takes_two = has_low & has_high & ~is_inside_out
    weights = np.bincount(owner, 1 + takes_two, minlength=len(programs))
    needed = np.where(programs.is_conjunction, weights, programs.fewest).astype(np.uint16)

    def listed(some: Bools, ends: Ints) -> PredicateList:
        order = np.lexsort((ends[some], column[some]))
        counts = np.bincount(column[some], minlength=columns)
        return PredicateList(starts_of(counts), ends[some][order], owner[some][order].astype(np.int32))

    return PredicateLists(listed(has_low, low), listed(has_high, high), listed(is_point, low), needed)


@kernel
def count_matches(
    positions: Ints,
    low_starts: Ints,
    low_end: Ints,
    low_filter: Ints,
    high_starts: Ints,
    high_end: Ints,
    high_filter: Ints,
    point_starts: Ints,
    point_end: Ints,
    point_filter: Ints,
    needed: NDArray[np.uint16],
    is_conjunction: Bools,
    rows: NDArray[np.int64],
    is_alive: Bools,
    leaf_starts: Ints,
    leaves: Ints,
) -> NDArray[np.int64]:
    """The matches as `program_kernel.enter` gives them, in the order of events."""
    found = np.empty(1024, np.int64)
    used = 0
    counts = np.zeros(len(needed), np.uint16)
    for event in range(positions.shape[1]):
        counts[:] = 0
        for number in range(positions.shape[0]):
            position = positions[number, event]
            if position >= 0:
                first, last = low_starts[number], low_starts[number + 1]
                last = first + np.searchsorted(low_end[first:last], position, "right")
                for at in range(first, last):
                    counts[low_filter[at]] += 1
                first, last = high_starts[number], high_starts[number + 1]
                first += np.searchsorted(high_end[first:last], position, "left")
                for at in range(first, last):
                    counts[high_filter[at]] += 1
            first, last = point_starts[number], point_starts[number + 1]
            at = first + np.searchsorted(point_end[first:last], position, "left")
            while at < last and point_end[at] == position:
                counts[point_filter[at]] += 1
                at += 1
        for number in range(len(needed)):
            if counts[number] >= needed[number] and is_alive[number]:
                if not is_conjunction[number] and not is_accepted(
                    positions, None, event, leaf_starts[number], 0, leaves
                ):
                    continue
                found = room_for(found, used, 1)
                found[used] = (event << ROW_BITS) | rows[number]
                used += 1
    return found[:used]
