"""Joining conditions and finding the one that lies too deep."""

from __future__ import annotations

from broker_local.protocol.filter.syntax import Condition, Junction, Name, Negation, Question, first_below, joined


def a_condition(position: int) -> Condition:
    return Condition(Name("Active", position, position + 6), Question.IS_TRUE, (), False, position)


ONE, TWO, THREE = a_condition(0), a_condition(10), a_condition(20)


def test_one_part_is_itself() -> None:
    assert joined(True, (ONE,)) is ONE


def test_an_and_within_an_and_is_part_of_it() -> None:
    assert joined(True, (joined(True, (ONE, TWO)), THREE)) == Junction(True, (ONE, TWO, THREE), 0, 2)


def test_an_or_within_an_and_stays_whole() -> None:
    either = joined(False, (TWO, THREE))
    assert joined(True, (ONE, either)) == Junction(True, (ONE, either), 0, 3)


def test_the_deepest_branch_is_followed_as_far_as_asked() -> None:
    root = joined(True, (ONE, Negation(Negation(TWO, 8, 2), 4, 3)))
    assert [first_below(root, levels).position for levels in range(5)] == [0, 4, 8, 10, 10]
