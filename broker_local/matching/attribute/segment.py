"""A fixed set of filters, sorted by their entries; ended ones are only marked. What a CountingIndex is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.topic import Topic

from .columns import AttributeColumns, NumberColumn
from .counting_kernel import PredicateLists, count_matches, predicate_lists
from .grades import Floats, WholeTable, whole_table
from .grading_kernel import Asked, Blur, grade_pairs
from .least_kernel import LEAST, STRAIGHT, Kinds, grade_least, kinds_of
from .measures import measure_of
from .pair_order import ROW_BITS, ROW_MASK
from .program_kernel import BLOCK, TILE, count_entered, enter, run_pairs, used_columns
from .programs import ANY, COLUMN, HIGH, LOW, Bools, Ints, Programs, join, spread, starts_of

Rows = NDArray[np.int64]
NO_PLACES = np.empty((0, 2))
_MOST_KNOWN = 1 << 20  # degrees of meanings and events that are kept while a batch is graded
_SORTS = 3  # of ranges in a column: from a low end, between two, up to a high end
_KEY_BITS = 32  # of a position
_NOT_YET = -2  # no position: a column that has not been worked out


class Segment:
    """Filters and the caller's row of each; places within a segment are its own."""

    def __init__(self, topic: Topic, programs: Programs, rows: Rows) -> None:
        self._topic = topic
        order = np.argsort(_Entries.of(programs).key[programs.entry_starts[:-1]], kind="stable")
        self._programs = programs.take(order).with_meanings_in_order()
        self._is_graded = len(programs.meanings) > 0
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

    def match(self, columns: AttributeColumns) -> tuple[Rows, Floats | None]:
        """The matches through the entries, and their degrees; None where all are certain."""
        blurred = self._blurred(columns)
        if not blurred and not self._is_graded:
            return self._entered(columns, None, self.rows), None
        found = self._entered(columns, self._tops(columns) if blurred else None, np.arange(len(self)))
        positions, values = self._positions(columns, self._used_columns), self._values(columns)
        blur = self._blur(columns) if blurred else None
        from_kind = LEAST if blur is None or not self._pays_to_keep(found, columns) else STRAIGHT
        degrees, matches, others = grade_least(
            found, self.rows, positions, values, blur, self._asked, self._kinds, from_kind
        )
        return self._with_others(columns, found[:matches], degrees) if others else (found[:matches], degrees)

    def _with_others(self, columns: AttributeColumns, found: Rows, degrees: Floats) -> tuple[Rows, Floats]:
        """The matches among pairs of which some are not graded yet, those with NaN."""
        rest = np.flatnonzero(np.isnan(degrees[:, 0]))
        pairs = found[rest]
        degrees[rest] = self._graded(columns, pairs)[:, : degrees.shape[1]]
        places = pairs & ROW_MASK
        found[rest] = pairs - places + self.rows[places]
        is_possible = degrees[:, 0] > 0.0
        return found[is_possible], degrees[is_possible]

    def is_blurred(self, columns: AttributeColumns) -> bool:
        """Whether some value that filters ask is not known exactly."""
        return bool(self._blurred(columns))

    def candidates(self, columns: AttributeColumns) -> Rows:
        """What may match; all that does not need to be graded does."""
        return self._entered(columns, self._tops(columns) if self._blurred(columns) else None, self.rows)

    def grade(self, columns: AttributeColumns, events: Rows, places: Rows, at_place: Floats = NO_PLACES) -> Floats:
        """Pair by pair possibility and necessity, 0 where it does not match; with those of the event's place."""
        return self._graded(columns, events << ROW_BITS | places, at_place)

    def _graded(self, columns: AttributeColumns, pairs: Rows, at_place: Floats = NO_PLACES) -> Floats:
        positions, values = self._positions(columns, self._used_columns), self._values(columns)
        blur = self._blur(columns) if self._blurred(columns) else None
        pays = blur is not None and self._pays_to_keep(pairs, columns)
        known = np.full((len(self._programs.meanings), columns.size, 2) if pays else (0, 0, 0), np.nan)
        return grade_pairs(pairs, at_place, positions, values, blur, self._asked, known, self._wholes.deepest)

    def _pays_to_keep(self, pairs: Rows, columns: AttributeColumns) -> bool:
        """Whether many of these pairs share a meaning and an event."""
        return 0 < len(self._programs.meanings) * columns.size < min(len(pairs), _MOST_KNOWN)

    def _entered(self, columns: AttributeColumns, tops: Ints | None, rows: Rows) -> Rows:
        return enter(
            self._positions(columns, self._used_columns),
            tops,
            self._group_column,
            self._group_starts,
            self._entry_low,
            self._entry_high,
            self._entry_filter,
            self._entry_next,
            self._block_high,
            self._tile_high,
            rows,
            self._is_alive,
            self._programs.leaf_starts,
            self._programs.leaves,
        )

    def match_by_counting(self, columns: AttributeColumns) -> NDArray[np.int64]:
        """The same matches by the counting algorithm, which knows no degrees."""
        if self._is_graded or self._blurred(columns):
            raise ValueError("expected crisp filters and events whose values are known exactly")
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
        """Pair by pair, whether the filter at a place of this segment may be true of the event."""
        programs = self._programs
        used = self._used_columns
        if programs.patterns:  # of which only those asked for are worked out
            used = np.flatnonzero(used_columns(places, programs.leaf_starts, programs.leaves, self.column_count))
        tops = self._tops(columns) if self._blurred(columns) else None
        return run_pairs(self._positions(columns, used), tops, events, places, programs.leaf_starts, programs.leaves)

    def count_entered(self, columns: AttributeColumns) -> NDArray[np.int64]:
        """For each event, through how many entries `match` would look at a filter, at most."""
        attributes = len(self._programs.constants)
        return count_entered(
            self._positions(columns, self._used_columns[self._used_columns < attributes]),
            self._tops(columns) if self._blurred(columns) else None,
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

    def _blurred(self, columns: AttributeColumns) -> list[int]:
        """The columns that filters test and of which some value is not known exactly."""
        attributes = self._topic.attributes
        return [place for place in self._numeric_columns if len(columns.blurred(attributes[place].name).rows)]

    def _tops(self, columns: AttributeColumns) -> Ints:
        """The positions of the highest that values may be."""
        tops = columns.tops_worked_out.get(self)
        if tops is None:
            tops = self._positions(columns, self._used_columns).copy()
            for place in self._blurred(columns):
                column = columns.column(self._topic.attributes[place].name)
                assert isinstance(column, NumberColumn)
                tops[place] = column.tops(self._programs.constants[place])
            columns.tops_worked_out[self] = tops
        return tops

    def _values(self, columns: AttributeColumns) -> Floats:
        """By column and event the numbers that fuzzy leaves ask."""
        if not len(self._programs.meanings):
            return np.empty((0, 0))
        values = np.full((self.column_count, columns.size), np.nan)
        for place in self._numeric_columns:
            column = columns.column(self._topic.attributes[place].name)
            assert isinstance(column, NumberColumn)
            values[place] = column.floats
        return values

    def _blur(self, columns: AttributeColumns) -> Blur:
        curve_of = np.full((self.column_count, columns.size), -1, np.int32)
        curves, count = [], 0
        for place in self._blurred(columns):
            blurred = columns.blurred(self._topic.attributes[place].name)
            curve_of[place, blurred.rows] = np.arange(count, count + len(blurred.rows))
            curves.append(blurred.curves)
            count += len(blurred.rows)
        return Blur(curve_of, np.concatenate(curves), *self._numbers)

    @cached_property
    def _numbers(self) -> tuple[Ints, Floats]:
        """The constants of numeric attributes in a row, and where each column's begin."""
        kept = [
            np.asarray(some, np.float64) if attribute.type.is_numeric else np.empty(0)
            for some, attribute in zip(self._programs.constants, self._topic.attributes, strict=True)
        ]
        return starts_of(np.array([len(some) for some in kept])), np.concatenate([np.empty(0), *kept])

    @cached_property
    def _asked(self) -> Asked:
        programs, wholes = self._programs, self._wholes
        return Asked(
            programs.leaf_starts,
            programs.leaves,
            programs.leaf_meanings,
            programs.meanings.corners,
            programs.meanings.manner_of,
            programs.meanings.manners,
            programs.whole_of,
            wholes.starts,
            wholes.codes,
            wholes.is_all,
            wholes.hows,
            wholes.omegas,
        )

    @cached_property
    def _wholes(self) -> WholeTable:
        return whole_table(self._programs.wholes)

    @cached_property
    def _kinds(self) -> Kinds:
        programs = self._programs
        meanings = programs.leaf_starts, programs.leaf_meanings, programs.whole_of
        return kinds_of(*meanings, self._wholes, programs.meanings)

    @cached_property
    def _numeric_columns(self) -> list[int]:
        """The columns of numbers that some filter tests."""
        attributes = self._topic.attributes
        return [
            place
            for place in self._used_columns.tolist()
            if place < len(attributes) and attributes[place].type.is_numeric
        ]

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
