"""The order of section 4.3, and what is kept of conjunctions."""

from __future__ import annotations

import numpy as np

from broker_local.matching.fuzzy.conjunction import FuzzyConjunction, FuzzyPredicate
from broker_local.matching.fuzzy.conjunction_table import ConjunctionTable, table_of, taken
from broker_local.matching.fuzzy.shapes import HIGH, LOW
from broker_local.matching.fuzzy.sorted_predicates import BLOCK, SortedPredicates
from broker_local.protocol.fuzzy_number import FuzzyNumber, trapezoid


def table(*asked: FuzzyNumber, is_not: bool = False) -> ConjunctionTable:
    wholes = [FuzzyConjunction((FuzzyPredicate("Temperature", number, is_not=is_not),)) for number in asked]
    return table_of(np.arange(len(wholes)), wholes, lambda _: 0)


def test_predicates_are_in_order_of_their_four_corners() -> None:
    # Figure 9: by m1 first, then by m2, m3 and m4.
    ordered = [
        trapezoid(0, 5, 6, 9),
        trapezoid(1, 2, 6, 9),
        trapezoid(1, 3, 4, 9),
        trapezoid(1, 3, 6, 7),
        trapezoid(1, 3, 6, 8),
    ]
    part = SortedPredicates(table(*ordered[::-1]), 1)
    assert part.predicates.begins.tolist() == [0, 1, 1, 1, 1]
    curves = part.conjunctions.curves[part.predicates.samples]
    assert curves[:, LOW].tolist() == [5, 2, 3, 3, 3]
    assert curves[:, HIGH].tolist() == [6, 6, 4, 6, 6]
    assert part.predicates.reaches.tolist() == [9, 9, 9, 7, 8]


def test_a_block_knows_how_far_its_predicates_reach() -> None:
    rng = np.random.default_rng(1)
    numbers = [trapezoid(a, a + 1, a + 2, a + 3 + w) for a, w in rng.uniform(0, 50, (300, 2)).tolist()]
    found = SortedPredicates(table(*numbers), 1).predicates
    assert len(found.block_reaches) == -(-300 // BLOCK)
    for block, reach in enumerate(found.block_reaches):
        assert reach == found.reaches[block * BLOCK : (block + 1) * BLOCK].max()


def test_what_is_asked_not_to_be_may_be_met_anywhere() -> None:
    found = SortedPredicates(table(trapezoid(0, 1, 2, 3), is_not=True), 1).predicates
    assert (found.begins[0], found.reaches[0]) == (-np.inf, np.inf)


def test_a_conjunction_is_entered_under_its_narrowest_predicate_only() -> None:
    wide, narrow = trapezoid(0, 10, 80, 100), trapezoid(40, 41, 42, 43)
    numbers = {"Wide": 0, "Narrow": 1}
    whole = FuzzyConjunction((FuzzyPredicate("Wide", wide), FuzzyPredicate("Narrow", narrow)))
    other = FuzzyConjunction((FuzzyPredicate("Narrow", trapezoid(0, 1, 99, 100)),))
    part = SortedPredicates(table_of(np.arange(2), [whole, other], numbers.__getitem__), 2)
    found, curves = part.predicates, part.conjunctions.curves[part.predicates.samples]
    entered = dict(zip(curves[:, LOW].tolist(), np.diff(found.entered).tolist(), strict=True))
    assert entered == {10.0: 0, 1.0: 1, 41.0: 1}
    assert found.reaches.tolist()[0] == -np.inf


def test_what_lives_becomes_a_table_again() -> None:
    given = table(trapezoid(4, 5, 6, 7), trapezoid(0, 1, 2, 3), trapezoid(4, 5, 6, 7))
    part = SortedPredicates(given, 1)
    assert len(part.predicates.begins) == 2
    assert part.conjunctions.slots.tolist() == [-1, 0, 0]  # what two of them ask is worked out once for both
    for ours, expected in zip(part.table(), taken(given, np.array([1, 0, 2])), strict=True):
        np.testing.assert_array_equal(ours, expected)
    part.is_alive[0] = False
    assert part.living == 2
    assert part.table().handles.tolist() == [0, 2]
    assert part.table().starts.tolist() == [0, 1, 2]
