"""Filters that are the least of their leaves: graded at once, as one leaf after the other would be."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.compiler import FilterCompiler
from broker_local.matching.attribute.grades import whole_table
from broker_local.matching.attribute.least_kernel import LEAST, OTHER, STRAIGHT, kinds_of
from broker_local.matching.attribute.pair_order import Degrees, widened
from broker_local.matching.attribute.segment import Segment
from broker_local.matching.fuzzy.degrees import degrees_of
from broker_local.matching.fuzzy.shapes import curves_of
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.filter.tree import And, Comparator, Comparison, Hedge, Is, Node, Or
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, exactly, trapezoid
from tests.builders import TOPICS, an_event

TOPIC = TOPICS["WSObservation"]
HOT, DRY = trapezoid(25.0, 30.0, 40.0, 45.0), FuzzyNumber(-math.inf, 0.3, right=0.1)
IS_HOT, IS_DRY = Is("Temperature", "hot", HOT), Is("Humidity", "dry", DRY)
IS_MILD = Is("Temperature", "mild", about(20.0, 5.0, Shape.S_CURVE))
OVER_20 = Comparison("Temperature", Comparator.GREATER, 20.0)


def a_segment(*asked: tuple[Node, Certainty | None]) -> Segment:
    return Segment(TOPIC, FilterCompiler(TOPIC).compile_graded(asked), np.arange(len(asked)))


def told(*temperatures: float | FuzzyNumber) -> AttributeColumns:
    return AttributeColumns.of_events(TOPIC, [an_event(TOPIC, temperature=t, humidity=0.2) for t in temperatures])


def graded(segment: Segment, value: float | FuzzyNumber) -> Degrees:
    _, degrees = segment.match(told(value))
    assert degrees is not None
    return degrees


@pytest.mark.parametrize(
    ("node", "certainty", "kind"),
    [
        (And((IS_HOT, IS_DRY)), None, STRAIGHT),
        (And((OVER_20, IS_DRY)), Certainty(0.5), STRAIGHT),
        (Is("Temperature", "cool", FuzzyNumber(5.0, 9.0, right=3.0)), None, LEAST),  # nothing on its left
        (Is("Temperature", "hot", HOT, (Hedge.VERY,)), None, LEAST),
        (Is("Temperature", "hot", HOT, is_not=True), None, LEAST),
        (Is("Temperature", "hot", HOT, least_necessity=0.1), None, LEAST),
        (And((IS_HOT, IS_MILD)), None, LEAST),
        (And((IS_HOT, IS_DRY)), Certainty(aggregation=Aggregation.PRODUCT), OTHER),
        (Or((IS_HOT, IS_DRY)), None, OTHER),
    ],
)
def test_filters_are_told_apart_by_how_they_can_be_graded(node: Node, certainty: Certainty | None, kind: int) -> None:
    programs = FilterCompiler(TOPIC).compile_graded([(IS_HOT, None), (node, certainty)])
    wholes = whole_table(programs.wholes)
    kinds = kinds_of(programs.leaf_starts, programs.leaf_meanings, programs.whole_of, wholes, programs.meanings)
    assert kinds.tolist() == [STRAIGHT, kind]


_corners = st.lists(st.floats(-40.0, 60.0), min_size=4, max_size=4).map(sorted)
_trapezoids = _corners.map(lambda corners: trapezoid(*corners))
_endless = _corners.flatmap(
    lambda c: st.sampled_from(
        [FuzzyNumber(-math.inf, c[0], right=c[1] - c[0]), FuzzyNumber(c[3], math.inf, c[3] - c[2])]
    )
)
_values = st.one_of(_trapezoids, st.floats(-40.0, 60.0).map(exactly))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(_trapezoids | _endless, st.lists(_values, min_size=1, max_size=4))
def test_straight_sides_have_the_very_degrees_of_any_sides(asked: FuzzyNumber, values: list[FuzzyNumber]) -> None:
    segment = a_segment((Is("Temperature", "asked", asked), None))
    for batch in ([value for value in values if value.is_exact], values):  # known alone, and some that are not
        found, degrees = segment.match(told(*(value.low if value.is_exact else value for value in batch)))
        assert degrees is not None
        curve = curves_of([asked])[0]
        sure = {row: degrees_of(curve, 1.0, False, pi) for row, pi in enumerate(curves_of(batch))}
        expected = {row: [up, min(up, down)] for row, (up, down) in sure.items() if up > 0.0}
        assert degrees.shape[1] == (1 if all(value.is_exact for value in batch) else 2)
        assert dict(zip((found >> 40).tolist(), np.repeat(degrees, 3 - degrees.shape[1], axis=1).tolist())) == expected


@pytest.mark.parametrize("value", [28.0, about(28.0, 2.0)])
def test_what_must_wait_for_another_kernel_is_found_among_the_rest(value: float | FuzzyNumber) -> None:
    nodes = [IS_HOT, Or((IS_HOT, IS_DRY)), And((IS_HOT, OVER_20)), Or((IS_MILD, OVER_20)), IS_DRY]
    segment = a_segment(*((node, None) for node in nodes))
    alone = [graded(a_segment((node, None)), value) for node in nodes]
    found, degrees = segment.match(told(value))
    assert degrees is not None
    assert set(found.tolist()) == set(range(len(nodes)))
    by_row = dict(zip(found.tolist(), widened(degrees, len(found), 2).tolist()))
    assert [by_row[row] for row in range(len(nodes))] == [widened(sure, len(sure), 2)[0].tolist() for sure in alone]
