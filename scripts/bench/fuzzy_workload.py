"""Random approximate subscriptions and publications, and crisp ones derived from them (Liu & Jacobsen 2003, 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.counting import CountingIndex
from broker_local.matching.attribute.pair_order import Found
from broker_local.matching.fuzzy.shapes import Curves, curves_of
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.tree import And, Is, Node
from broker_local.protocol.fuzzy_number import FuzzyNumber, exactly
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, Topic

ATTRIBUTES = ("Temperature", "Humidity", "Wind", "Speed")
RANGE = 100.0
TOPIC = Topic(
    name="Anything",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=tuple(Attribute(name, AttributeType.NUMBER) for name in ATTRIBUTES),
)
_WHEN = datetime(2026, 7, 1, tzinfo=UTC)
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


def filters(given: Subscriptions, derive: Derive = approximate) -> list[Node]:
    """Subscriptions as conjunctions."""
    return [And(tuple(Is(name, "asked", derive(number)) for name, number in predicates)) for predicates in given]


def columns(given: Publications, derive: Derive = approximate) -> AttributeColumns:
    """Publications as a batch."""
    size = len(next(iter(given.values())))
    events = [
        Event(str(row), TOPIC.name, None, {name: derive(numbers[row]) for name, numbers in given.items()}, _WHEN)
        for row in range(size)
    ]
    return AttributeColumns.of_events(TOPIC, events)


def loaded(nodes: Sequence[Node], least: float = 0.0) -> CountingIndex:
    """An index of them, compiled; possibility and necessity must both reach `least`."""
    index = CountingIndex(TOPIC, is_graded=True)
    wish = Certainty(least, least) if least else None
    index.add(np.arange(len(nodes)), nodes, [wish] * len(nodes))
    index.count_candidates(AttributeColumns.of_events(TOPIC, []))
    return index


def evaluated(index: CountingIndex, size: int, batch: AttributeColumns) -> Found:
    """The same matches by evaluating every predicate of every subscription (the paper's figures 5 to 7)."""
    rows, handles = np.repeat(np.arange(batch.size), size), np.tile(np.arange(size), batch.size)
    degrees = index.grade(batch, rows, handles, np.full((len(rows), 2), np.nan))
    is_match = degrees[:, 0] > 0.0
    return Found(rows[is_match], handles[is_match], degrees[is_match])


def pair_curves(
    given: Subscriptions, told: Publications, pairs: NDArray[np.int64]
) -> tuple[list[Curves], list[Curves]]:
    """For rows of publication and subscription, by predicate: what is asked, and the value it is asked of."""
    asked, found = [], []
    for place in range(OF_EACH):
        asked.append(curves_of(given[whole][place][1] for whole in pairs[:, 1]))
        names = [given[whole][place][0] for whole in pairs[:, 1]]
        found.append(curves_of(told[name][row] for name, row in zip(names, pairs[:, 0].tolist(), strict=True)))
    return asked, found


def _trapezoids(rng: np.random.Generator, count: int, core: float, spread: float) -> list[FuzzyNumber]:
    low = rng.uniform(0.0, RANGE, count)
    columns = (low, low + rng.uniform(0.0, core, count), *(rng.uniform(0.1 * spread, spread, count) for _ in range(2)))
    return [FuzzyNumber(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
