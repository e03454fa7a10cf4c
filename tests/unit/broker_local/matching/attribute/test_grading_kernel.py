"""Graded filters: the index finds and grades what evaluating every filter of every event comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.attribute import counting, segment
from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.counting import CountingIndex
from broker_local.matching.attribute.pair_order import widened
from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.filter.degrees import degrees
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.tree import And, Between, Comparator, Comparison, Hedge, Is, Node, Not, Or
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, trapezoid
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, graded_trees, imprecise_values, trees

Attributes = Mapping[str, AttributeValue]
Asked = tuple[Node, Certainty | None]
Graded = dict[tuple[int, int], tuple[float, float]]

HOT = trapezoid(25.0, 30.0, 40.0, 45.0)
FAST = FuzzyNumber(80.0, np.inf, left=30.0)


def columns_of(*batch: Attributes) -> AttributeColumns:
    when = datetime(2008, 12, 4, tzinfo=UTC)
    events = [Event(str(row), EVERYTHING.name, None, attributes, when) for row, attributes in enumerate(batch)]
    return AttributeColumns.of_events(EVERYTHING, events)


def an_index(filters: Mapping[int, Asked], *, is_graded: bool = True) -> CountingIndex:
    index = CountingIndex(EVERYTHING, is_graded=is_graded)
    nodes, certainties = [node for node, _ in filters.values()], [certainty for _, certainty in filters.values()]
    index.add(np.array(list(filters), np.int64), nodes, certainties)
    return index


def matched(index: CountingIndex, columns: AttributeColumns) -> Graded:
    found = index.match_with_degrees(columns)
    pairs = list(zip(found.event_rows.tolist(), found.rows.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    sure = widened(found.degrees, len(pairs), 2)
    return {pair: (up, down) for pair, (up, down) in zip(pairs, sure.tolist(), strict=True)}


def one_by_one(
    filters: Mapping[int, Asked], batch: Sequence[Attributes], place: tuple[float, float] | None = None
) -> Graded:
    found = {}
    for event, attributes in enumerate(batch):
        for row, (node, certainty) in filters.items():
            asked = certainty or Certainty()
            up, down = degrees(node, attributes, asked.aggregation, place)
            is_sure = up > 0.0 and up >= asked.least_possibility and down >= asked.least_necessity
            if satisfies(node, attributes) and is_sure:
                found[event, row] = (up, down)
    return found


def possible(pairs: NDArray[np.int64], degrees: NDArray[np.float64]) -> Graded:
    both = zip(pairs.tolist(), degrees.tolist(), strict=True)
    return {(event, row): (up, down) for (event, row), (up, down) in both if up > 0.0}


def assert_equal(found: Graded, expected: Graded) -> None:
    assert sorted(found) == sorted(expected)
    for pair, sure in expected.items():
        assert found[pair] == pytest.approx(sure, abs=1e-9)


certainties = st.none() | st.builds(
    Certainty, st.sampled_from((0.0, 0.2503)), st.sampled_from((0.0, 0.1007)), st.sampled_from(Aggregation)
)
_graded = st.dictionaries(st.integers(0, 40), st.tuples(graded_trees(), certainties), min_size=1, max_size=8)
_crisp = st.dictionaries(st.integers(0, 40), st.tuples(trees(), st.none()), min_size=1, max_size=8)
_batches = st.lists(imprecise_values(), min_size=1, max_size=5)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(_graded, _batches)
def test_graded_filters_are_found_and_graded_as_one_by_one(
    filters: Mapping[int, Asked], batch: Sequence[Attributes]
) -> None:
    assert_equal(matched(an_index(filters), columns_of(*batch)), one_by_one(filters, batch))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_crisp, _batches)
def test_imprecise_values_give_crisp_filters_degrees(filters: Mapping[int, Asked], batch: Sequence[Attributes]) -> None:
    assert_equal(matched(an_index(filters, is_graded=False), columns_of(*batch)), one_by_one(filters, batch))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(_graded, _batches, st.sampled_from([(1.0, 1.0), (0.5, 0.25), (0.75, 0.0), (0.0, 0.0)]))
def test_a_place_is_one_part_more(
    filters: Mapping[int, Asked], batch: Sequence[Attributes], place: tuple[float, float]
) -> None:
    index, columns = an_index(filters), columns_of(*batch)
    pairs = np.array([(event, row) for event in range(len(batch)) for row in filters], np.int64)
    sure = index.grade(columns, pairs[:, 0], pairs[:, 1], np.tile(np.array(place), (len(pairs), 1)))
    assert_equal(possible(pairs, sure), one_by_one(filters, batch, place) if place[0] else {})
    unplaced = index.grade(columns, pairs[:, 0], pairs[:, 1], np.full((len(pairs), 2), np.nan))
    alone = possible(pairs, unplaced)
    assert_equal(alone, one_by_one(filters, batch))
    candidates = set(zip(*(part.tolist() for part in index.candidates(columns)), strict=True))
    assert set(alone) <= candidates


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.tuples(_graded, st.sets(st.integers(0, 40)), _batches), min_size=1, max_size=4))
def test_filters_come_and_go_while_batches_are_graded(
    steps: Sequence[tuple[Mapping[int, Asked], set[int], Sequence[Attributes]]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "_SMALL", 0)
        patch.setattr(counting, "_LARGEST_JOINED", 6)
        patch.setattr(counting, "_MOST_POSITIONS", 30)
        index = CountingIndex(EVERYTHING, is_graded=True)
        there: dict[int, Asked] = {}
        for added, removed, batch in steps:
            index.add(np.array(list(added)), [node for node, _ in added.values()], [c for _, c in added.values()])
            there |= added
            index.remove(np.array(sorted(removed), np.int64))
            for row in removed:
                there.pop(row, None)
            assert_equal(matched(index, columns_of(*batch)), one_by_one(there, batch))


def test_one_meaning_of_two_attributes_has_degrees_of_its_own_for_each() -> None:
    many: dict[int, Asked] = {row: (Is(("Speed", "Count")[row % 2], "fast", FAST), None) for row in range(20)}
    batch: list[Attributes] = [{"Speed": about(70.0, 4.0), "Count": about(95.0, 4.0)}]
    assert_equal(matched(an_index(many), columns_of(*batch)), one_by_one(many, batch))


@pytest.mark.parametrize("is_kept", [False, True])
def test_degrees_that_many_filters_share_are_the_same_kept_or_not(
    monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    monkeypatch.setattr(segment, "_MOST_KNOWN", (1 << 20) * is_kept)
    filters: dict[int, Asked] = {row: (Is("Speed", "fast", FAST, (Hedge.VERY,) * (row % 2)), None) for row in range(50)}
    batch: list[Attributes] = [{"Speed": about(60.0 + at, 7.0, Shape.GAUSSIAN)} for at in range(0, 40, 7)]
    assert_equal(matched(an_index(filters), columns_of(*batch)), one_by_one(filters, batch))


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (Comparison("Speed", Comparator.GREATER, 27.0), FuzzyNumber(27.0, 30.0), (1.0, 0.0)),
        (Comparison("Speed", Comparator.GREATER, 27.0), FuzzyNumber(25.0, 27.0), None),
        (Comparison("Speed", Comparator.GREATER_OR_EQUAL, 27.0), FuzzyNumber(25.0, 27.0), (1.0, 0.0)),
        (Comparison("Speed", Comparator.GREATER, 27.0), FuzzyNumber(28.0, 28.0, left=1.0), (1.0, 1.0)),
        (Comparison("Speed", Comparator.EQUAL, 27.0), about(28.0, 4.0), (0.75, 0.0)),
        (Comparison("Speed", Comparator.NOT_EQUAL, 27.0), about(28.0, 4.0), (1.0, 0.25)),
        (Between("Speed", 26.0, 30.0), about(28.0, 4.0), (1.0, 0.5)),
        (Not(Between("Speed", 26.0, 30.0)), about(28.0, 4.0), (0.5, 0.0)),
        (Is("Speed", "hot", HOT), 27.5, (0.5, 0.5)),
        (Is("Speed", "hot", HOT, (Hedge.VERY,)), 27.5, (0.25, 0.25)),
        (Is("Speed", "hot", HOT, is_not=True), 27.5, (0.5, 0.5)),
        (Is("Speed", "hot", HOT, is_not=True), 35.0, None),
        (Is("Speed", "hot", HOT), about(28.0, 2.0), (5.0 / 7.0, 3.0 / 7.0)),
        (Is("Speed", "hot", HOT, least_necessity=0.5), about(28.0, 2.0), None),
        # Two halves that exclude each other, either of which may be.
        (
            And((Comparison("Speed", Comparator.GREATER, 30.0), Comparison("Speed", Comparator.LESS, 27.0))),
            FuzzyNumber(25.0, 40.0),
            (1.0, 0.0),
        ),
        (
            Or((Is("Speed", "hot", HOT, least_possibility=0.75), Is("Speed", "fast", FAST))),
            52.5,
            (1.0 / 12.0, 1.0 / 12.0),
        ),
    ],
)
def test_degrees_worked_out_by_hand(node: Node, value: AttributeValue, expected: tuple[float, float] | None) -> None:
    has_terms = isinstance(node, Is | Or)  # which only a graded index knows
    for is_graded in (True,) if has_terms else (False, True):
        found = matched(an_index({3: (node, None)}, is_graded=is_graded), columns_of({"Speed": value}, {}))
        assert set(found) == (set() if expected is None else {(0, 3)})
        if expected is not None:
            assert found[0, 3] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (Aggregation.MINIMUM, 0.5),
        (Aggregation.PRODUCT, 0.375),
        (Aggregation.LUKASIEWICZ, 0.25),
        (Aggregation.AVERAGE, (0.5 * 3.0 + 0.75) / 4.0),
    ],
)
def test_the_aggregation_makes_one_degree_of_several(how: Aggregation, expected: float) -> None:
    node = And((Is("Speed", "hot", HOT, weight=3.0), Is("Count", "hot", HOT)))
    columns = columns_of({"Speed": 27.5, "Count": 28.75})
    for least, is_told in ((0.0, True), (expected - 1e-6, True), (expected + 1e-6, False)):
        found = matched(an_index({0: (node, Certainty(least, 0.0, how))}), columns)
        assert set(found) == ({(0, 0)} if is_told else set())
        assert all(sure == pytest.approx((expected, expected)) for sure in found.values())


def test_an_apartment_that_is_medium_cheap_and_not_very_old() -> None:
    # Section 3.1 of the paper: min(medium(size), <= 450 (price), 1 - old(age) ** 2), with other names of attributes
    medium, old = trapezoid(40, 50, 70, 80), FuzzyNumber(80.0, np.inf, left=40.0)
    node = And(
        (
            Is("Speed", "medium", medium),
            Comparison("Wind speed", Comparator.LESS_OR_EQUAL, 450.0),
            Is("Count", "old", old, (Hedge.VERY,), is_not=True),
        )
    )
    flat: Attributes = {"Speed": 60.0, "Wind speed": 400.0, "Count": 60}
    columns = columns_of(flat, {**flat, "Speed": 41.0}, {**flat, "Wind speed": 451.0})
    assert_equal(matched(an_index({7: (node, None)}), columns), {(0, 7): (0.75, 0.75), (1, 7): (0.1, 0.1)})


def test_fuzzy_leaves_that_are_shared_take_little_room() -> None:
    shared = {row: (And((Is("Speed", "f", FAST), Is("Count", "h", HOT))), None) for row in range(1_000)}
    own = {row: (And((Is("Speed", "f", FAST), Is("Count", "h", about(row, 9.0)))), None) for row in range(1_000)}
    assert an_index(shared).nbytes + 30_000 < an_index(own).nbytes
