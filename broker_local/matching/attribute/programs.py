"""Many filters of one topic as flat arrays: their leaves as ranges of positions, and the constants behind these.

A leaf is true where low <= position <= high. With low > high it is the range turned inside out: a position that is
there (not -1) and is >= low or <= high. See columns.py for positions; a column is an attribute of the topic or,
after those, a LIKE pattern (position 1 where it fits, 0 where not).

An even `low` lies just above the constant before it and an even `high` just below the constant after it, so the
constant an end came from can be told, and programs can be joined without their filters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from sys import getsizeof

import numpy as np
from numpy.typing import NDArray

from .grades import NOT_FUZZY, Meanings, Whole, by_first_use, joined_meanings
from .measures import Constants, Measure, chosen, places_in, united

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

# The columns of `leaves`; where to go next is a leaf or the verdict.
COLUMN, LOW, HIGH, ON_TRUE, ON_FALSE = range(5)
_NO_INTS = np.empty(0, np.int32)
ANY = np.iinfo(np.int32).max  # a high end that every position is below; as a low end, one that none reaches


@dataclass(frozen=True, slots=True)
class Programs:
    """Filters in a row; leaf numbers within a filter count from its own first leaf."""

    constants: tuple[Constants, ...]  # sorted and distinct, for each attribute of the topic
    patterns: tuple[tuple[int, str], ...]  # the attribute's place and the pattern of each column after the attributes
    leaf_starts: Ints  # one more than there are filters
    leaves: Ints  # a row of COLUMN … ON_FALSE for each: they are read together
    entry_starts: Ints  # one more than there are filters
    entry_leaf: Ints
    entry_next: Ints  # where to go on from a true entry
    fewest: Ints  # leaves that are true where the filter is, for each filter
    is_conjunction: Bools
    wholes: tuple[Whole, ...]  # trees, for degrees
    whole_of: Ints
    leaf_meanings: Ints  # by leaf; none at all where no leaf is fuzzy
    meanings: Meanings

    def __len__(self) -> int:
        return len(self.fewest)

    @property
    def nbytes(self) -> int:
        """The size of the arrays, and of texts as Python keeps them."""
        values = (getattr(self, field.name) for field in fields(self))
        arrays = sum(int(value.nbytes) for value in values if isinstance(value, np.ndarray))
        return arrays + self.meanings.nbytes + sum(_size(some) for some in self.constants)

    def with_meanings_in_order(self) -> Programs:
        """The same with the meanings in the order in which the leaves come to them."""
        if not len(self.meanings):
            return self
        leaf_meanings, meanings = by_first_use(self.leaf_meanings, self.meanings)
        return replace(self, leaf_meanings=leaf_meanings, meanings=meanings)

    def used_columns(self) -> NDArray[np.int64]:
        """The columns that some leaf tests."""
        return np.flatnonzero(np.bincount(self.leaves[:, COLUMN]))

    def take(self, order: NDArray[np.integer]) -> Programs:
        """Some of the filters, in this order; the constants stay."""
        leaf_starts, leaves = _runs(self.leaf_starts, order)
        entry_starts, entries = _runs(self.entry_starts, order)
        return Programs(
            constants=self.constants,
            patterns=self.patterns,
            leaf_starts=leaf_starts,
            leaves=self.leaves[leaves],
            entry_starts=entry_starts,
            entry_leaf=self.entry_leaf[entries],
            entry_next=self.entry_next[entries],
            fewest=self.fewest[order],
            is_conjunction=self.is_conjunction[order],
            wholes=self.wholes,
            whole_of=self.whole_of[order],
            leaf_meanings=self.leaf_meanings[leaves] if len(self.meanings) else self.leaf_meanings,
            meanings=self.meanings,
        )


def _size(constants: Constants) -> int:
    return sum(map(getsizeof, constants)) if isinstance(constants, list) else int(constants.nbytes)


def spread(starts: Ints) -> NDArray[np.int64]:
    """For each item of each run, the number of its run."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def starts_of(lengths: NDArray[np.integer]) -> Ints:
    """Where each run begins, and where the last one ends."""
    starts = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=starts[1:])
    return starts


def _runs(starts: Ints, order: NDArray[np.integer]) -> tuple[Ints, NDArray[np.int64]]:
    lengths = starts[1:][order] - starts[:-1][order]
    new = starts_of(lengths)
    return new, np.repeat(starts[:-1][order].astype(np.int64) - new[:-1], lengths) + np.arange(new[-1])


