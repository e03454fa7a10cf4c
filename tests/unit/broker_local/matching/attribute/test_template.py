"""Compiled shapes: any tree becomes leaves that lead onwards, and is entered by leaves one of which must be true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from broker_local.matching.attribute.shape import Leaf, LeafTest, take_apart
from broker_local.matching.attribute.template import ACCEPT, REJECT, Template, compile_shape
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.patterns import pattern_test
from broker_local.protocol.filter.tree import Literal, Node
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values, trees


def template(text: str) -> Template:
    return compile_shape(parse_filter(text, EVERYTHING).root)


def is_true(leaf: Leaf, constants: Sequence[Any], value: Any) -> bool:
    if value is None or leaf.test is LeafTest.ABSENT:
        return value is None and leaf.test is LeafTest.ABSENT
    if leaf.test in (LeafTest.FITS, LeafTest.FITS_NOT):
        assert leaf.low is not None
        return pattern_test(constants[leaf.low])(value) is (leaf.test is LeafTest.FITS)
    is_in = True
    if leaf.low is not None:
        is_in = value > constants[leaf.low] or (not leaf.low_is_open and value == constants[leaf.low])
    if leaf.high is not None and is_in:
        is_in = value < constants[leaf.high] or (not leaf.high_is_open and value == constants[leaf.high])
    return is_in is (leaf.test is LeafTest.WITHIN)


def run(compiled: Template, truths: Sequence[bool], leaf: int) -> bool:
    while leaf >= 0:
        onwards = compiled.on_true[leaf] if truths[leaf] else compiled.on_false[leaf]
        assert onwards > leaf or onwards < 0
        leaf = onwards
    assert leaf in (ACCEPT, REJECT)
    return leaf == ACCEPT


@settings(max_examples=300, deadline=None, derandomize=True)
@given(trees(), attribute_values())
def test_the_leaves_lead_to_the_verdict_from_the_first_and_from_a_true_entry(
    tree: Node, attributes: Mapping[str, AttributeValue]
) -> None:
    compiled = compile_shape(tree)
    constants: list[Literal] = []
    take_apart(tree, [], constants)
    truths = [is_true(leaf, constants, attributes.get(leaf.attribute)) for leaf in compiled.leaves]
    expected = satisfies(tree, attributes)
    assert run(compiled, truths, 0) is expected
    assert any(truths[leaf] and run(compiled, truths, leaf) for leaf in compiled.entries) is expected
    assert not expected or sum(truths) >= compiled.fewest
    if compiled.is_conjunction:
        assert all(truths) is expected


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("Speed > 1", ["Speed"]),
        ("Speed > 1 AND Name = 'a'", ["Name"]),
        ("Speed <> 1 AND Count > 2", ["Count"]),
        ("Speed > 1 AND Count BETWEEN 1 AND 2", ["Count"]),
        ("Speed IS NOT NULL AND Count IS NULL", ["Count"]),
        ("Speed > 1 OR Name = 'a'", ["Speed", "Name"]),
        ("Speed > 1 AND (Name = 'a' OR Count = 2)", ["Name", "Count"]),
        ("Speed > 1 AND (Name = 'a' OR Count > 2)", ["Speed"]),
        ("Name LIKE '%a' AND Speed > 1", ["Name"]),
    ],
)
def test_a_filter_is_entered_by_what_is_true_least_often(text: str, entries: list[str]) -> None:
    compiled = template(text)
    assert [compiled.leaves[leaf].attribute for leaf in compiled.entries] == entries


@pytest.mark.parametrize(
    ("text", "fewest", "is_conjunction"),
    [
        ("Speed = 1", 1, True),
        ("Speed = 1 AND Count = 2 AND Active", 3, True),
        ("Speed > 1 AND Speed < 2", 1, True),
        ("Speed = 1 OR Count = 2", 1, False),
        ("Speed = 1 AND (Count = 2 OR Active AND Name = 'a')", 2, False),
        ("Speed NOT IN (1, 2, 3)", 3, True),
    ],
)
def test_the_fewest_true_leaves_are_known(text: str, fewest: int, is_conjunction: bool) -> None:
    compiled = template(text)
    assert (compiled.fewest, compiled.is_conjunction) == (fewest, is_conjunction)
