"""The attributes of a batch of events as typed columns, and where their values fall among constants.

A position counts in half steps through sorted distinct constants: 2 i + 1 for a value equal to the i-th (from 0), 2 i
for one between its neighbours below it, -1 for an absent one. Every comparison with a constant is then a range of
positions, whatever the type, and exact: also for whole numbers that no float equals.

A number that is not known exactly has two positions, of the lowest and of the highest it may be (`spans`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.fuzzy.shapes import HIGH, RIGHT, Curves, curves_of
from broker_local.matching.spatial.kernel import kernel
from broker_local.protocol.event import Event
from broker_local.protocol.filter.patterns import pattern_test
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import Attribute, AttributeType, Topic

from .measures import Constants, Measure, measure_of, moment_number

Positions = NDArray[np.int32]
ABSENT = -1
_EXACT_BELOW = 2.0**53
_MOMENT_UNITS = {
    AttributeType.DATE: "M8[D]",
    AttributeType.TIME: "m8[us]",
    AttributeType.TIMESTAMP: "M8[us]",
}


class Column(Protocol):
    """The values of one attribute, a row for each event."""

    def positions(self, constants: Constants) -> Positions:
        """Where each value falls among sorted distinct constants of its own type."""

    def part(self, rows: slice) -> Column:
        """The column of some of the events."""


class PresenceColumn:
    """Whether each event has the attribute."""

    def __init__(self, present: NDArray[np.bool_]) -> None:
        self._present = present

    def positions(self, constants: Constants) -> Positions:
        """0 for a value that is there: there is nothing to compare it with."""
        return self._present.astype(np.int32) - 1

    def part(self, rows: slice) -> Column:
        """The column of some of the events."""
        return PresenceColumn(self._present[rows])


@dataclass(frozen=True, slots=True)
class Blurred:
    """The values of a column that are not known exactly: their rows, ascending, and what is possible."""

    rows: NDArray[np.int64]
    curves: Curves


_NOTHING_BLURRED = Blurred(np.empty(0, np.int64), np.empty((0, 6)))


class NumberColumn:
    """Numbers, truths and moments. `exact` has the whole numbers, by row, that their float is not equal to.

    Where a number is blurred, `values` has the lowest it may be.
    """

    def __init__(
        self,
        values: NDArray[Any],
        present: NDArray[np.bool_],
        exact: Mapping[int, float] | None = None,
        blurred: Blurred = _NOTHING_BLURRED,
    ) -> None:
        self._values = values
        self._present = present
        self._exact = exact or {}
        self.blurred = blurred

    @property
    def floats(self) -> NDArray[np.float64]:
        """The values as floats, NaN for absent ones."""
        return np.where(self._present, self._values, np.nan)

    def positions(self, constants: Constants) -> Positions:
        """By search, all of them in a kernel."""
        return self._positions(constants, self._values)

    def tops(self, constants: Constants) -> Positions:
        """The same of the highest that each value may be."""
        highest = self._values.copy()
        highest[self.blurred.rows] = self.blurred.curves[:, HIGH] + self.blurred.curves[:, RIGHT]
        return self._positions(constants, highest)

    def _positions(self, constants: Constants, values: NDArray[Any]) -> Positions:
        positions = _searched(np.asarray(constants), values, self._present)
        for row, value in self._exact.items():  # Python compares whole numbers with its own floats exactly
            positions[row] = bisect_left(constants, value, key=float) + bisect_right(constants, value, key=float)
        return positions

    def part(self, rows: slice) -> Column:
        """The column of some of the events."""
        first, last, _ = rows.indices(len(self._values))
        exact = {row - first: value for row, value in self._exact.items() if first <= row < last}
        begin, end = np.searchsorted(self.blurred.rows, (first, last))
        blurred = Blurred(self.blurred.rows[begin:end] - first, self.blurred.curves[begin:end])
        return NumberColumn(self._values[rows], self._present[rows], exact, blurred)


class TextColumn:
    """Texts, each distinct one kept once. `codes` are places in `texts`, or -1."""

    def __init__(self, texts: Sequence[str], codes: NDArray[np.int32]) -> None:
        self._texts = texts
        self._codes = codes

    def positions(self, constants: Constants) -> Positions:
        """By code points, as Python compares texts."""
        places = [bisect_left(constants, text) + bisect_right(constants, text) for text in self._texts]
        return self._spread([places]).reshape(-1)

    def fitting(self, patterns: Sequence[str]) -> Positions:
        """A row for each LIKE pattern: 1 where it fits, 0 where not; worked out once for a distinct text."""
        return self._spread([list(map(pattern_test(pattern), self._texts)) for pattern in patterns])

    def part(self, rows: slice) -> Column:
        """The column of some of the events, with their texts alone."""
        used, codes = np.unique(self._codes[rows], return_inverse=True)
        absent = int(ABSENT in used[:1])  # sorted: absence comes first, and gets no text
        return TextColumn([self._texts[code] for code in used[absent:].tolist()], (codes - absent).astype(np.int32))

    def _spread(self, by_text: Sequence[Sequence[int]]) -> Positions:
        """From rows of a number for each text to rows of one for each event."""
        numbers = np.full((len(by_text), len(self._texts) + 1), ABSENT, np.int32)  # the last place is for code -1
        numbers[:, :-1] = by_text
        return numbers[:, self._codes]


class AttributeColumns:
    """One topic's events as columns, each made when it is first asked for."""

    def __init__(self, topic: Topic, size: int, make: Callable[[Attribute], Column]) -> None:
        self.topic = topic
        self.size = size
        self.worked_out: dict[object, NDArray[np.int32]] = {}  # what an index has found for this batch, by its part
        self.tops_worked_out: dict[object, NDArray[np.int32]] = {}  # the same of the highest that values may be
        self._make = make
        self._columns: dict[str, Column] = {}

    @classmethod
    def of_events(cls, topic: Topic, events: Sequence[Event]) -> AttributeColumns:
        """The columns of events that are all of this topic."""

        def make(attribute: Attribute) -> Column:
            return _column([event.attributes.get(attribute.name) for event in events], measure_of(attribute.type))

        return cls(topic, len(events), make)

    @classmethod
    def of_arrays(
        cls,
        topic: Topic,
        size: int,
        arrays: Mapping[str, NDArray[Any]],
        uncertain: Mapping[str, Mapping[int, FuzzyNumber]] = MappingProxyType({}),
    ) -> AttributeColumns:
        """The columns of `size` events from arrays by attribute name; an attribute without one is absent.

        Numbers in numeric arrays, moments in datetime64 (date, timestamp) or timedelta64 (time of day), anything in
        object arrays. Absent are NaN, NaT, None and what a masked array masks. `uncertain` has by attribute and row
        the values that are not known exactly, whatever the arrays have there.
        """
        for name, array in arrays.items():
            if name not in topic.by_name or len(array) != size:
                raise ValueError(f"{name}: expected an attribute of {topic.name} with {size} values, got {len(array)}")

        def make(attribute: Attribute) -> Column:
            array, numbers = arrays.get(attribute.name), uncertain.get(attribute.name)
            if array is None:
                column = _column([None] * size, measure_of(attribute.type))
            else:
                column = _column_of_array(array, attribute.type)
            return _with_uncertain(column, numbers) if numbers and isinstance(column, NumberColumn) else column

        return cls(topic, size, make)

    def column(self, name: str) -> Column:
        """The column of an attribute of the topic."""
        if name not in self._columns:
            self._columns[name] = self._make(self.topic.by_name[name])
        return self._columns[name]

    def blurred(self, name: str) -> Blurred:
        """The values of an attribute that are not known exactly."""
        column = self.column(name)
        return column.blurred if isinstance(column, NumberColumn) else _NOTHING_BLURRED

    def part(self, rows: slice) -> AttributeColumns:
        """The columns of some of the events."""
        first, last, _ = rows.indices(self.size)
        return AttributeColumns(self.topic, last - first, lambda attribute: self.column(attribute.name).part(rows))

    def fitting(self, name: str, patterns: Sequence[str]) -> Positions:
        """A row for each LIKE pattern: 1 where it fits a text attribute, 0 where not, -1 where it is absent."""
        column = self.column(name)
        if not isinstance(column, TextColumn):
            raise TypeError(f"{name}: expected a text attribute for LIKE, got {self.topic.by_name[name].type}")
        return column.fitting(patterns)


