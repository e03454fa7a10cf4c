"""Conjunctions ready to be matched: equal predicates kept once, sorted by attribute and (m1, m2, m3, m4).

The order is that of Liu & Jacobsen 2003, section 4.3: those whose support begins behind a value's end are all at the
end of their attribute's list, where a walk stops. Those whose support ends before the value begins are passed over by
the block, since each block keeps how far its predicates reach. A conjunction is entered under its narrowest predicate.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .conjunction_table import ConjunctionTable, Floats, Numbers
from .shapes import HIGH, LEFT, LOW, RIGHT, Curves

BLOCK = 64
Indices = NDArray[np.int32]


class Lists(NamedTuple):
    """For each predicate a list: what is at `items` from its start to the next one's."""

    starts: Numbers
    items: Indices


class Predicates(NamedTuple):
    """Different predicates in their order."""

    firsts: Numbers  # by attribute: where its list begins; one more at the end
    begins: Floats  # m1, or where everything may match no end
    reaches: Floats  # m4; nowhere, if no conjunction is entered here
    block_reaches: Floats
    curves: Curves
    powers: Floats
    is_not: NDArray[np.bool_]
    entered: Lists  # conjunctions


class Conjunctions(NamedTuple):
    """Conjunctions over these predicates."""

    starts: Numbers
    predicates: Indices  # by use
    thetas: Floats
    weights: Floats
    omegas: Floats
    hows: NDArray[np.int8]


class SortedPredicates:
    """A static set of conjunctions; what ends is marked."""

    def __init__(self, table: ConjunctionTable, attribute_count: int) -> None:
        begins, ends = _supports(table)
        order, group = _sorted_groups(table, begins, ends)
        some = order[np.flatnonzero(np.diff(group[order], prepend=-1))]  # one use of each different predicate
        entries = _narrowest(table, begins, ends)
        entered = _lists(group[entries], np.arange(len(table.handles)), len(some))
        reaches = np.where(np.diff(entered.starts) > 0, ends[some], -np.inf)
        blocks = np.arange(0, len(some), BLOCK)
        self.predicates = Predicates(
            firsts=np.searchsorted(table.attributes[some], np.arange(attribute_count + 1)),
            begins=begins[some],
            reaches=reaches,
            block_reaches=np.maximum.reduceat(reaches, blocks) if len(some) else np.empty(0),
            curves=np.ascontiguousarray(table.curves[some]),
            powers=table.powers[some],
            is_not=table.is_not[some],
            entered=entered,
        )
        self.conjunctions = Conjunctions(
            table.starts, group.astype(np.int32), table.thetas, table.weights, table.omegas, table.hows
        )
        self.handles = table.handles
        self.is_alive = np.ones(len(table.handles), np.bool_)
        self.round = 0  # of the vector below: each event that was ever matched is one
        self.seen = np.zeros(len(some), np.int64)  # in which round a predicate was evaluated last
        self.degrees = np.empty((len(some), 2))  # the predicate vector of section 4.1

    @property
    def living(self) -> int:
        """How many conjunctions have not ended."""
        return int(self.is_alive.sum())

    @property
    def nbytes(self) -> int:
        """The size of what is kept."""
        *columns, entered = self.predicates
        arrays = [*columns, *entered, *self.conjunctions, self.handles, self.is_alive, self.seen, self.degrees]
        return sum(array.nbytes for array in arrays)

    @cached_property
    def uses(self) -> Lists:
        """For each predicate all its uses: what evaluating everything, without entries, goes along."""
        named = self.conjunctions.predicates
        return _lists(named, np.arange(len(named)), len(self.seen))

    def table(self) -> ConjunctionTable:
        """What lives, to be joined with more."""
        sizes = np.diff(self.conjunctions.starts)
        uses = np.repeat(self.is_alive, sizes)
        named = self.conjunctions.predicates[uses]
        alive = self.is_alive
        attributes = np.searchsorted(self.predicates.firsts, named, side="right") - 1
        return ConjunctionTable(
            attributes=attributes.astype(np.int32),
            curves=self.predicates.curves[named],
            powers=self.predicates.powers[named],
            is_not=self.predicates.is_not[named],
            thetas=self.conjunctions.thetas[uses],
            weights=self.conjunctions.weights[uses],
            starts=np.concatenate([[0], np.cumsum(sizes[alive])]),
            omegas=self.conjunctions.omegas[alive],
            hows=self.conjunctions.hows[alive],
            handles=self.handles[alive],
        )


def _supports(table: ConjunctionTable) -> tuple[Floats, Floats]:
    """From where to where each use may match; NOT may match anywhere."""
    curves = table.curves
    begins = np.where(table.is_not, -np.inf, curves[:, LOW] - curves[:, LEFT])
    return begins, np.where(table.is_not, np.inf, curves[:, HIGH] + curves[:, RIGHT])


def _sorted_groups(table: ConjunctionTable, begins: Floats, ends: Floats) -> tuple[Numbers, Numbers]:
    """The order of the uses, and for each the number of its predicate in that order; equal ones share it."""
    curves = table.curves
    keys: list[NDArray[Any]] = [table.attributes, begins, curves[:, LOW], curves[:, HIGH], ends]
    rest: list[NDArray[Any]] = [curves[:, column] for column in range(LEFT, curves.shape[1])] + [
        table.powers,
        table.is_not,
    ]
    keys += [key for key in rest if len(key) and (key != key[0]).any()]
    order = np.lexsort(keys[::-1])
    is_new = np.zeros(len(order), np.bool_)
    for key in keys:
        ranked = key[order]
        is_new[1:] |= ranked[1:] != ranked[:-1]
    group = np.empty(len(order), np.int64)
    group[order] = np.cumsum(is_new)
    return order, group


def _narrowest(table: ConjunctionTable, begins: Floats, ends: Floats) -> Numbers:
    """For each conjunction the use that lets the smallest part of its attribute's range through."""
    parts = np.ones(len(begins))
    for attribute in np.unique(table.attributes):
        here = np.flatnonzero(table.attributes == attribute)
        known = np.concatenate([begins[here], ends[here]])
        known = known[np.isfinite(known)]
        if len(known) and known.min() < known.max():
            low, high = known.min(), known.max()
            parts[here] = (np.clip(ends[here], low, high) - np.clip(begins[here], low, high)) / (high - low)
    owners = np.repeat(np.arange(len(table.handles)), np.diff(table.starts))
    order = np.lexsort((parts, owners))
    return np.asarray(order[table.starts[:-1]], np.int64)


def _lists(owners: NDArray[np.integer], items: Numbers, count: int) -> Lists:
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(owners, minlength=count), out=starts[1:])
    return Lists(starts, items[np.argsort(owners, kind="stable")].astype(np.int32))
