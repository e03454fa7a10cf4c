"""A filter taken apart into shape and constants, and the shape into leaves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from broker_local.matching.attribute.shape import Group, Leaf, LeafTest, Part, parts_of, take_apart
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Is, Literal, Node
from broker_local.protocol.fuzzy_number import FuzzyNumber
from tests.strategies_filter import EVERYTHING, trees


def root(text: str) -> Node:
    return parse_filter(text, EVERYTHING).root


def shape_and_constants(node: Node) -> tuple[tuple[object, ...], list[Literal]]:
    shape: list[object] = []
    constants: list[Literal] = []
    take_apart(node, shape, constants)
    return tuple(shape), constants


def within(attribute: str, low: int | None = None, high: int | None = None, **ends: Any) -> Leaf:
    return Leaf(attribute, LeafTest.WITHIN, low, high, **ends)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Speed > 80", "Speed > 90"),
        ("Name IN ('a', 'b')", "Name IN ('c', 'd')"),
        ("NOT (Speed BETWEEN 1 AND 2 OR Active)", "NOT (Speed BETWEEN 3 AND 4 OR Active = FALSE)"),
        ("Name LIKE 'a%'", "Name LIKE 'b%'"),
        ("Name LIKE '%a'", "Name LIKE '_b'"),
    ],
)
def test_filters_that_differ_in_constants_alone_have_one_shape(one: str, other: str) -> None:
    shape, constants = shape_and_constants(root(one))
    other_shape, other_constants = shape_and_constants(root(other))
    assert shape == other_shape
    assert constants != other_constants
    assert parts_of(root(one)) == parts_of(root(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Speed > 80", "Speed >= 80"),
        ("Speed > 80", "Count > 80"),
        ("Speed = 1 AND Count = 1", "Speed = 1 OR Count = 1"),
        ("Name IN ('a')", "Name IN ('a', 'b')"),
        ("Name LIKE 'a%'", "Name LIKE '%a'"),
        ("Name LIKE 'a%'", "Name LIKE 'a'"),
        ("Name LIKE 'a%'", "Name LIKE '%'"),
        ("Speed IS NULL", "Speed IS NOT NULL"),
        ("Speed = 1 AND (Count = 1 OR Active) AND Active", "Speed = 1 AND (Count = 1 OR Active OR Active)"),
    ],
)
def test_filters_that_differ_in_more_have_two(one: str, other: str) -> None:
    assert shape_and_constants(root(one))[0] != shape_and_constants(root(other))[0]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Speed > 80", within("Speed", low=0, low_is_open=True)),
        ("Speed >= 80", within("Speed", low=0)),
        ("Speed < 80", within("Speed", high=0, high_is_open=True)),
        ("Speed <= 80", within("Speed", high=0)),
        ("Speed = 80", within("Speed", 0, 0)),
        ("Speed <> 80", Leaf("Speed", LeafTest.OUTSIDE, 0, 0)),
        ("Speed BETWEEN 1 AND 2", within("Speed", 0, 1)),
        ("Speed NOT BETWEEN 1 AND 2", Leaf("Speed", LeafTest.OUTSIDE, 0, 1)),
        ("Speed IS NULL", Leaf("Speed", LeafTest.ABSENT)),
        ("Speed IS NOT NULL", within("Speed")),
        ("Speed IN (1, 2)", Group(False, (within("Speed", 0, 0), within("Speed", 1, 1)), is_one=True)),
        ("Speed NOT IN (1)", Leaf("Speed", LeafTest.OUTSIDE, 0, 0)),
        (
            "Speed NOT IN (1, 2)",
            Group(True, (Leaf("Speed", LeafTest.OUTSIDE, 0, 0), Leaf("Speed", LeafTest.OUTSIDE, 1, 1)), is_one=True),
        ),
        ("Name LIKE 'a'", within("Name", 0, 0)),
        ("Name LIKE 'a%'", within("Name", 0, 1, high_is_open=True)),
        ("Name LIKE '%'", within("Name", 0)),
        ("Name LIKE '%a'", Leaf("Name", LeafTest.FITS, 0)),
        ("Name NOT LIKE '%a'", Leaf("Name", LeafTest.FITS_NOT, 0)),
        ("Name NOT LIKE 'a%'", Leaf("Name", LeafTest.OUTSIDE, 0, 1, high_is_open=True)),
        ("Active OR Speed = 1", Group(False, (within("Active", 0, 0), within("Speed", 1, 1)))),
    ],
)
def test_a_predicate_is_a_range_or_a_pattern(text: str, part: Part) -> None:
    assert parts_of(root(text))[0] == part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Speed > 1 AND Speed < 2", within("Speed", 0, 1, low_is_open=True, high_is_open=True)),
        ("Speed <= 2 AND Speed >= 1", within("Speed", 1, 0)),
        ("NOT (Speed < 1 OR Speed > 2)", within("Speed", 0, 1)),
        (
            "Speed > 1 AND Count < 2",
            Group(True, (within("Speed", 0, low_is_open=True), within("Count", None, 1, high_is_open=True))),
        ),
        ("Speed >= 1 AND Active AND Speed <= 2", Group(True, (within("Speed", 0, 2), within("Active", 1, 1)))),
        ("Speed >= 1 AND Speed >= 2 AND Speed <= 3", Group(True, (within("Speed", 0), within("Speed", 1, 2)))),
        ("Speed >= 1 OR Speed <= 2", Group(False, (within("Speed", 0), within("Speed", None, 1)))),
    ],
)
def test_two_halves_of_a_range_are_one_leaf_where_both_must_hold(text: str, part: Part) -> None:
    assert parts_of(root(text))[0] == part


@settings(max_examples=200, deadline=None, derandomize=True)
@given(trees())
def test_there_is_a_place_for_every_constant(tree: Node) -> None:
    _, constants = shape_and_constants(tree)
    _, count = parts_of(tree)
    assert count == len(constants)


def test_a_term_is_no_test_of_yes_or_no() -> None:
    with pytest.raises(TypeError, match="got Temperature IS hot"):
        take_apart(Is("Temperature", "hot", FuzzyNumber(30.0, 40.0)), [], [])
