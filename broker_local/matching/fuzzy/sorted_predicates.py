"""Conjunctions ready to be matched: their different predicates sorted by attribute and (m1, m2, m3, m4).

The order is that of Liu & Jacobsen 2003, section 4.3: those whose support begins behind a value's end are all at the
end of their attribute's list, where a walk stops. Those whose support ends before the value begins are passed over by
the block, since each block keeps how far its predicates reach. A conjunction is entered under its narrowest predicate.

Memory decides the speed: conjunctions lie in the order in which a walk comes to them, with all they ask beside them.
Only what several of them ask alike (a term such as "hot") is looked up, so that it is worked out once for each event.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .conjunction_table import ConjunctionTable, Floats, Numbers, taken
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
    samples: Indices  # a use that asks so
    entered: Numbers  # the first conjunction entered under it; one more at the end


class Conjunctions(NamedTuple):
    """Conjunctions over these predicates, in the order of those they are entered under: they are read in a row."""

    starts: Numbers
    attributes: Indices  # by use
    supports: Floats  # from where to where a use may match: the cheap test before any degree is worked out
    curves: Curves
    powers: Floats
    is_not: NDArray[np.bool_]
    slots: Indices  # of a predicate that others use too, in the predicate vector; -1 for one that is used once
    thetas: Floats
    weights: Floats
    omegas: Floats
    hows: NDArray[np.int8]


class SortedPredicates:
    """A static set of conjunctions; what ends is marked."""

    def __init__(self, given: ConjunctionTable, attribute_count: int) -> None:
        entries = _narrowest(given)
        table = taken(given, np.argsort(_sorted_groups(given)[1][entries], kind="stable"))
        begins, ends = _supports(table)
        order, group = _sorted_groups(table)
        some = order[np.flatnonzero(np.diff(group[order], prepend=-1))]  # one use of each different predicate
        entered = np.searchsorted(group[_narrowest(table)], np.arange(len(some) + 1))
        reaches = np.where(np.diff(entered) > 0, ends[some], -np.inf)
        self.predicates = Predicates(
            firsts=np.searchsorted(table.attributes[some], np.arange(attribute_count + 1)),
            begins=begins[some],
            reaches=reaches,
            block_reaches=np.maximum.reduceat(reaches, np.arange(0, len(some), BLOCK)),
            samples=some.astype(np.int32),
            entered=entered,
        )
        is_shared = np.bincount(group, minlength=len(some)) > 1
        slots = np.where(is_shared, np.cumsum(is_shared) - 1, -1)
        self.conjunctions = Conjunctions(
            starts=table.starts,
            attributes=table.attributes,
            supports=np.stack([begins, ends], axis=1),
            curves=table.curves,
            powers=table.powers,
            is_not=table.is_not,
            slots=slots[group].astype(np.int32),
            thetas=table.thetas,
            weights=table.weights,
            omegas=table.omegas,
            hows=table.hows,
        )
        self.handles = table.handles
        self.is_alive = np.ones(len(table.handles), np.bool_)
        self.round = 0  # of the vector below: each event that was ever matched is one
        self.seen = np.zeros(int(is_shared.sum()), np.int64)  # in which round a slot was filled last
        self.degrees = np.empty((len(self.seen), 2))  # the predicate vector of section 4.1

    @property
    def living(self) -> int:
        """How many conjunctions have not ended."""
        return int(self.is_alive.sum())

    @property
    def nbytes(self) -> int:
        """The size of what is kept."""
        kept = (self.handles, self.is_alive, self.seen, self.degrees)
        arrays: list[NDArray[Any]] = [*self.predicates, *self.conjunctions, *kept]
        return sum(array.nbytes for array in arrays)

    @cached_property
    def uses(self) -> Lists:
        """For each predicate all its uses: what evaluating everything, without entries, goes along."""
        order, group = _sorted_groups(self._table())
        starts = np.searchsorted(group[order], np.arange(len(self.predicates.samples) + 1))
        return Lists(starts, order.astype(np.int32))

    def table(self) -> ConjunctionTable:
        """What lives, to be joined with more."""
        return taken(self._table(), np.flatnonzero(self.is_alive))

    def _table(self) -> ConjunctionTable:
        columns = self.conjunctions._asdict()
        del columns["supports"], columns["slots"]
        return ConjunctionTable(handles=self.handles, **columns)


def _supports(table: ConjunctionTable) -> tuple[Floats, Floats]:
    """From where to where each use may match; NOT may match anywhere."""
    curves = table.curves
    begins = np.where(table.is_not, -np.inf, curves[:, LOW] - curves[:, LEFT])
    return begins, np.where(table.is_not, np.inf, curves[:, HIGH] + curves[:, RIGHT])


def _sorted_groups(table: ConjunctionTable) -> tuple[Numbers, Numbers]:
    """The order of the uses, and for each the number of its predicate in that order; equal ones share it."""
    curves = table.curves
    begins, ends = _supports(table)
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


def _narrowest(table: ConjunctionTable) -> Numbers:
    """For each conjunction the use that lets the smallest part of its attribute's range through."""
    begins, ends = _supports(table)
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
