"""A condition allows exactly what makes its predicate true, or not true; patterns include others only truly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.conditions import Condition, condition, includes, schema_condition
from broker_local.matching.attribute.value_sets import ALL_VALUES, NO_VALUES, one_of
from broker_local.protocol.filter.evaluate import truth
from broker_local.protocol.filter.patterns import pattern_test
from broker_local.protocol.filter.tree import Comparator, Comparison, IsNull, Like, Node, Not
from broker_local.protocol.topic import Attribute, AttributeType
from tests.strategies_filter import EVERYTHING, attribute_values, predicates

NAME = Attribute("Name", AttributeType.TEXT)
TEXTS = ["".join(letters) for size in range(5) for letters in itertools.product("ab%", repeat=size)]


def allows(allowed: Condition, value: Any, attribute: Attribute) -> bool:
    """Whether a condition allows a value, or its absence (None)."""
    if value is None:
        return allowed.may_be_absent
    if not all(pattern_test(pattern)(value) for pattern in allowed.fits):
        return False
    if any(pattern_test(pattern)(value) for pattern in allowed.fits_not):
        return False
    return not (allowed.values & one_of([value], attribute.type)).is_empty


@given(predicates(), attribute_values(), st.booleans(), st.booleans())
@settings(max_examples=500, deadline=None, derandomize=True)
def test_a_condition_allows_what_makes_the_predicate_true_or_not_true(
    predicate: Any, attributes: Mapping[str, Any], is_negated: bool, is_denied: bool
) -> None:
    attribute = EVERYTHING.by_name[predicate.attribute]
    value = attributes.get(attribute.name)
    assume(not isinstance(value, bytes))
    node: Node = Not(predicate) if is_negated else predicate
    is_true = truth(node, attributes) is True
    allowed = condition(predicate, attribute, is_negated, is_denied)
    assert allows(allowed, value, attribute) == (is_true != is_denied)


@given(st.text("ab_%", max_size=5), st.text("ab_%", max_size=5))
@settings(max_examples=800, deadline=None, derandomize=True)
def test_a_pattern_said_to_include_another_fits_all_that_the_other_fits(wide: str, narrow: str) -> None:
    if includes(wide, narrow):
        assert all(pattern_test(wide)(text) for text in TEXTS if pattern_test(narrow)(text))


@pytest.mark.parametrize(
    ("wide", "narrow", "is_included"),
    [
        ("%b%", "%abc%", True),
        ("%", "", True),
        ("%c", "%bc", True),
        ("a_c", "abc", True),
        ("a_c", "a_c", True),
        ("a%c", "a_c", True),
        ("_%", "%_", False),  # they are the same, but it is not seen
        ("a_c", "a%c", False),
        ("_", "%", False),
        ("%b", "%bc", False),
        (r"a\%", "a%", False),
        (r"a\%", r"a\%", True),
        ("a_", r"a\%", True),
        (r"\a", "a", True),
        ("", "", True),
        ("", "a", False),
    ],
)
def test_patterns_that_include_others_are_known(wide: str, narrow: str, is_included: bool) -> None:
    assert includes(wide, narrow) is is_included


def text_condition(*predicates: Any) -> Condition:
    allowed = schema_condition(NAME)
    for predicate in predicates:
        is_negated = isinstance(predicate, Not)
        allowed &= condition(predicate.part if is_negated else predicate, NAME, is_negated, False)
    return allowed


@pytest.mark.parametrize(
    "predicates",
    [
        [Like("Name", "a_%"), Like("Name", "b_%")],  # they begin differently
        [Like("Name", "a_%"), Comparison("Name", Comparator.LESS, "a")],
        [Like("Name", "%ab%"), Not(Like("Name", "%b%"))],
        [Like("Name", "%b"), Comparison("Name", Comparator.EQUAL, "a")],
        [Not(Like("Name", "%b")), Comparison("Name", Comparator.EQUAL, "ab")],
        [IsNull("Name"), Like("Name", "%b")],
        [Like("Name", r"\%_"), Comparison("Name", Comparator.GREATER, "&")],
    ],
)
def test_contradictions_with_patterns_are_seen(predicates: list[Any]) -> None:
    assert text_condition(*predicates).is_impossible
    assert not any(text_condition(predicate).is_impossible for predicate in predicates)


def test_patterns_that_go_together_are_possible() -> None:
    assert not text_condition(Like("Name", "a%b"), Like("Name", "%a%b"), Not(Like("Name", "%c%"))).is_impossible


def test_the_schema_says_what_cannot_be() -> None:
    humidity = Attribute("Humidity", AttributeType.NUMBER, mandatory=True, minimum=0, maximum=1)
    asked = condition(Comparison("Humidity", Comparator.GREATER, 1.0), humidity, False, False)
    assert (schema_condition(humidity) & asked).is_impossible
    assert not asked.is_impossible
    assert (schema_condition(humidity) & condition(IsNull("Humidity"), humidity, False, False)).is_impossible
    at_most = condition(Comparison("Humidity", Comparator.GREATER_OR_EQUAL, 1.0), humidity, False, False)
    assert not (schema_condition(humidity) & at_most).is_impossible


def test_either_of_two_conditions_is_one_unless_it_has_patterns() -> None:
    absent, present = Condition(True, NO_VALUES), Condition(False, ALL_VALUES)
    assert absent | present == Condition(True, ALL_VALUES)
    with pytest.raises(ValueError, match="pattern"):
        absent | Condition(False, ALL_VALUES, frozenset({"%a"}))
