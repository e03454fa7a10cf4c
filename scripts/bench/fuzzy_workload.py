"""Random approximate subscriptions and publications, and crisp ones derived from them (Liu & Jacobsen 2003, 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.fuzzy.conjunction import FuzzyConjunction, FuzzyPredicate
from broker_local.matching.fuzzy.predicate_index import FuzzyIndex, FuzzyValues
from broker_local.matching.fuzzy.shapes import Curves, curves_of
from broker_local.protocol.fuzzy_number import FuzzyNumber, exactly

ATTRIBUTES = ("Temperature", "Humidity", "Wind", "Speed")
RANGE = 100.0
OF_EACH = 2  # predicates of a subscription

Derive = Callable[[FuzzyNumber], FuzzyNumber]
Subscriptions = list[tuple[tuple[str, FuzzyNumber], ...]]
Publications = dict[str, list[FuzzyNumber]]  # every publication has all attributes


def approximate(number: FuzzyNumber) -> FuzzyNumber:
    """As it is."""
    return number


def pessimistic(number: FuzzyNumber) -> FuzzyNumber:
    """All that belongs at all: who fears to miss something."""
    return FuzzyNumber(*number.support)


def middle(number: FuzzyNumber) -> FuzzyNumber:
    """From the middle of one spread to the middle of the other."""
    return FuzzyNumber(number.low - number.left / 2, number.high + number.right / 2)


def optimistic(number: FuzzyNumber) -> FuzzyNumber:
    """What belongs fully."""
    return FuzzyNumber(number.low, number.high)


def point(number: FuzzyNumber) -> FuzzyNumber:
    """The middle of the core."""
    return exactly((number.low + number.high) / 2)


def subscriptions(count: int, seed: int = 1) -> Subscriptions:
    """Two attributes each.

    The paper does not give widths. Of seven sets of them these come nearest to the proportions of its table 1.
    """
    rng = np.random.default_rng(seed)
    numbers = _trapezoids(rng, count * OF_EACH, core=20.0, spread=5.0)
    first = rng.integers(0, len(ATTRIBUTES), count)
    second = (first + rng.integers(1, len(ATTRIBUTES), count)) % len(ATTRIBUTES)
    names = [(ATTRIBUTES[a], ATTRIBUTES[b]) for a, b in zip(first, second, strict=True)]
    return [((a, numbers[OF_EACH * i]), (b, numbers[OF_EACH * i + 1])) for i, (a, b) in enumerate(names)]


def publications(count: int, seed: int = 2) -> Publications:
    """A trapezoid for each attribute: a smaller core than what is asked for, and wider spreads."""
    rng = np.random.default_rng(seed)
    return {name: _trapezoids(rng, count, core=5.0, spread=10.0) for name in ATTRIBUTES}


def conjunctions(given: Subscriptions, derive: Derive = approximate, least: float = 0.0) -> list[FuzzyConjunction]:
    """Subscriptions whose possibility and necessity must both reach `least`."""
    return [
        FuzzyConjunction(
            tuple(FuzzyPredicate(name, derive(number)) for name, number in predicates),
            least_possibility=least,
            least_necessity=least,
        )
        for predicates in given
    ]


def values(given: Publications, derive: Derive = approximate) -> FuzzyValues:
    """Publications as a batch."""
    size = len(next(iter(given.values())))
    rows = np.arange(size)
    return FuzzyValues(size, {name: (rows, curves_of(map(derive, numbers))) for name, numbers in given.items()})


def loaded(given: Sequence[FuzzyConjunction]) -> FuzzyIndex:
    """An index of them, sorted."""
    index = FuzzyIndex()
    index.add(range(len(given)), given)
    index.match(FuzzyValues(0, {}))
    return index


def pair_curves(
    given: Subscriptions, batch: FuzzyValues, pairs: NDArray[np.int64]
) -> tuple[list[Curves], list[Curves]]:
    """For rows of publication and subscription, by predicate: what is asked, and the value it is asked of."""
    asked, found = [], []
    for place in range(OF_EACH):
        asked.append(curves_of(given[whole][place][1] for whole in pairs[:, 1]))
        names = [given[whole][place][0] for whole in pairs[:, 1]]
        found.append(np.array([batch.by_attribute[name][1][row] for name, row in zip(names, pairs[:, 0], strict=True)]))
    return asked, found


def _trapezoids(rng: np.random.Generator, count: int, core: float, spread: float) -> list[FuzzyNumber]:
    low = rng.uniform(0.0, RANGE, count)
    columns = (low, low + rng.uniform(0.0, core, count), *(rng.uniform(0.1 * spread, spread, count) for _ in range(2)))
    return [FuzzyNumber(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
