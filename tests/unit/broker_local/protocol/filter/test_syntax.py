"""Joining conditions and finding the one that lies too deep."""

from __future__ import annotations

from dataclasses import replace

from broker_local.protocol.filter.syntax import (
    Condition,
    Constant,
    ConstantKind,
    Junction,
    Least,
    Name,
    Negation,
    Question,
    Syntax,
    first_below,
    joined,
    joined_by_and,
)
from broker_local.protocol.filter.tree import Comparator


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


def a_comparison(name: str, position: int) -> Condition:
    number = Constant(ConstantKind.NUMBER, "0.5", "0.5", position + 20)
    comparator = Comparator.GREATER_OR_EQUAL
    return Condition(Name(name, position, position + len(name)), comparator, (number,), False, position)


def a_wish(name: str, position: int) -> Least:
    wanted = a_comparison(name, position)
    return Least(wanted.name, Comparator.GREATER_OR_EQUAL, wanted.constants[0])


TERM = replace(ONE, test=Question.IS_TERM, words=(ONE.name,), least=(a_wish("possibility", 10),))


def _least(part: Syntax) -> tuple[Least, ...]:
    assert isinstance(part, Condition)
    return part.least


def test_what_follows_a_wish_and_is_about_one_belongs_to_it() -> None:
    found = joined_by_and((TERM, a_comparison("Necessity", 40), a_comparison("weight", 70), TWO))
    assert isinstance(found, Junction)
    assert [wish.name.text for wish in _least(found.parts[0])] == ["possibility", "Necessity", "weight"]
    assert found.parts[1:] == (TWO,)


def test_elsewhere_it_is_an_attribute() -> None:
    plain, grouped = a_comparison("weight", 40), replace(a_comparison("weight", 40), is_grouped=True)
    for parts in (
        (plain, TERM),
        (TERM, TWO, plain),
        (TERM, grouped),
        (replace(TERM, is_grouped=True), plain),
        (replace(TERM, least=()), plain),
        (TERM, replace(plain, position=35)),  # 0.5 <= weight
        (TERM, replace(plain, name=Name("weight", 40, 48))),  # in quotes
        (Negation(TERM, 0, 2), plain),
    ):
        assert joined_by_and(parts) == joined(True, parts)
