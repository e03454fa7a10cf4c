"""Sets of values of one attribute: unions of ranges, kept as the places where membership changes.

A place is a value and whether it lies before or after it; whole numbers, booleans, dates and times have no place
between two neighbours, so `Count > 3` is `Count >= 4`. Intersection and complement are exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from broker_local.protocol.filter.tree import Literal
from broker_local.protocol.topic import AttributeType

Cut = tuple[Any, bool]  # a value, and whether the place is after it

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DAY_US = timedelta(days=1) // _MICROSECOND


@dataclass(frozen=True, slots=True)
class ValueSet:
    """The values up to the first cut are in it (`begins`) or not; every cut changes that."""

    begins: bool
    cuts: tuple[Cut, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether no value is in it."""
        return not self.begins and not self.cuts

    @property
    def points(self) -> list[Any] | None:
        """The values, if it is a few single ones; None if it has a range."""
        if self.begins or len(self.cuts) % 2:
            return None
        pairs = list(zip(self.cuts[::2], self.cuts[1::2]))
        return [low[0] for low, _ in pairs] if all(low[0] == high[0] for low, high in pairs) else None

    def complement(self) -> ValueSet:
        """All other values."""
        return ValueSet(not self.begins, self.cuts)

    def __and__(self, other: ValueSet) -> ValueSet:
        begins = self.begins and other.begins
        mine, others, is_in = self.begins, other.begins, begins
        cuts = []
        own, foreign = set(self.cuts), set(other.cuts)
        for cut in sorted(own | foreign):
            mine ^= cut in own
            others ^= cut in foreign
            if is_in != (mine and others):
                is_in = not is_in
                cuts.append(cut)
        return ValueSet(begins, tuple(cuts))

    def __or__(self, other: ValueSet) -> ValueSet:
        return (self.complement() & other.complement()).complement()


ALL_VALUES = ValueSet(True)
NO_VALUES = ValueSet(False)


def before(value: Literal, kind: AttributeType) -> Cut:
    """The place just before a value."""
    place = _PLACES.get(kind)
    return (value, False) if place is None else (math.ceil(place(value)), False)


def after(value: Literal, kind: AttributeType) -> Cut:
    """The place just after a value."""
    place = _PLACES.get(kind)
    return (value, True) if place is None else (math.floor(place(value)) + 1, False)


def between(low: Cut | None, high: Cut | None) -> ValueSet:
    """The values from one place to another; None for no end."""
    if low is not None and high is not None and low >= high:
        return NO_VALUES
    return ValueSet(low is None, tuple(cut for cut in (low, high) if cut is not None))


def one_of(values: Iterable[Literal], kind: AttributeType) -> ValueSet:
    """Just these values."""
    ends = {(before(value, kind), after(value, kind)) for value in values}
    found: list[Cut] = []
    for low, high in sorted(ends):
        if low == high:
            continue  # 80.5 of a whole number
        if found and found[-1] == low:
            found[-1] = high  # neighbours
        else:
            found += (low, high)
    return ValueSet(False, tuple(found))


def values_of_type(kind: AttributeType) -> ValueSet:
    """Every value there is of a type, where that has ends."""
    if kind is AttributeType.BOOLEAN:
        return between(before(False, kind), after(True, kind))
    if kind is AttributeType.DATE:
        return between(before(date.min, kind), after(date.max, kind))
    if kind is AttributeType.TIME:
        return between((0, False), (_DAY_US, False))
    return between(("", False), None) if kind is AttributeType.TEXT else ALL_VALUES


def _time_of_day(value: Any) -> int:
    moment: time = value
    return ((moment.hour * 60 + moment.minute) * 60 + moment.second) * 1_000_000 + moment.microsecond


# Types whose values can be counted, and the number of a value.
_PLACES: dict[AttributeType, Callable[[Any], Any]] = {
    AttributeType.INTEGER: lambda value: value,
    AttributeType.BOOLEAN: int,
    AttributeType.DATE: date.toordinal,
    AttributeType.TIME: _time_of_day,
    AttributeType.TIMESTAMP: lambda value: (value - _EPOCH) // _MICROSECOND,
}
