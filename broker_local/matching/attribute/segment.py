"""A fixed set of filters, sorted by their entries; ended ones are only marked. What a CountingIndex is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.topic import Topic

from .columns import AttributeColumns
from .counting_kernel import PredicateLists, count_matches, predicate_lists
from .measures import measure_of
from .program_kernel import BLOCK, TILE, count_entered, enter, run_pairs, used_columns
from .programs import ANY, COLUMN, HIGH, LOW, Bools, Ints, Programs, join, spread, starts_of

Rows = NDArray[np.int64]
_SORTS = 3  # of ranges in a column: from a low end, between two, up to a high end
_KEY_BITS = 32  # of a position
_NOT_YET = -2  # no position: a column that has not been worked out


class Segment:
    """Filters and the caller's row of each; places within a segment are its own."""

    def __init__(self, topic: Topic, programs: Programs, rows: Rows) -> None:
        self._topic = topic
        order = np.argsort(_Entries.of(programs).key[programs.entry_starts[:-1]], kind="stable")
        self._programs = programs.take(order)
        self.rows = rows[order]
        self.living = len(rows)
        self._is_alive: Bools = np.ones(len(rows), np.bool_)
        self._sort_entries()

    @classmethod
    def joined(cls, topic: Topic, segments: Sequence[Segment]) -> Segment:
        """One segment of what is alive in several."""
        measures = [measure_of(attribute.type) for attribute in topic.attributes]
        living = [np.flatnonzero(segment._is_alive) for segment in segments]
        programs = join([segment._programs.take(some) for segment, some in zip(segments, living)], measures)
        return cls(topic, programs, np.concatenate([segment.rows[some] for segment, some in zip(segments, living)]))

    def __len__(self) -> int:
        return len(self.rows)

    def end(self, places: Rows) -> None:
        """End the filters at these places, all of them alive and named once."""
        self._is_alive[places] = False
        self.living -= len(places)

    @property
    def nbytes(self) -> int:
        """The size of everything that is kept for the filters."""
        entries = (self._entry_low, self._entry_high, self._entry_filter, self._entry_next, self._block_high)
        return self._programs.nbytes + sum(array.nbytes for array in (*entries, self.rows, self._is_alive))

    @property
    def column_count(self) -> int:
        """Attributes of the topic and LIKE patterns."""
        return len(self._programs.constants) + len(self._programs.patterns)

    def match(self, columns: AttributeColumns) -> NDArray[np.int64]:
        """The matches through the entries: see `program_kernel.enter`."""
        return enter(
            self._positions(columns, self._used_columns),
            self._group_column,
            self._group_starts,
            self._entry_low,
            self._entry_high,
            self._entry_filter,
            self._entry_next,
            self._block_high,
            self._tile_high,
            self.rows,
            self._is_alive,
            self._programs.leaf_starts,
            self._programs.leaves,
        )

    def match_by_counting(self, columns: AttributeColumns) -> NDArray[np.int64]:
        """The same matches by the counting algorithm."""
        lists = self._lists
        return count_matches(
            self._positions(columns, self._used_columns),
            *(lists.low.starts, lists.low.end, lists.low.filter),
            *(lists.high.starts, lists.high.end, lists.high.filter),
            *(lists.point.starts, lists.point.end, lists.point.filter),
            lists.needed,
            self._programs.is_conjunction,
            self.rows,
            self._is_alive,
            self._programs.leaf_starts,
            self._programs.leaves,
        )

    def test(self, columns: AttributeColumns, events: Rows, places: Rows) -> Bools:
        """Pair by pair, whether the filter at a place of this segment is true of the event."""
        programs = self._programs
        used = self._used_columns
        if programs.patterns:  # of which only those asked for are worked out
            used = np.flatnonzero(used_columns(places, programs.leaf_starts, programs.leaves, self.column_count))
        return run_pairs(self._positions(columns, used), events, places, programs.leaf_starts, programs.leaves)

    def count_entered(self, columns: AttributeColumns) -> NDArray[np.int64]:
        """For each event, through how many entries `match` would look at a filter, at most."""
        attributes = len(self._programs.constants)
        return count_entered(
            self._positions(columns, self._used_columns[self._used_columns < attributes]),
            self._group_column,
            self._group_starts,
            self._entry_low,
            self._sorted_high,
            attributes,
        )

    def _positions(self, columns: AttributeColumns, used: NDArray[np.int64]) -> Ints:
        """Where the events' values fall among this segment's constants, each column worked out once for a batch."""
        positions = columns.worked_out.get(self)
        if positions is None:
            positions = columns.worked_out[self] = np.full((self.column_count, columns.size), _NOT_YET, np.int32)
        missing = used[positions[used, 0] == _NOT_YET] if columns.size else used[:0]
        attributes = self._topic.attributes
        is_pattern = missing >= len(attributes)
        for place in missing[~is_pattern].tolist():
            positions[place] = columns.column(attributes[place].name).positions(self._programs.constants[place])
        by_attribute: dict[int, list[int]] = {}
        for number in (missing[is_pattern] - len(attributes)).tolist():
            by_attribute.setdefault(self._programs.patterns[number][0], []).append(number)
        for place, numbers in by_attribute.items():
            patterns = [self._programs.patterns[number][1] for number in numbers]
            positions[np.add(numbers, len(attributes))] = columns.fitting(attributes[place].name, patterns)
        return positions

    @cached_property
    def _used_columns(self) -> NDArray[np.int64]:
        return self._programs.used_columns()

    @cached_property
    def _lists(self) -> PredicateLists:
        return predicate_lists(self._programs, self.column_count)

    @cached_property
    def _sorted_high(self) -> Ints:
        groups = np.repeat(np.arange(len(self._group_column)), np.diff(self._group_starts))
        return self._entry_high[np.lexsort((self._entry_high, groups))]

    def _sort_entries(self) -> None:
        entries = _Entries.of(self._programs)
        order = np.argsort(entries.key, kind="stable")
        self._entry_low, self._entry_high = entries.low[order], entries.high[order]
        self._entry_filter = spread(self._programs.entry_starts)[order].astype(np.int32)
        self._entry_next = self._programs.entry_next[order]
        sizes = np.bincount(entries.key >> _KEY_BITS)
        self._group_column: Ints = (np.flatnonzero(sizes) // _SORTS).astype(np.int32)
        self._group_starts = starts_of(sizes[sizes > 0])
        self._block_high = _highest(self._entry_high, BLOCK)
        self._tile_high = _highest(self._entry_high, TILE)


@dataclass(frozen=True, slots=True)
class _Entries:
    """The entries of filters: their ranges of positions, and the key they are sorted by.

    First by column, and which of its two ends a range has; then by the low end, or the high one if it alone is there.
    Sorted so, whole blocks can be passed over: those without a high end stop at the first low end above, those
    without a low end begin at the first high end above, and of the others most are narrow.
    """

    low: Ints
    high: Ints
    key: NDArray[np.int64]

    @classmethod
    def of(cls, programs: Programs) -> _Entries:
        leaves = programs.leaf_starts[:-1].repeat(np.diff(programs.entry_starts)) + programs.entry_leaf
        low, high, column = (programs.leaves[leaves, which] for which in (LOW, HIGH, COLUMN))
        is_inside_out = low > high
        low, high = np.where(is_inside_out, 0, low), np.where(is_inside_out, ANY, high)
        has_high, is_below = high < ANY, (low == 0) & (high < ANY)
        sort = column * np.int64(_SORTS) + has_high + is_below
        end = np.where(is_below, high, low).astype(np.int64)  # -1 for "absent", so one is added to all
        return cls(low, high, (sort << _KEY_BITS) + end + 1)


def _highest(high: Ints, size: int) -> Ints:
    return np.maximum.reduceat(high, np.arange(0, len(high), size)) if len(high) else high
