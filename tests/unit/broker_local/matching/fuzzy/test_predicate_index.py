"""The index of fuzzy conjunctions beside evaluating every predicate by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.fuzzy.aggregation import all_of
from broker_local.matching.fuzzy.conjunction import VERY, FuzzyConjunction, FuzzyPredicate
from broker_local.matching.fuzzy.degrees import degrees_of_pairs
from broker_local.matching.fuzzy.predicate_index import FuzzyIndex, FuzzyMatches, FuzzyMethod, FuzzyValues
from broker_local.matching.fuzzy.shapes import curves_of
from broker_local.protocol.certainty import Aggregation
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, exactly, trapezoid

Event = Mapping[str, FuzzyNumber]
Answers = dict[tuple[int, int], tuple[float, float]]


def values_of(events: Sequence[Event]) -> FuzzyValues:
    columns = {}
    for name in {name for event in events for name in event}:
        rows = [row for row, event in enumerate(events) if name in event]
        columns[name] = (np.array(rows, np.int64), curves_of(events[row][name] for row in rows))
    return FuzzyValues(len(events), columns)


def answers(matches: FuzzyMatches) -> Answers:
    columns = (matches.event_rows, matches.handles, matches.possibility, matches.necessity)
    return {(row, handle): (up, down) for row, handle, up, down in zip(*(c.tolist() for c in columns), strict=True)}


def one_by_one(conjunctions: Mapping[int, FuzzyConjunction], events: Sequence[Event]) -> Answers:
    """The definition of section 3.2, in plain words."""
    found = {}
    for row, event in enumerate(events):
        for handle, conjunction in conjunctions.items():
            uses = conjunction.predicates
            if any(use.attribute not in event for use in uses):
                continue
            possible, certain = degrees_of_pairs(
                curves_of(use.asked for use in uses),
                np.array([use.power for use in uses]),
                np.array([use.is_not for use in uses]),
                curves_of(event[use.attribute] for use in uses),
            )
            weights = np.array([use.weight for use in uses])
            up, down = (float(all_of(part, conjunction.how, weights)) for part in (possible, certain))
            each = zip(uses, possible.tolist(), certain.tolist(), strict=True)
            if (
                all(p > 0 and p >= use.least_possibility and n >= use.least_necessity for use, p, n in each)
                and up > 0
                and up >= conjunction.least_possibility
                and down >= conjunction.least_necessity
            ):
                found[row, handle] = (up, down)
    return found


def assert_same(found: Answers, expected: Answers) -> None:
    assert found.keys() == expected.keys()
    for pair, degrees in found.items():
        assert degrees == pytest.approx(expected[pair], abs=1e-12)


spreads = st.sampled_from([0.0, 0.5, 2.5, 6.0])
finite = st.builds(
    lambda low, wide, *rest: FuzzyNumber(float(low), float(low) + wide, *rest),
    st.integers(-8, 8),
    st.sampled_from([0.0, 1.0, 5.0]),
    *(spreads, spreads, st.sampled_from(Shape), st.sampled_from(Shape)),
)
endless = st.builds(lambda low, left: FuzzyNumber(float(low), np.inf, left), st.integers(-8, 8), spreads) | st.builds(
    lambda high, right: FuzzyNumber(-np.inf, float(high), right=right), st.integers(-8, 8), spreads
)
numbers = finite | endless
least = st.sampled_from([0.0, 0.0, 0.137, 0.611, 1.0])
predicates = st.builds(
    FuzzyPredicate,
    st.sampled_from(["Temperature", "Humidity", "Speed"]),
    numbers,
    st.sampled_from([1.0, 0.5, 2.0]),
    st.booleans(),
    least,
    least,
    st.sampled_from([0.5, 1.0, 3.0]),
)
conjunctions_of = st.builds(
    FuzzyConjunction,
    st.lists(predicates, min_size=1, max_size=4).map(tuple),
    st.sampled_from(Aggregation),
    least,
    least,
)
plain_numbers = st.integers(-20, 20).map(lambda n: exactly(n / 2))
events_of = st.dictionaries(st.sampled_from(["Temperature", "Humidity", "Speed", "Wind"]), numbers | plain_numbers)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(st.lists(conjunctions_of, max_size=10), st.lists(events_of, max_size=4))
def test_both_methods_find_what_evaluating_one_by_one_finds(
    conjunctions: list[FuzzyConjunction], events: list[Event]
) -> None:
    index = FuzzyIndex()
    index.add(range(len(conjunctions)), conjunctions)
    expected = one_by_one(dict(enumerate(conjunctions)), events)
    for method in FuzzyMethod:
        assert_same(answers(index.match(values_of(events), method)), expected)


def a_warm_day(low: float, how: Aggregation = Aggregation.MINIMUM) -> FuzzyConjunction:
    warm = FuzzyPredicate("Temperature", trapezoid(low, low + 1, low + 2, low + 3))
    return FuzzyConjunction((warm, FuzzyPredicate("Humidity", FuzzyNumber(-np.inf, 30.0, right=10.0))), how)


def some_events(count: int) -> list[Event]:
    rng = np.random.default_rng(4)
    places = zip(rng.uniform(0, 100, count), rng.uniform(0, 60, count), strict=True)
    return [{"Temperature": about(float(t), 1.0), "Humidity": exactly(float(h))} for t, h in places]


def test_many_that_come_and_go_in_bulk_and_one_by_one_are_matched_as_they_stand() -> None:
    rng = np.random.default_rng(3)
    index, living = FuzzyIndex(), {}
    events = some_events(20)
    for turn, count in enumerate((6000, 1, 5, 5000, 1, 300)):
        handles = rng.choice(20_000, count, replace=False).tolist()  # some are there already, and are replaced
        new = [a_warm_day(float(low)) for low in rng.uniform(0, 100, count)]
        index.add(handles, new)
        living.update(zip(handles, new, strict=True))
        gone = rng.choice(20_000, 4000 if turn % 2 else 10, replace=False).tolist()
        index.remove(gone)
        for handle in gone:
            living.pop(handle, None)
        assert len(index) == len(living)
        found = answers(index.match(values_of(events)))
        assert_same(found, answers(index.match(values_of(events), FuzzyMethod.PLAIN)))
        some = {handle: living[handle] for handle in list(living)[:200]}
        assert_same({pair: value for pair, value in found.items() if pair[1] in some}, one_by_one(some, events))
    assert found


def test_a_value_on_the_very_edge_of_what_is_asked_for_is_found() -> None:
    # Ranges include their ends. So many of them that some edges are those of whole blocks of predicates.
    count = 300
    ranges = [FuzzyConjunction((FuzzyPredicate("Temperature", FuzzyNumber(n, n + 1.0)),)) for n in range(count)]
    index = FuzzyIndex()
    index.add(range(count), ranges)
    found = answers(index.match(values_of([{"Temperature": exactly(float(n))} for n in range(count)])))
    assert found.keys() == {(n, n) for n in range(count)} | {(n, n - 1) for n in range(1, count)}


def test_the_answers_come_in_order_of_event_and_handle() -> None:
    index = FuzzyIndex()
    index.add([9, 3, 5], [a_warm_day(20.0)] * 3)
    index.add([1], [a_warm_day(20.0)])
    found = index.match(values_of([{"Temperature": exactly(21.5), "Humidity": exactly(10.0)}] * 2))
    assert found.event_rows.tolist() == [0] * 4 + [1] * 4
    assert found.handles.tolist() == [1, 3, 5, 9] * 2


def test_an_apartment_that_is_medium_cheap_and_not_very_old() -> None:
    # Section 3.1: min(medium(size), <= 450 (price), 1 - old(age) ** 2)
    index = FuzzyIndex()
    index.add(
        [7],
        [
            FuzzyConjunction(
                (
                    FuzzyPredicate("size", trapezoid(40, 50, 70, 80)),
                    FuzzyPredicate("price", FuzzyNumber(-np.inf, 450.0)),
                    FuzzyPredicate("age", FuzzyNumber(80.0, np.inf, left=40.0), VERY, is_not=True),
                )
            )
        ],
    )
    flat = {"size": exactly(60.0), "price": exactly(400.0), "age": exactly(60.0)}
    found = answers(index.match(values_of([flat, flat | {"size": exactly(41.0)}, flat | {"price": exactly(451.0)}])))
    assert_same(found, {(0, 7): (0.75, 0.75), (1, 7): (0.1, 0.1)})


def test_an_attribute_that_came_later_is_found_and_one_nobody_asked_for_is_passed_over() -> None:
    index = FuzzyIndex()
    index.add(range(5000), [a_warm_day(20.0)] * 5000)
    index.match(values_of(some_events(1)))
    index.add([5000], [FuzzyConjunction((FuzzyPredicate("Speed", FuzzyNumber(80.0, np.inf)),))])
    found = index.match(values_of([{"Speed": exactly(90.0), "Colour": exactly(1.0)}]))
    assert found.handles.tolist() == [5000]


@pytest.mark.parametrize(
    ("size", "rows", "count", "complaint"),
    [
        (2, [0, 1], 1, "a value for each of 2 rows"),
        (2, [0, 2], 2, "rows from 0 to 1"),
        (2, [1, 1], 2, "one value for an event"),
    ],
)
def test_a_wrong_batch_is_refused(size: int, rows: list[int], count: int, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        FuzzyValues(size, {"Temperature": (np.array(rows), curves_of([exactly(1.0)] * count))})


def test_handles_and_conjunctions_that_do_not_pair_are_refused() -> None:
    with pytest.raises(ValueError, match="a conjunction for each of 2 handles, got 1"):
        FuzzyIndex().add([1, 2], [a_warm_day(20.0)])


def test_a_handle_that_is_too_large_to_order_by_is_refused() -> None:
    with pytest.raises(ValueError, match="expected handles from 0"):
        FuzzyIndex().add([1 << 41], [a_warm_day(20.0)])


def test_an_empty_index_answers_nothing() -> None:
    assert answers(FuzzyIndex().match(values_of(some_events(3)))) == {}