@kernel
def _searched(constants: NDArray[Any], values: NDArray[Any], present: NDArray[np.bool_]) -> Positions:
    positions = np.full(len(values), ABSENT, np.int32)
    for row in range(len(values)):
        if present[row]:
            below = np.searchsorted(constants, values[row])
            positions[row] = 2 * below + (below < len(constants) and constants[below] == values[row])
    return positions


def _column(values: Sequence[Any], measure: Measure) -> Column:
    if measure is Measure.TEXT:
        return _text_column(values)
    present = np.fromiter((value is not None for value in values), np.bool_, len(values))
    if measure is Measure.PRESENCE:
        return PresenceColumn(present)
    if measure is Measure.MOMENT:
        numbers = (0 if value is None else moment_number(value) for value in values)
        return NumberColumn(np.fromiter(numbers, np.int64, len(values)), present)
    return _number_column(values, present)


def _number_column(values: Sequence[Any], present: NDArray[np.bool_]) -> NumberColumn:
    try:
        floats = np.array([0.0 if value is None else value for value in values], dtype=np.float64)
    except (TypeError, OverflowError):
        if any(isinstance(value, FuzzyNumber) for value in values):
            return _blurred_column(values, present)
        floats = np.array([0.0 if value is None else _float(value) for value in values], dtype=np.float64)
    exact = {
        row: values[row]
        for row in np.flatnonzero(np.abs(floats) >= _EXACT_BELOW).tolist()
        if isinstance(values[row], int) and values[row] != floats[row].item()
    }
    return NumberColumn(floats, present & ~np.isnan(floats), exact)