def join(parts: Sequence[Programs], measures: Sequence[Measure]) -> Programs:
    """The filters of all parts in a row, with the constants that are still used."""
    constants = tuple(united([_used(part, place) for part in parts], measure) for place, measure in enumerate(measures))
    patterns = tuple(dict.fromkeys(pattern for part in parts for pattern in _used_patterns(part, len(measures))))
    wholes, whole_of = _joined_wholes(parts)
    leaf_meanings, meanings = joined_meanings([_every_leaf(part) for part in parts])
    return Programs(
        constants=constants,
        patterns=patterns,
        leaf_starts=starts_of(np.concatenate([np.diff(part.leaf_starts) for part in parts])),
        leaves=np.concatenate([_rebased(part, constants, patterns) for part in parts]),
        entry_starts=starts_of(np.concatenate([np.diff(part.entry_starts) for part in parts])),
        entry_leaf=np.concatenate([part.entry_leaf for part in parts]),
        entry_next=np.concatenate([part.entry_next for part in parts]),
        fewest=np.concatenate([part.fewest for part in parts]),
        is_conjunction=np.concatenate([part.is_conjunction for part in parts]),
        wholes=wholes,
        whole_of=whole_of,
        leaf_meanings=leaf_meanings if len(meanings) else _NO_INTS,
        meanings=meanings,
    )


def _joined_wholes(parts: Sequence[Programs]) -> tuple[tuple[Whole, ...], Ints]:
    """The trees that are still used, each once, and which of them each filter has."""
    numbers: dict[Whole, int] = {}
    which = []
    for part in parts:
        used, places = np.unique(part.whole_of, return_inverse=True)
        new = [numbers.setdefault(part.wholes[number], len(numbers)) for number in used.tolist()]
        which.append(np.array(new, np.int32)[places])
    return tuple(numbers), np.concatenate([_NO_INTS, *which])


def _every_leaf(part: Programs) -> tuple[Ints, Meanings]:
    """The meanings of the leaves, for those without any too."""
    if len(part.meanings):
        return part.leaf_meanings, part.meanings
    return np.full(len(part.leaves), NOT_FUZZY, np.int32), part.meanings


def _low_place(low: Ints) -> Ints:
    """The place of the constant that a low end came from; only for ends that came from one."""
    return (low - 1) >> 1


def _high_place(high: Ints) -> Ints:
    return high >> 1


def _has_low(low: Ints) -> Bools:
    return (low > 0) & (low < ANY)


def _has_high(high: Ints) -> Bools:
    return (high >= 0) & (high < ANY)


def _used(part: Programs, place: int) -> Constants:
    here = part.leaves[:, COLUMN] == place
    low, high = part.leaves[here, LOW], part.leaves[here, HIGH]
    is_used = np.zeros(len(part.constants[place]), np.bool_)
    is_used[_low_place(low[_has_low(low)])] = True
    is_used[_high_place(high[_has_high(high)])] = True
    return chosen(part.constants[place], np.flatnonzero(is_used))


def _used_patterns(part: Programs, attributes: int) -> list[tuple[int, str]]:
    return [part.patterns[column - attributes] for column in part.used_columns().tolist() if column >= attributes]


def _rebased(part: Programs, constants: Sequence[Constants], patterns: Sequence[tuple[int, str]]) -> Ints:
    """The leaves for other constants and patterns, which have all that the leaves use."""
    leaves = part.leaves.copy()
    column, low, high = leaves[:, COLUMN], leaves[:, LOW], leaves[:, HIGH]
    for place, (old, new) in enumerate(zip(part.constants, constants)):
        here = column == place
        if not here.any() or not len(old):
            continue
        moved = (2 * (places_in(new, old) - np.arange(len(old)))).astype(np.int32)
        lows, highs = here & _has_low(low), here & _has_high(high)
        low[lows] += moved[_low_place(low[lows])]
        high[highs] += moved[_high_place(high[highs])]
    if part.patterns:
        numbers = {pattern: len(constants) + number for number, pattern in enumerate(patterns)}
        table = np.array([numbers.get(pattern, 0) for pattern in part.patterns], np.int32)
        fitted = column >= len(constants)
        column[fitted] = table[column[fitted] - len(constants)]
    return leaves
