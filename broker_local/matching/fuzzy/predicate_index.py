"""The fuzzy side of matching: which conjunctions may be meant by which events, and how possible and certain it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from .conjunction import FuzzyConjunction
from .conjunction_table import Floats, Numbers, joined, table_of
from .predicate_kernel import HANDLE_BITS, Found, match_plain, match_sorted
from .shapes import Curves
from .sorted_predicates import SortedPredicates

_LONGEST_TAIL = 1 << 12  # conjunctions that wait to be sorted until the next question


class FuzzyMethod(StrEnum):
    """How predicates are found; the answers are the same."""

    SORTED = "sorted"  # those that the value touches: the default
    PLAIN = "plain"  # all of them: to compare with


@dataclass(frozen=True, slots=True)
class FuzzyValues:
    """A batch of events: for each attribute the rows of the events that have it, and their values as curves."""

    size: int  # events
    by_attribute: Mapping[str, tuple[Numbers, Curves]]

    def __post_init__(self) -> None:
        for name, (rows, curves) in self.by_attribute.items():
            if len(rows) != len(curves):
                raise ValueError(f"{name}: expected a value for each of {len(rows)} rows, got {len(curves)}")
            if len(rows) and not 0 <= rows.min() <= rows.max() < self.size:
                raise ValueError(f"{name}: expected rows from 0 to {self.size - 1}, got {rows.min()} to {rows.max()}")
            if len(np.unique(rows)) != len(rows):
                raise ValueError(f"{name}: expected one value for an event, got two")


@dataclass(frozen=True, slots=True)
class FuzzyMatches:
    """Columns of equal length, in order of the event's row and then of the handle."""

    event_rows: Numbers
    handles: Numbers
    possibility: Floats
    necessity: Floats


class FuzzyIndex:
    """Fuzzy conjunctions under the caller's handles; a change is seen by the next call.

    New ones wait in a tail, and are sorted together when next asked for. Sorted parts are joined as they gather (like a
    log-structured merge tree), and built anew when half of theirs have ended. One caller at a time: a part keeps the
    degrees of the event that is being matched.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}  # of attributes
        self._tail: dict[int, FuzzyConjunction] = {}
        self._parts: list[SortedPredicates] = []  # in order of age

    def __len__(self) -> int:
        return len(self._tail) + sum(part.living for part in self._parts)

    @property
    def nbytes(self) -> int:
        """The size of what is kept, once sorted."""
        self._sort_tail()
        return sum(part.nbytes for part in self._parts)

    def add(self, handles: Iterable[int], conjunctions: Sequence[FuzzyConjunction]) -> None:
        """Begin conjunctions; one whose handle is already there replaces it."""
        numbers = np.fromiter(handles, np.int64)
        if len(numbers) != len(conjunctions):
            raise ValueError(f"expected a conjunction for each of {len(numbers)} handles, got {len(conjunctions)}")
        if len(numbers) and not 0 <= numbers.min() <= numbers.max() < 1 << HANDLE_BITS:
            raise ValueError(f"expected handles from 0 to 2**{HANDLE_BITS}, got {numbers.min()} to {numbers.max()}")
        self._end(numbers)
        self._tail.update(zip(numbers.tolist(), conjunctions, strict=True))
        if len(self._tail) > _LONGEST_TAIL:
            self._sort_tail()

    def remove(self, handles: Iterable[int]) -> None:
        """End conjunctions; handles that have none are passed over."""
        numbers = np.fromiter(handles, np.int64)
        self._end(numbers)
        for handle in numbers.tolist() if self._tail else ():
            self._tail.pop(handle, None)
        for place, part in enumerate(self._parts):
            if 0 < part.living <= len(part.handles) // 2:
                self._parts[place] = SortedPredicates(part.table(), len(self._numbers))
        self._parts = [part for part in self._parts if part.living]

    def match(self, values: FuzzyValues, method: FuzzyMethod = FuzzyMethod.SORTED) -> FuzzyMatches:
        """Every event row and handle that match, with both degrees."""
        self._sort_tail()
        places, curves = self._placed(values)
        matches, degrees = [], []
        for part in self._parts:
            width = len(part.predicates.firsts) - 1  # attributes that were known when it was sorted
            found = _matched(part, np.ascontiguousarray(places[:, :width]), curves, method)
            matches.append(found[0])
            degrees.append(found[1])
        both = matches[0] if len(matches) == 1 else np.concatenate([np.empty(0, np.int64), *matches])
        order = np.argsort(both)
        both = both[order]
        sure = (degrees[0] if len(degrees) == 1 else np.concatenate([np.empty((0, 2)), *degrees]))[order]
        return FuzzyMatches(both >> HANDLE_BITS, both & (1 << HANDLE_BITS) - 1, sure[:, 0], sure[:, 1])

    def _placed(self, values: FuzzyValues) -> tuple[Numbers, Curves]:
        """For each event and attribute the row of its value among all values, or -1."""
        places = np.full((values.size, len(self._numbers)), -1, np.int64)
        curves, count = [np.empty((0, 6))], 0
        for name, (rows, given) in values.by_attribute.items():
            number = self._numbers.get(name)
            if number is not None:
                places[rows, number] = np.arange(count, count + len(rows))
                curves.append(given)
                count += len(rows)
        return places, np.concatenate(curves)

    def _end(self, handles: Numbers) -> None:
        for part in self._parts:
            part.is_alive &= ~np.isin(part.handles, handles)

    def _sort_tail(self) -> None:
        if self._tail:
            handles = np.fromiter(self._tail, np.int64, len(self._tail))
            tables = [table_of(handles, list(self._tail.values()), self._number_of)]
            self._tail = {}
            size = len(handles)
            while self._parts and self._parts[-1].living <= 2 * size:
                elder = self._parts.pop()
                size += elder.living
                tables.append(elder.table())
            self._parts.append(SortedPredicates(joined(tables[::-1]), len(self._numbers)))

    def _number_of(self, attribute: str) -> int:
        return self._numbers.setdefault(attribute, len(self._numbers))


def _matched(part: SortedPredicates, places: Numbers, curves: Curves, method: FuzzyMethod) -> Found:
    wholes = part.conjunctions
    found: Found
    if method is FuzzyMethod.SORTED:
        begun = part.round + 1
        part.round += len(places)
        found = match_sorted(
            part.predicates, wholes, part.is_alive, part.handles, places, curves, part.seen, part.degrees, begun
        )
    else:
        owners = np.repeat(np.arange(len(part.handles)), np.diff(wholes.starts))
        found = match_plain(part.predicates, wholes, part.uses, owners, part.is_alive, part.handles, places, curves)
    return found
