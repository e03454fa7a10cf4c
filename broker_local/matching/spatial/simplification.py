"""Drops what need not be tested from filters of spatial constraints, and tells how to restore every answer.

A filter is a conjunction of constraints on one event, a predicate a disjunction of filters (Konstantinidis 2011,
section 4.2). Rule 1: a filter with two constraints that conflict never matches. Rule 2: a constraint that covers
another of its filter need not be tested. Rule 3: a filter covered by another of its predicate need not be tested to
know whether the predicate matches; to know whether the filter itself does, it is asked only where the other matched.

Zones and events are regions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .codes import Codes
from .covers_conflicts import region_tables
from .exact import Geometries
from .filter_covering import Candidates, covering_pairs
from .pairs import IntArray
from .relations import relations_between

Mask = NDArray[np.bool_]
NEVER = -1


@dataclass(frozen=True, slots=True, eq=False)
class Filters:
    """Filters over one attribute, their constraints one after the other."""

    tests: Codes  # by constraint
    zones: Geometries  # by constraint
    starts: IntArray  # where each filter begins among the constraints, and where the last ends
    predicates: IntArray  # by filter: the predicate it belongs to

    def __post_init__(self) -> None:
        sizes = np.diff(self.starts)
        if len(self.tests) != len(self.zones) or self.starts[0] != 0 or self.starts[-1] != len(self.tests):
            raise ValueError("starts: expected from 0 to the number of tests and zones")
        if len(self.predicates) != len(sizes) or (sizes < 1).any():
            raise ValueError("predicates: expected one for each filter, and no filter without a constraint")

    def __len__(self) -> int:
        return len(self.predicates)

    @property
    def owners(self) -> IntArray:
        """By constraint: the filter it belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))


@dataclass(frozen=True, slots=True, eq=False)
class Simplified:
    """What is left to test, and where the rest went."""

    is_needed: Mask  # by constraint: whether its filter depends on it (rule 2)
    covered_by: IntArray  # by filter: itself; NEVER; or a filter, itself kept, that matches whenever it does
    owners: IntArray  # by constraint: its filter

    @property
    def is_kept(self) -> Mask:
        """By filter: whether it is to be tested for every event."""
        return np.asarray(self.covered_by == np.arange(len(self.covered_by)))

    @property
    def is_indexed(self) -> Mask:
        """By constraint: whether it is to be tested for every event."""
        return np.asarray(self.is_needed & self.is_kept[self.owners])

    @property
    def needed(self) -> IntArray:
        """By filter: how many constraints must hold for it to match."""
        return np.bincount(self.owners[self.is_needed], minlength=len(self.covered_by))

    def to_ask(self, matched: Mask) -> IntArray:
        """The dropped filters that may match an event too, given which of those kept do (by filter)."""
        is_dropped = ~self.is_kept & (self.covered_by != NEVER)
        return np.flatnonzero(is_dropped & matched[self.covered_by])


def simplify(filters: Filters) -> Simplified:
    """Apply the three rules."""
    is_needed, never = _within_filters(filters)
    covered_by = np.where(never, NEVER, np.arange(len(filters)))
    candidates = _candidates(filters, is_needed, np.flatnonzero(~never))
    for covering, covered in zip(*covering_pairs(candidates, filters.tests, filters.zones)):
        top = _top(covered_by, int(covering))
        if covered_by[covered] == covered and top != covered:
            covered_by[covered] = top
    kept_covers = np.array([NEVER if row == NEVER else _top(covered_by, int(row)) for row in covered_by], np.int64)
    return Simplified(is_needed, kept_covers, filters.owners)


def _within_filters(filters: Filters) -> tuple[Mask, Mask]:
    """By constraint whether it is needed (rule 2), and by filter whether it never matches (rule 1)."""
    covering, conflicting = region_tables()
    one, two = _pairs_within(filters.starts)
    codes = relations_between(filters.zones[one], filters.zones[two])
    tests_one, tests_two = filters.tests[one], filters.tests[two]
    never = np.zeros(len(filters), dtype=np.bool_)
    never[filters.owners[one[conflicting[tests_one, tests_two, codes]]]] = True
    is_needed = np.ones(len(filters.tests), dtype=np.bool_)
    for row in np.flatnonzero(covering[tests_one, tests_two, codes]):
        if is_needed[two[row]]:
            is_needed[one[row]] = False
    return is_needed, never


def _pairs_within(starts: IntArray) -> tuple[IntArray, IntArray]:
    """All pairs of two constraints of one filter, either way round."""
    sizes = np.diff(starts)
    ones, twos = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for size in np.unique(sizes[sizes > 1]):
        one, two = np.nonzero(~np.eye(size, dtype=np.bool_))
        firsts = starts[:-1][sizes == size, None]
        ones.append((firsts + one).ravel())
        twos.append((firsts + two).ravel())
    return np.concatenate(ones), np.concatenate(twos)


def _candidates(filters: Filters, is_needed: Mask, rows: IntArray) -> Candidates:
    """The filters of some rows by predicate, with the constraints they need."""
    rows = rows[np.argsort(filters.predicates[rows], kind="stable")]
    changes = np.flatnonzero(np.diff(filters.predicates[rows])) + 1
    counts = np.bincount(filters.owners[is_needed], minlength=len(filters))[rows]
    needed = np.flatnonzero(is_needed)
    place = np.empty(len(filters), np.int64)
    place[:] = len(rows)
    place[rows] = np.arange(len(rows))
    order = np.argsort(place[filters.owners[needed]], kind="stable")[: counts.sum()]
    return Candidates(
        rows,
        np.concatenate([[0], changes, [len(rows)]]).astype(np.int64),
        needed[order],
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
    )


def _top(covered_by: IntArray, row: int) -> int:
    while covered_by[row] != row:
        row = int(covered_by[row])
    return row
