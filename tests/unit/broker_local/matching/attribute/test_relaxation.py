"""Relaxed filters are true wherever the fuzzy ones may be possible enough, and hardly elsewhere."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.relaxation import relaxed
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.filter.degrees import degrees
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.tree import And, Between, Comparator, Comparison, Hedge, Is, IsNull, Node, Not, Or
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, trapezoid
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import graded_trees, imprecise_values

HOT = trapezoid(25.0, 30.0, 40.0, 50.0)
ALOFT = FuzzyNumber(30.0, math.inf, left=5.0)
ALL = FuzzyNumber(-math.inf, math.inf)
ACTIVE = Comparison("Active", Comparator.EQUAL, True)


def test_a_leaf_is_the_range_in_which_it_can_be_met() -> None:
    node, leaves = relaxed(Is("Speed", "hot", HOT, least_possibility=0.5), None)
    assert isinstance(node, Between)
    assert (node.low, node.high) == pytest.approx((27.5, 45.0), abs=1e-4)
    for edge, is_met in ((27.5, True), (45.0, True), (27.49, False), (45.01, False)):
        assert satisfies(node, {"Speed": edge}) is is_met  # rather too wide than too narrow
    assert leaves == [Is("Speed", "hot", HOT, least_possibility=0.5)]


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (Is("Speed", "hot", HOT), Between("Speed", 25.0, 50.0)),
        (Is("Speed", "hot", HOT, is_not=True), Not(Between("Speed", 30.0, 40.0))),
        (Not(Is("Speed", "hot", HOT)), Not(Between("Speed", 30.0, 40.0))),
        (Is("Speed", "aloft", ALOFT), Comparison("Speed", Comparator.GREATER_OR_EQUAL, 25.0)),
        (Is("Speed", "aloft", ALOFT, is_not=True), Comparison("Speed", Comparator.LESS, 30.0)),
        (Is("Speed", "any", ALL), Not(IsNull("Speed"))),
        (Is("Speed", "any", ALL, is_not=True), Between("Speed", 1.0, 0.0)),  # never
        (Not(Or((ACTIVE, Is("Speed", "hot", HOT)))), None),
    ],
)
def test_without_wishes_it_is_all_that_is_possible(node: Node, expected: Node | None) -> None:
    found, _ = relaxed(node, None)
    wanted = expected or And((Comparison("Active", Comparator.NOT_EQUAL, True), Not(Between("Speed", 30.0, 40.0))))
    assert found == wanted


@pytest.mark.parametrize(
    ("how", "is_cut"),
    [
        (Aggregation.MINIMUM, True),
        (Aggregation.PRODUCT, True),
        (Aggregation.LUKASIEWICZ, True),
        (Aggregation.AVERAGE, False),  # where one part makes up for another
    ],
)
def test_what_the_whole_must_reach_narrows_the_parts_of_an_and(how: Aggregation, is_cut: bool) -> None:
    node, _ = relaxed(And((Is("Speed", "hot", HOT), ACTIVE)), Certainty(0.0, 0.5, how))
    assert isinstance(node, And)
    leaf = node.parts[0]
    assert isinstance(leaf, Between)
    assert leaf.low == pytest.approx(27.5 if is_cut else 25.0, abs=1e-4)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    graded_trees(),
    st.lists(imprecise_values(), min_size=1, max_size=6),
    st.builds(Certainty, st.sampled_from((0.0, 0.5, 1.0)), st.sampled_from((0.0, 0.25)), st.sampled_from(Aggregation)),
)
def test_nothing_that_matches_is_lost(node: Node, batch: list[dict[str, AttributeValue]], certainty: Certainty) -> None:
    crisp, leaves = relaxed(node, certainty)
    for attributes in batch:
        up, down = degrees(node, attributes, certainty.aggregation)
        is_sure = up > 0.0 and up >= certainty.least_possibility and down >= certainty.least_necessity
        if satisfies(node, attributes) and is_sure:
            assert satisfies(crisp, attributes)
    assert all(isinstance(leaf, Is | None) for leaf in leaves)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.sampled_from(Shape),
    st.sampled_from([(), (Hedge.VERY,), (Hedge.SOMEWHAT, Hedge.SOMEWHAT)]),
    st.floats(0.0, 1.0),
    st.floats(20.0, 55.0),
    st.booleans(),
)
def test_a_cut_is_where_membership_reaches_its_height(
    shape: Shape, hedges: tuple[Hedge, ...], least: float, value: float, is_not: bool
) -> None:
    number = FuzzyNumber(30.0, 40.0, 5.0, 10.0, shape, shape)
    node = Is("Speed", "hot", number, hedges, is_not, least_possibility=least)
    crisp, _ = relaxed(node, None)
    is_met = satisfies(node, {"Speed": value})
    assert satisfies(crisp, {"Speed": value}) or not is_met
    if not is_met and satisfies(crisp, {"Speed": value}):  # then it is as good as met, or a step is on its edge
        near = [satisfies(node, {"Speed": value + shift}) for shift in (-6e-5, 6e-5, -1e-3, 1e-3)]
        assert any(near) or is_not or shape is Shape.STEP
