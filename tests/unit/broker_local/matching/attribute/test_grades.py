"""Tables of what fuzzy leaves mean, and of how filters join their degrees."""

from __future__ import annotations

import numpy as np

from broker_local.matching.attribute.grades import (
    ATTRIBUTE,
    NO_MEANINGS,
    NOT_FUZZY,
    POWER,
    by_first_use,
    joined_meanings,
    meanings_of,
    whole_table,
)
from broker_local.matching.attribute.template import ALL_OF
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.filter.tree import Hedge, Is
from broker_local.protocol.fuzzy_number import trapezoid

HOT, WARM = trapezoid(25.0, 30.0, 40.0, 45.0), trapezoid(15.0, 20.0, 25.0, 30.0)
PLACES = {"Speed": 0, "Count": 1}
AND = -1 - (2 * 4 + ALL_OF)


def test_equal_leaves_have_one_meaning_and_crisp_ones_none() -> None:
    which, table = meanings_of([Is("Speed", "hot", HOT), None, Is("Speed", "sultry", HOT)], PLACES)
    assert which.tolist() == [0, NOT_FUZZY, 0]
    assert table.corners.tolist() == [[30.0, 40.0, 5.0, 5.0]]


def test_a_hedge_or_another_attribute_makes_another_meaning() -> None:
    leaves = [Is("Speed", "hot", HOT), Is("Speed", "hot", HOT, (Hedge.VERY,)), Is("Count", "hot", HOT)]
    which, table = meanings_of(leaves, PLACES)
    assert which.tolist() == [0, 1, 2]
    manners = table.manners[table.manner_of]
    assert manners[:, POWER].tolist() == [1.0, 2.0, 1.0]
    assert manners[:, ATTRIBUTE].tolist() == [0.0, 0.0, 1.0]


def test_tables_are_joined_to_one_of_what_is_still_used_in_order_of_use() -> None:
    one = meanings_of([Is("Speed", "hot", HOT), Is("Speed", "warm", WARM)], PLACES)
    two = meanings_of([Is("Speed", "warm", WARM), Is("Count", "warm", WARM)], PLACES)
    crisp = (np.array([NOT_FUZZY], np.int32), NO_MEANINGS)
    which, table = joined_meanings([(one[0][1:], one[1]), crisp, two])
    assert which.tolist() == [0, NOT_FUZZY, 0, 1]
    assert table.corners[:, 0].tolist() == [20.0, 20.0]
    assert table.manners[table.manner_of, ATTRIBUTE].tolist() == [0.0, 1.0]


def test_joining_crisp_parts_leaves_no_table() -> None:
    crisp = (np.array([NOT_FUZZY, NOT_FUZZY], np.int32), NO_MEANINGS)
    which, table = joined_meanings([crisp, crisp])
    assert (which.tolist(), len(table)) == ([NOT_FUZZY] * 4, 0)


def test_meanings_lie_in_the_order_in_which_leaves_come_to_them() -> None:
    which, table = meanings_of([Is("Speed", "hot", HOT), Is("Speed", "warm", WARM)], PLACES)
    renamed, ordered = by_first_use(which[[1, 0, 1]], table)
    assert renamed.tolist() == [0, 1, 0]
    assert ordered.corners[:, 0].tolist() == [20.0, 30.0]
    assert ordered.nbytes == table.nbytes


def test_trees_are_rows_of_code_with_what_the_whole_must_reach() -> None:
    table = whole_table([((0,), None), ((0, 1, AND, 2, -1 - 2 * 4), Certainty(0.6, 0.2, Aggregation.AVERAGE))])
    assert table.starts.tolist() == [0, 1, 6]
    assert table.is_all.tolist() == [True, False]
    assert table.hows.tolist() == [0, 3]
    assert table.omegas.tolist() == [[0.0, 0.0], [0.6, 0.2]]
    assert table.deepest == 6
