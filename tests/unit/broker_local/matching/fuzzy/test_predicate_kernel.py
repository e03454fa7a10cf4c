"""The two kernels on one part: what ends is passed over, and an event is evaluated anew each time."""

from __future__ import annotations

import numpy as np

from broker_local.matching.fuzzy.conjunction import FuzzyConjunction, FuzzyPredicate
from broker_local.matching.fuzzy.conjunction_table import table_of
from broker_local.matching.fuzzy.predicate_kernel import match_plain, match_sorted
from broker_local.matching.fuzzy.shapes import curves_of
from broker_local.matching.fuzzy.sorted_predicates import SortedPredicates
from broker_local.protocol.fuzzy_number import exactly, trapezoid

COUNT = 1000
VALUES = curves_of([exactly(50.25), exactly(50.75), exactly(2000.0)])
PLACES = np.array([[0], [1], [2], [-1]])  # the last event has no value


def part() -> SortedPredicates:
    wholes = [FuzzyConjunction((FuzzyPredicate("T", trapezoid(n, n + 1, n + 1, n + 2)),)) for n in range(COUNT)]
    return SortedPredicates(table_of(np.arange(COUNT), wholes, lambda _: 0), 1)


def test_both_find_the_two_whose_slopes_the_value_is_on_and_only_what_lives() -> None:
    given = part()
    given.is_alive[49] = False
    owners = np.arange(COUNT)
    wholes = given.conjunctions
    by_walking = match_sorted(given.predicates, wholes, given.is_alive, PLACES, VALUES, given.seen, given.degrees, 1)
    by_all = match_plain(given.predicates, wholes, given.uses, owners, given.is_alive, PLACES, VALUES)
    for pairs, degrees in (by_walking, by_all):
        assert pairs.tolist() == [[0, 50], [1, 50]]
        assert degrees.tolist() == [[0.25, 0.25], [0.75, 0.75]]


def test_more_answers_than_there_was_room_for_at_first_all_come() -> None:
    wholes = [FuzzyConjunction((FuzzyPredicate("T", trapezoid(0, 1, 99, 100 + n)),)) for n in range(COUNT)]
    given = SortedPredicates(table_of(np.arange(COUNT), wholes, lambda _: 0), 1)
    pairs, degrees = match_sorted(
        given.predicates, given.conjunctions, given.is_alive, PLACES, VALUES, given.seen, given.degrees, 1
    )
    assert pairs[:, 0].tolist() == [0] * COUNT + [1] * COUNT + []
    assert sorted(pairs[:COUNT, 1].tolist()) == list(range(COUNT))
    assert (degrees == 1.0).all()


def test_only_predicates_that_the_value_may_touch_are_evaluated() -> None:
    given = part()
    match_sorted(given.predicates, given.conjunctions, given.is_alive, PLACES[:1], VALUES, given.seen, given.degrees, 1)
    assert np.flatnonzero(given.seen).tolist() == [49, 50]
