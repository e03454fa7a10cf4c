"""The two kernels on one part: what ends is passed over, and an event is evaluated anew each time."""

from __future__ import annotations

import numpy as np

from broker_local.matching.fuzzy.conjunction import FuzzyConjunction, FuzzyPredicate
from broker_local.matching.fuzzy.conjunction_table import table_of
from broker_local.matching.fuzzy.predicate_kernel import HANDLE_BITS, match_plain, match_sorted
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
    by_walking = match_sorted(
        given.predicates, wholes, given.is_alive, given.handles, PLACES, VALUES, given.seen, given.degrees, 1
    )
    by_all = match_plain(given.predicates, wholes, given.uses, owners, given.is_alive, given.handles, PLACES, VALUES)
    for matches, degrees in (by_walking, by_all):
        assert matches.tolist() == [50, (1 << HANDLE_BITS) + 50]
        assert degrees.tolist() == [[0.25, 0.25], [0.75, 0.75]]


def test_more_answers_than_there_was_room_for_at_first_all_come() -> None:
    wholes = [FuzzyConjunction((FuzzyPredicate("T", trapezoid(0, 1, 99, 100 + n)),)) for n in range(COUNT)]
    given = SortedPredicates(table_of(np.arange(COUNT), wholes, lambda _: 0), 1)
    matches, degrees = match_sorted(
        given.predicates,
        given.conjunctions,
        given.is_alive,
        given.handles,
        PLACES,
        VALUES,
        given.seen,
        given.degrees,
        1,
    )
    assert (matches >> HANDLE_BITS).tolist() == [0] * COUNT + [1] * COUNT
    assert sorted(matches[:COUNT].tolist()) == list(range(COUNT))
    assert (degrees == 1.0).all()


def test_a_predicate_that_many_share_is_worked_out_once_for_each_event() -> None:
    wholes = [FuzzyConjunction((FuzzyPredicate("T", trapezoid(50, 51, 52, 53)),))] * 3
    given = SortedPredicates(table_of(np.arange(3), wholes, lambda _: 0), 1)
    wrong = 0.125  # put in by hand: it is believed in the round it is of, and in no other
    given.seen[:], given.degrees[:] = 7, wrong
    for begun, expected in ((7, wrong), (8, 0.25)):
        _, degrees = match_sorted(
            given.predicates,
            given.conjunctions,
            given.is_alive,
            given.handles,
            PLACES[:1],
            VALUES,
            given.seen,
            given.degrees,
            begun,
        )
        assert degrees.tolist() == [[expected, expected]] * 3
