"""Degrees of whole filters: what AND, OR, NOT, weights and absent attributes come to."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.certainty import Aggregation
from broker_local.protocol.filter.degrees import degrees, joined
from broker_local.protocol.filter.evaluate import satisfies, truth
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import And, Node, Not, Or
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values, graded_trees, imprecise_values, trees

MIN, PRODUCT, LUKASIEWICZ, AVERAGE = Aggregation
HOWS = st.sampled_from(Aggregation)
# fast is 80 or more, and fades from there to 50; usual is from 1 to 2, and fades to -1 and to 80.
THERE: Mapping[str, AttributeValue] = {"Speed": 65.0, "Count": 1, "Name": "a", "Active": False}


@pytest.mark.parametrize(
    ("text", "how", "expected"),
    [
        ("Speed IS fast", MIN, 0.5),
        ("Speed IS VERY fast", MIN, 0.25),
        ("NOT Speed IS VERY fast", MIN, 0.75),
        ("Speed IS NOT fast AND Count IS usual", MIN, 0.5),
        ("Speed IS fast AND Speed IS VERY fast", MIN, 0.25),
        ("Speed IS fast OR Speed IS VERY fast", MIN, 0.5),
        ("Speed IS fast AND Speed IS VERY fast", PRODUCT, 0.125),
        ("Speed IS fast OR Speed IS VERY fast", PRODUCT, 0.625),
        ("Speed IS fast AND Speed IS NOT VERY fast", LUKASIEWICZ, 0.25),
        ("Speed IS fast OR Speed IS VERY fast", LUKASIEWICZ, 0.75),
        ("Speed IS fast AND Speed IS fast AND Speed IS fast", LUKASIEWICZ, 0.0),
        ("Speed IS fast AND Speed IS VERY fast", AVERAGE, 0.375),
        ("Speed IS fast WITH weight = 3 AND Speed IS VERY fast", AVERAGE, 0.4375),
        ("NOT (Speed IS fast WITH weight = 3 OR Speed IS VERY fast)", AVERAGE, 0.5625),
        ("Speed IS fast AND Active", AVERAGE, 0.25),
        ("Speed IS fast AND Speed > 60", MIN, 0.5),
        ("Speed IS fast AND Active", MIN, 0.0),
        ("Speed IS fast OR Active", MIN, 0.5),
        ("NOT (Speed IS fast AND NOT Active)", MIN, 0.5),
        ("NOT (Speed IS VERY fast AND NOT Active)", PRODUCT, 0.75),
        ("Speed IS fast AND (Active OR Name = 'a')", MIN, 0.5),
        ('Speed IS fast AND "Wind speed" > 3', AVERAGE, 0.25),
        ('NOT "Wind speed" > 3', MIN, 0.0),
        ('"Wind speed" IS NULL', MIN, 1.0),
        ("Speed IS fast WITH possibility >= 0.6 OR Speed IS VERY fast", MIN, 0.25),
    ],
)
def test_of_values_that_are_known_both_degrees_are_the_membership(text: str, how: Aggregation, expected: float) -> None:
    root = parse_filter(text, EVERYTHING).root
    assert degrees(root, THERE, how) == pytest.approx((expected, expected))


def test_the_place_is_one_more_part_of_the_whole() -> None:
    one, two, either = (
        parse_filter(text, EVERYTHING).root
        for text in ("Speed IS fast WITH weight = 2", "Speed IS fast AND Active", "Speed IS fast OR Active")
    )
    place = (1.0, 0.25)
    assert degrees(None, {}, AVERAGE, place) == place
    assert degrees(None, {}, MIN) == (1.0, 1.0)
    assert degrees(one, THERE, AVERAGE, place) == pytest.approx((2 / 3, 1.25 / 3))
    assert degrees(two, THERE, AVERAGE, place) == pytest.approx((1.5 / 3, 0.75 / 3))
    assert degrees(either, THERE, AVERAGE, place) == pytest.approx((1.25 / 2, 0.5 / 2))
    assert degrees(two, THERE, MIN, place) == (0.0, 0.0)


def test_of_an_imprecise_value_a_condition_and_its_opposite_may_both_be_true() -> None:
    event = {"Speed": FuzzyNumber(60.0, 90.0)}
    for text in ("Speed > 80", "NOT Speed > 80", "Speed IS fast", "Speed IS NOT fast", "NOT Speed IS fast"):
        root = parse_filter(text, EVERYTHING).root
        assert truth(root, event) is True
        assert satisfies(root, event)
    assert degrees(parse_filter("NOT Speed > 80", EVERYTHING).root, event) == (1.0, 0.0)
    assert degrees(parse_filter("Speed IS fast", EVERYTHING).root, event) == pytest.approx((1.0, 1 / 3))
    assert not satisfies(parse_filter("Speed > 90", EVERYTHING).root, event)
    assert truth(parse_filter("Speed > 90", EVERYTHING).root, event) is False


def test_a_term_is_true_where_it_reaches_its_least_degrees() -> None:
    event = {"Speed": about(65.0, 15.0)}
    told = [
        satisfies(parse_filter(f"Speed IS fast WITH {least}", EVERYTHING).root, event)
        for least in ("possibility >= 0.66", "possibility >= 0.67", "necessity >= 0.33", "necessity >= 0.34")
    ]
    assert told == [True, False, True, False]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(graded_trees(), imprecise_values(), HOWS)
def test_necessity_is_never_above_possibility(
    node: Node, event: Mapping[str, AttributeValue], how: Aggregation
) -> None:
    possible, certain = degrees(node, event, how)
    assert -1e-12 <= certain <= possible + 1e-12 <= 1.0 + 2e-12
    assert not math.isnan(possible)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(trees(), attribute_values(), st.sampled_from((MIN, PRODUCT, LUKASIEWICZ)))
def test_a_crisp_filter_with_known_values_is_certain_or_impossible(
    node: Node, event: Mapping[str, AttributeValue], how: Aggregation
) -> None:
    assert degrees(node, event, how) == ((1.0, 1.0) if satisfies(node, event) else (0.0, 0.0))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(graded_trees(), imprecise_values())
def test_by_min_and_max_what_is_possible_is_true(node: Node, event: Mapping[str, AttributeValue]) -> None:
    assert (degrees(node, event)[0] > 0.0) == satisfies(node, event)
    assert not satisfies(node, event) or degrees(node, event, AVERAGE)[0] > 0.0


@settings(max_examples=300, deadline=None, derandomize=True)
@given(graded_trees(4), graded_trees(4), imprecise_values(), HOWS)
def test_de_morgan_holds_by_degrees(a: Node, b: Node, event: Mapping[str, AttributeValue], how: Aggregation) -> None:
    assert degrees(Not(And((a, b))), event, how) == pytest.approx(degrees(Or((Not(a), Not(b))), event, how))
    assert degrees(Not(Not(a)), event, how) == degrees(a, event, how)
    assert truth(Not(And((a, b))), event) is truth(Or((Not(a), Not(b))), event)


def test_the_norms_by_hand() -> None:
    assert joined([0.5, 0.5], [1.0, 1.0], LUKASIEWICZ, True) == 0.0
    assert joined([0.5, 0.75], [1.0, 1.0], PRODUCT, False) == 0.875
    assert joined([0.5, 1.0], [1.0, 3.0], AVERAGE, False) == joined([0.5, 1.0], [1.0, 3.0], AVERAGE, True) == 0.875
