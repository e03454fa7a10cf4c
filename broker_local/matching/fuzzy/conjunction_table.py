"""Many conjunctions as arrays: the predicates of each in a row, one conjunction after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.certainty import Aggregation

from .conjunction import FuzzyConjunction
from .shapes import Curves, curves_of

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
_BY_USE = ("attributes", "curves", "powers", "is_not", "thetas", "weights")
AGGREGATIONS = {how: code for code, how in enumerate(Aggregation)}


class ConjunctionTable(NamedTuple):
    """Columns by predicate as it is used, and by conjunction."""

    attributes: NDArray[np.int32]  # by use: the attribute's number
    curves: Curves
    powers: Floats
    is_not: NDArray[np.bool_]
    thetas: Floats  # the least possibility and necessity
    weights: Floats
    starts: Numbers  # by conjunction: its first use; one more at the end
    omegas: Floats
    hows: NDArray[np.int8]
    handles: Numbers


def table_of(
    handles: Numbers, conjunctions: Sequence[FuzzyConjunction], number_of: Callable[[str], int]
) -> ConjunctionTable:
    """Conjunctions as arrays; `number_of` gives an attribute its number."""
    uses = [use for conjunction in conjunctions for use in conjunction.predicates]
    starts = np.zeros(len(conjunctions) + 1, np.int64)
    np.cumsum([len(conjunction.predicates) for conjunction in conjunctions], out=starts[1:])
    return ConjunctionTable(
        attributes=np.array([number_of(use.attribute) for use in uses], np.int32),
        curves=curves_of(use.asked for use in uses),
        powers=np.array([use.power for use in uses], np.float64),
        is_not=np.array([use.is_not for use in uses], np.bool_),
        thetas=np.array([(use.least_possibility, use.least_necessity) for use in uses], np.float64).reshape(-1, 2),
        weights=np.array([use.weight for use in uses], np.float64),
        starts=starts,
        omegas=np.array([(c.least_possibility, c.least_necessity) for c in conjunctions], np.float64).reshape(-1, 2),
        hows=np.array([AGGREGATIONS[c.how] for c in conjunctions], np.int8),
        handles=np.asarray(handles, np.int64),
    )


def joined(tables: Sequence[ConjunctionTable]) -> ConjunctionTable:
    """Tables one after the other."""
    sizes = [len(table.attributes) for table in tables]
    firsts = np.concatenate([[0], np.cumsum(sizes)])
    starts = [table.starts[:-1] + first for table, first in zip(tables, firsts[:-1], strict=True)]
    columns = {
        name: np.concatenate([getattr(table, name) for table in tables])
        for name in ConjunctionTable._fields
        if name != "starts"
    }
    return ConjunctionTable(starts=np.concatenate([*starts, firsts[-1:]]), **columns)


def taken(table: ConjunctionTable, rows: Numbers) -> ConjunctionTable:
    """Some of the conjunctions, in the order asked for."""
    sizes = np.diff(table.starts)[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    uses = np.repeat(table.starts[rows] - starts[:-1], sizes) + np.arange(starts[-1])
    by_use = {name: getattr(table, name)[uses] for name in _BY_USE}
    by_conjunction = {name: getattr(table, name)[rows] for name in ("omegas", "hows", "handles")}
    return ConjunctionTable(starts=starts, **by_use, **by_conjunction)