def _blurred_column(values: Sequence[Any], present: NDArray[np.bool_]) -> NumberColumn:
    """Where some values are not known exactly."""
    rows = [row for row, value in enumerate(values) if isinstance(value, FuzzyNumber) and not _is_exact(value)]
    curves = curves_of(values[row] for row in rows)
    lowest = [value.support[0] if isinstance(value, FuzzyNumber) else value for value in values]
    plain = _number_column(lowest, present)
    return NumberColumn(plain._values, plain._present, plain._exact, Blurred(np.array(rows, np.int64), curves))


def _with_uncertain(column: NumberColumn, numbers: Mapping[int, FuzzyNumber]) -> NumberColumn:
    """The same column with other values in some rows."""
    rows = np.array(sorted(numbers), np.int64)
    values, present = column._values.astype(np.float64), column._present.copy()
    values[rows] = [numbers[row].support[0] for row in rows.tolist()]
    present[rows] = True
    exact = {row: value for row, value in column._exact.items() if row not in numbers}
    blurred = np.array([row for row in rows.tolist() if not _is_exact(numbers[row])], np.int64)
    curves = curves_of(numbers[row] for row in blurred.tolist())
    return NumberColumn(values, present, exact, Blurred(blurred, curves))


def _is_exact(value: FuzzyNumber) -> bool:
    return value.low == value.high and value.is_crisp


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _text_column(values: Sequence[str | None]) -> Column:
    places: dict[str, int] = {}
    codes = [ABSENT if value is None else places.setdefault(value, len(places)) for value in values]
    return TextColumn(list(places), np.array(codes, dtype=np.int32))


def _column_of_array(array: NDArray[Any], kind: AttributeType) -> Column:
    measure = measure_of(kind)
    is_masked = np.ma.getmaskarray(array)
    plain: NDArray[Any] = np.ma.getdata(array)
    if measure in (Measure.TEXT, Measure.PRESENCE) or plain.dtype.kind == "O" or _has_large_integers(plain):
        return _column([None if masked else value for value, masked in zip(plain.tolist(), is_masked)], measure)
    if measure is Measure.MOMENT:
        return NumberColumn(plain.astype(_MOMENT_UNITS[kind]).astype(np.int64), ~is_masked & ~np.isnat(plain))
    floats = plain.astype(np.float64)
    return NumberColumn(floats, ~is_masked & ~np.isnan(floats))


def _has_large_integers(array: NDArray[Any]) -> bool:
    return array.dtype.kind in "iu" and bool((np.abs(array.astype(np.float64)) >= _EXACT_BELOW).any())
