"""Attribute values as what arrays compare: floats for numbers, whole numbers for moments, text as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.topic import AttributeType

Constants = NDArray[Any] | list[str]  # float64, int64 or text, by the measure

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY = _EPOCH.toordinal()
_MICROSECOND = timedelta(microseconds=1)


class Measure(Enum):
    """How values of an attribute are kept and compared."""

    NUMBER = "number"  # float64; TRUE is 1, FALSE is 0
    MOMENT = "moment"  # int64: days since 1970 for a date, microseconds for a time of day or a timestamp
    TEXT = "text"  # by code points
    PRESENCE = "presence"  # only whether it is there


_MEASURES = {
    AttributeType.TEXT: Measure.TEXT,
    AttributeType.INTEGER: Measure.NUMBER,
    AttributeType.NUMBER: Measure.NUMBER,
    AttributeType.BOOLEAN: Measure.NUMBER,
    AttributeType.DATE: Measure.MOMENT,
    AttributeType.TIME: Measure.MOMENT,
    AttributeType.TIMESTAMP: Measure.MOMENT,
    AttributeType.BINARY: Measure.PRESENCE,
}


def measure_of(kind: AttributeType) -> Measure:
    """How values of this type are compared."""
    return _MEASURES[kind]


def moment_number(value: date | time | datetime) -> int:
    """A whole number in the order of the moments of one type."""
    if isinstance(value, datetime):  # before date: a datetime is one
        return (value - _EPOCH) // _MICROSECOND
    if isinstance(value, date):
        return value.toordinal() - _EPOCH_DAY
    return ((value.hour * 60 + value.minute) * 60 + value.second) * 1_000_000 + value.microsecond


def ranked(values: Sequence[Any], measure: Measure) -> tuple[Constants, NDArray[np.int64]]:
    """The distinct constants in order, and the place of each of `values` among them."""
    if measure is Measure.TEXT:
        texts = sorted(set(values))
        places = {text: place for place, text in enumerate(texts)}
        return texts, np.fromiter((places[text] for text in values), np.int64, len(values))
    constants, ranks = np.unique(_numbers(values, measure), return_inverse=True)
    return constants, ranks.astype(np.int64, copy=False)


def united(parts: Iterable[Constants], measure: Measure) -> Constants:
    """The distinct constants of all parts, in order."""
    if measure is Measure.TEXT:
        return sorted({text for part in parts for text in part})
    return distinct(np.concatenate([no_constants(measure), *parts]))


def places_in(constants: Constants, some: Constants) -> NDArray[np.int64]:
    """Where each of `some` stands in `constants`; any place at all for one that is not there."""
    if isinstance(constants, list):
        places = {text: place for place, text in enumerate(constants)}
        return np.fromiter((places.get(text, 0) for text in some), np.int64, len(some))
    return np.searchsorted(constants, np.asarray(some, constants.dtype)).astype(np.int64, copy=False)


def chosen(constants: Constants, places: NDArray[np.int64]) -> Constants:
    """The constants at these places."""
    return [constants[place] for place in places] if isinstance(constants, list) else constants[places]


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """The values in order, each once. (For most, `numpy.unique` hashes them, which is many times slower.)"""
    ordered = np.sort(values, kind="stable")  # quick where sorted runs follow each other
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def no_constants(measure: Measure) -> Constants:
    """Constants of an attribute that none is compared with."""
    return [] if measure is Measure.TEXT else np.empty(0, _dtype(measure))


def _numbers(values: Sequence[Any], measure: Measure) -> NDArray[Any]:
    if measure is Measure.MOMENT:
        return np.fromiter((moment_number(value) for value in values), np.int64, len(values))
    return np.asarray(values, dtype=np.float64)


def _dtype(measure: Measure) -> type[np.float64] | type[np.int64]:
    return np.int64 if measure is Measure.MOMENT else np.float64
