"""NOT pushed down to the leaves changes no answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings

from broker_local.matching.attribute.negation import negation_normal
from broker_local.protocol.filter.evaluate import satisfies, truth
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.printer import print_filter
from broker_local.protocol.filter.tree import And, Comparison, Hedge, Is, Node, Not, Or
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values, trees


def leaves(node: Node) -> Iterator[Node]:
    if isinstance(node, And | Or):
        for part in node.parts:
            assert type(part) is not type(node)
            yield from leaves(part)
    else:
        yield node


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("NOT Speed > 80", "Speed <= 80"),
        ("NOT Speed <= 80", "Speed > 80"),
        ("NOT Speed < 80", "Speed >= 80"),
        ("NOT Speed >= 80", "Speed < 80"),
        ("NOT Speed = 80", "Speed <> 80"),
        ("NOT Speed <> 80", "Speed = 80"),
        ("NOT NOT Active", "Active = TRUE"),
        ("NOT Speed NOT IN (1)", "Speed IN (1)"),
        ("NOT Speed IS NULL", "Speed IS NOT NULL"),
        ("NOT (Active AND Speed > 1 OR Count = 2)", "(Active <> TRUE OR Speed <= 1) AND Count <> 2"),
        ("NOT (Active AND NOT (Speed > 1 AND Count = 2))", "Active <> TRUE OR Speed > 1 AND Count = 2"),
        ("Active OR NOT (Speed > 1 AND Count = 2)", "Active = TRUE OR Speed <= 1 OR Count <> 2"),
    ],
)
def test_not_goes_down_to_the_predicates(text: str, normal: str) -> None:
    assert print_filter(negation_normal(parse_filter(text, EVERYTHING).root)) == normal


@settings(max_examples=300, deadline=None, derandomize=True)
@given(trees(), attribute_values())
def test_the_same_events_satisfy_the_normal_form_in_two_values(
    tree: Node, attributes: Mapping[str, AttributeValue]
) -> None:
    normal = negation_normal(tree)
    assert truth(normal, attributes) is truth(tree, attributes)
    assert two_valued(normal, attributes) is satisfies(tree, attributes)


def two_valued(node: Node, attributes: Mapping[str, AttributeValue]) -> bool:
    if isinstance(node, And):
        return all(two_valued(part, attributes) for part in node.parts)
    if isinstance(node, Or):
        return any(two_valued(part, attributes) for part in node.parts)
    return satisfies(node, attributes)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(trees())
def test_leaves_are_predicates_or_not_of_one_without_an_opposite(tree: Node) -> None:
    for leaf in leaves(negation_normal(tree)):
        assert not isinstance(leaf, Not) or not isinstance(leaf.part, Comparison | Not | And | Or)


def test_a_term_has_an_opposite_of_its_own() -> None:
    hot = Is("Temperature", "hot", FuzzyNumber(30.0, 40.0), (Hedge.VERY,), weight=2.0)
    assert negation_normal(Not(hot)) == replace(hot, is_not=True)
    assert negation_normal(Not(Not(hot))) == hot
