"""Conjunctions as arrays."""

from __future__ import annotations

import numpy as np

from broker_local.matching.fuzzy.conjunction import FuzzyConjunction, FuzzyPredicate
from broker_local.matching.fuzzy.conjunction_table import AGGREGATIONS, joined, table_of, taken
from broker_local.protocol.certainty import Aggregation
from broker_local.protocol.fuzzy_number import about, exactly

NUMBERS = {"Temperature": 0, "Speed": 1}
ONE = FuzzyConjunction(
    (FuzzyPredicate("Speed", exactly(3.0), 2.0, True, 0.1, 0.2, 4.0),), Aggregation.AVERAGE, 0.3, 0.4
)
TWO = FuzzyConjunction((FuzzyPredicate("Temperature", about(20.0, 1.0)), FuzzyPredicate("Speed", exactly(5.0))))


def test_each_column_holds_what_was_given() -> None:
    table = table_of(np.array([7, 8]), [ONE, TWO], NUMBERS.__getitem__)
    assert table.attributes.tolist() == [1, 0, 1]
    assert table.curves[:, 0].tolist() == [3.0, 20.0, 5.0]
    assert table.powers.tolist() == [2.0, 1.0, 1.0]
    assert table.is_not.tolist() == [True, False, False]
    assert table.thetas.tolist() == [[0.1, 0.2], [0, 0], [0, 0]]
    assert table.weights.tolist() == [4.0, 1.0, 1.0]
    assert table.starts.tolist() == [0, 1, 3]
    assert table.omegas.tolist() == [[0.3, 0.4], [0, 0]]
    assert table.hows.tolist() == [AGGREGATIONS[Aggregation.AVERAGE], AGGREGATIONS[Aggregation.MINIMUM]]
    assert table.handles.tolist() == [7, 8]


def test_joined_tables_are_what_one_table_of_all_would_be() -> None:
    parts = [table_of(np.array([h]), [c], NUMBERS.__getitem__) for h, c in ((7, ONE), (8, TWO), (9, ONE))]
    whole = table_of(np.array([7, 8, 9]), [ONE, TWO, ONE], NUMBERS.__getitem__)
    for ours, expected in zip(joined(parts), whole, strict=True):
        np.testing.assert_array_equal(ours, expected)


def test_some_are_taken_in_the_order_asked_for() -> None:
    three = table_of(np.array([7, 8, 9]), [ONE, TWO, ONE], NUMBERS.__getitem__)
    expected = table_of(np.array([8, 7]), [TWO, ONE], NUMBERS.__getitem__)
    for ours, right in zip(taken(three, np.array([1, 0])), expected, strict=True):
        np.testing.assert_array_equal(ours, right)
