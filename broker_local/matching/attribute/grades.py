"""What programs must keep so that their filters can be graded: the tree of each, and what its fuzzy leaves mean.

Most filters share their tree and most fuzzy leaves their meaning, so each is kept once, in a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.fuzzy.shapes import Curves, curves_of
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.filter.tree import Is

from .template import ALL_OF, Code

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

NOT_FUZZY = -1
# The columns of `Meanings.manners`: the shapes come from the curve.
# The attribute is in them, so that a meaning has one degree of an event.
LEFT_SHAPE, RIGHT_SHAPE, POWER, IS_NOT, LEAST_POSSIBILITY, LEAST_NECESSITY, WEIGHT, ATTRIBUTE = range(8)
# Aggregations by number.
AGGREGATIONS = tuple(Aggregation)
_USUAL = Certainty()

Whole = tuple[Code, Certainty | None]  # how the degrees of leaves become one, and what is asked of that


@dataclass(frozen=True, slots=True)
class Meanings:
    """The distinct fuzzy leaves of some filters, as rows: of what differs mostly, and of what is mostly the same."""

    corners: Floats  # low, high, left, right
    manner_of: Ints
    manners: Floats

    def __len__(self) -> int:
        return len(self.manner_of)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.corners.nbytes + self.manner_of.nbytes + self.manners.nbytes

    def take(self, rows: NDArray[np.integer]) -> Meanings:
        """Some of them."""
        return Meanings(self.corners[rows], self.manner_of[rows], self.manners)


NO_MEANINGS = Meanings(np.empty((0, 4)), np.empty(0, np.int32), np.empty((0, 8)))


def meanings_of(leaves: Iterable[Is | None], places: Mapping[str, int]) -> tuple[Ints, Meanings]:
    """The meaning of every leaf, or NOT_FUZZY; and the table. `places` numbers the attributes."""
    numbers: dict[tuple[object, ...], int] = {}
    asked: list[Is] = []
    which: list[int] = []
    for leaf in leaves:
        if leaf is None:
            which.append(NOT_FUZZY)
            continue
        rest = (leaf.hedges, leaf.is_not, leaf.least_possibility, leaf.least_necessity, leaf.weight)
        key = (leaf.attribute, leaf.meaning, *rest)
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(asked)
            asked.append(leaf)
        which.append(number)
    return np.array(which, np.int32), _table(asked, places)


def _table(asked: Sequence[Is], places: Mapping[str, int]) -> Meanings:
    if not asked:
        return NO_MEANINGS
    curves: Curves = curves_of(leaf.meaning for leaf in asked)
    rest = np.array(
        [(i.power, i.is_not, i.least_possibility, i.least_necessity, i.weight, places[i.attribute]) for i in asked],
        np.float64,
    )
    manners, manner_of = _distinct_rows(np.hstack([curves[:, 4:], rest]))
    return Meanings(curves[:, :4].copy(), manner_of, manners)


def joined_meanings(parts: Sequence[tuple[Ints, Meanings]]) -> tuple[Ints, Meanings]:
    """The leaves of all parts, with one table of what they still use, in the order of their first use."""
    used = [(which, table) for which, table in parts if len(table)]
    if not used:
        return np.concatenate([np.empty(0, np.int32), *(which for which, _ in parts)]), NO_MEANINGS
    firsts = np.cumsum([0, *(len(table) for _, table in parts)])
    manner_firsts = np.cumsum([0, *(len(table.manners) for _, table in parts)])
    leaves = np.concatenate(
        [np.where(which == NOT_FUZZY, NOT_FUZZY, which + first) for (which, _), first in zip(parts, firsts)]
    )
    corners = np.concatenate([table.corners for _, table in parts])
    manners, moved = _distinct_rows(np.concatenate([table.manners for _, table in parts]))
    manner_of = np.concatenate([table.manner_of + first for (_, table), first in zip(parts, manner_firsts)])
    rows, row_of = _distinct_rows(np.column_stack([corners, moved[manner_of]]))
    leaves = np.where(leaves == NOT_FUZZY, NOT_FUZZY, row_of[leaves])
    whole = Meanings(np.ascontiguousarray(rows[:, :4]), rows[:, 4].astype(np.int32), manners)
    return by_first_use(leaves.astype(np.int32), whole)


def by_first_use(leaves: Ints, meanings: Meanings) -> tuple[Ints, Meanings]:
    """The same with the table in the order in which the leaves come to it: neighbours there are neighbours here."""
    fuzzy = np.flatnonzero(leaves != NOT_FUZZY)
    used, first = np.unique(leaves[fuzzy], return_index=True)
    order = used[np.argsort(first, kind="stable")]
    new = np.full(len(meanings), NOT_FUZZY, np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    renamed = leaves.copy()
    renamed[fuzzy] = new[leaves[fuzzy]]
    return renamed, meanings.take(order)


def _distinct_rows(rows: Floats) -> tuple[Floats, Ints]:
    """The distinct rows, and which of them each row is."""
    order = np.lexsort(rows.T)
    ordered = rows[order]
    is_new = np.append(True, (ordered[1:] != ordered[:-1]).any(axis=1))[: len(rows)]
    which = np.empty(len(rows), np.int32)
    which[order] = np.cumsum(is_new) - 1
    return np.ascontiguousarray(ordered[is_new]), which


def _is_all(code: Code) -> bool:
    leaves = range(max(len(code) - 1, 1))
    return code[: len(leaves)] == tuple(leaves) and (len(code) == 1 or (-1 - code[-1]) & 3 == ALL_OF)


@dataclass(frozen=True, slots=True)
class WholeTable:
    """Distinct wholes as arrays: their code, and by what they are aggregated and must reach."""

    starts: Ints
    codes: Ints
    is_all: NDArray[np.bool_]  # whether the tree is leaves that must all be possible
    hows: Ints
    omegas: Floats  # possibility, necessity
    deepest: int  # degrees that wait at once, at most


def whole_table(wholes: Sequence[Whole]) -> WholeTable:
    """The table of these."""
    asked = [certainty or _USUAL for _, certainty in wholes]
    lengths = [len(code) for code, _ in wholes]
    return WholeTable(
        np.cumsum([0, *lengths]).astype(np.int32),
        np.array([item for code, _ in wholes for item in code], np.int32),
        np.array([_is_all(code) for code, _ in wholes], np.bool_),
        np.array([AGGREGATIONS.index(one.aggregation) for one in asked], np.int32),
        np.array([(one.least_possibility, one.least_necessity) for one in asked], np.float64).reshape(-1, 2),
        max(lengths, default=0) + 1,
    )
