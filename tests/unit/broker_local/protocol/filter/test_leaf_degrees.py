"""Possibility and necessity of one predicate: by hand, on fine grids, and as the compiled kernels have them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.fuzzy.degrees import degrees_of
from broker_local.matching.fuzzy.shapes import curves_of
from broker_local.protocol.filter.leaf_degrees import (
    CERTAIN,
    IMPOSSIBLE,
    crisp_degrees,
    necessity,
    possibility,
    term_degrees,
)
from broker_local.protocol.filter.tree import Between, Comparator, Comparison, CrispPredicate, Hedge, In, Is, Like
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about
from broker_local.protocol.membership import membership
from broker_local.protocol.term import Term
from tests.strategies_filter import IMPRECISE, TERMS

HOT = FuzzyNumber(30.0, math.inf, left=5.0)
ABOUT_27 = about(27.0, 2.0)
BETWEEN_26_28 = FuzzyNumber(26.0, 28.0)


def compared(comparator: str, value: float) -> Comparison:
    return Comparison("T", Comparator(comparator), value)


@pytest.mark.parametrize(
    ("predicate", "value", "degrees"),
    [
        (compared(">", 27.0), BETWEEN_26_28, (1.0, 0.0)),
        (compared(">", 28.0), BETWEEN_26_28, (0.0, 0.0)),
        (compared(">=", 28.0), BETWEEN_26_28, (1.0, 0.0)),
        (compared(">=", 26.0), BETWEEN_26_28, (1.0, 1.0)),
        (compared(">", 26.0), BETWEEN_26_28, (1.0, 0.0)),
        (compared("<", 26.0), BETWEEN_26_28, (0.0, 0.0)),
        (compared("<=", 28.0), BETWEEN_26_28, (1.0, 1.0)),
        (compared("=", 27.0), BETWEEN_26_28, (1.0, 0.0)),
        (compared("<>", 27.0), BETWEEN_26_28, (1.0, 0.0)),
        (compared("=", 30.0), BETWEEN_26_28, (0.0, 0.0)),
        (compared("<>", 30.0), BETWEEN_26_28, (1.0, 1.0)),
        (compared(">", 28.0), ABOUT_27, (0.5, 0.0)),
        (compared(">", 26.0), ABOUT_27, (1.0, 0.5)),
        (compared("<=", 26.0), ABOUT_27, (0.5, 0.0)),
        (compared("=", 28.0), ABOUT_27, (0.5, 0.0)),
        (compared("<>", 28.0), ABOUT_27, (1.0, 0.5)),
        (Between("T", 26.0, 28.0), ABOUT_27, (1.0, 0.5)),
        (Between("T", 25.0, 29.0), ABOUT_27, (1.0, 1.0)),
        (Between("T", 28.0, 28.0), ABOUT_27, (0.5, 0.0)),
        (In("T", (20.0, 26.5, 28.5)), ABOUT_27, (0.75, 0.0)),
        (In("T", (20.0,)), ABOUT_27, (0.0, 0.0)),
        (compared(">", 28.0), about(27.0, 2.0, Shape.STEP), (0.0, 0.0)),
        (compared(">=", 28.0), about(27.0, 2.0, Shape.STEP), (1.0, 0.0)),
        (compared(">", 1e6), FuzzyNumber(3.0, math.inf), (1.0, 0.0)),
        (compared("<=", 3.0), FuzzyNumber(-math.inf, 3.0), (1.0, 1.0)),
    ],
    ids=str,
)
def test_a_comparison_with_an_imprecise_number(
    predicate: CrispPredicate, value: FuzzyNumber, degrees: tuple[float, float]
) -> None:
    assert crisp_degrees(predicate, value) == pytest.approx(degrees)
    possible, certain = degrees
    assert crisp_degrees(predicate, value, is_negated=True) == pytest.approx((1.0 - certain, 1.0 - possible))


def test_what_is_no_comparison_of_numbers_is_no_test_of_one() -> None:
    with pytest.raises(TypeError, match="a comparison with a number"):
        crisp_degrees(Like("T", "a%"), ABOUT_27)
    with pytest.raises(TypeError, match="expected a number"):
        crisp_degrees(Comparison("T", Comparator.EQUAL, "a"), ABOUT_27)


@pytest.mark.parametrize(
    ("term", "value", "degrees"),
    [
        (Is("T", "hot", HOT), 30, CERTAIN),
        (Is("T", "hot", HOT), 27.5, (0.5, 0.5)),
        (Is("T", "hot", HOT, (Hedge.VERY,)), 27.5, (0.25, 0.25)),
        (Is("T", "hot", HOT, (Hedge.SOMEWHAT,)), 27.5, (math.sqrt(0.5), math.sqrt(0.5))),
        (Is("T", "hot", HOT, (), True), 27.5, (0.5, 0.5)),
        (Is("T", "hot", HOT, (Hedge.VERY,), True), 27.5, (0.75, 0.75)),
        (Is("T", "hot", HOT), 25.0, IMPOSSIBLE),
        (Is("T", "hot", HOT, (), True), 31.0, IMPOSSIBLE),
        (Is("T", "hot", HOT), ABOUT_27, (4 / 7, 2 / 7)),
        (Is("T", "hot", HOT, (), True), ABOUT_27, (5 / 7, 3 / 7)),
        (Is("T", "hot", HOT), FuzzyNumber(27.5, 28.5), (0.7, 0.5)),
        (Is("T", "hot", HOT, least_possibility=0.6), ABOUT_27, IMPOSSIBLE),
        (Is("T", "hot", HOT, least_possibility=0.5), ABOUT_27, (4 / 7, 2 / 7)),
        (Is("T", "hot", HOT, least_necessity=0.3), ABOUT_27, IMPOSSIBLE),
        (Is("T", "hot", HOT), FuzzyNumber(30.0, 30.0), CERTAIN),
        (Is("T", "hot", HOT), 10**400, CERTAIN),
        (Is("T", "hot", HOT), -(10**400), IMPOSSIBLE),
    ],
    ids=str,
)
def test_a_term_and_a_value(term: Is, value: float | FuzzyNumber, degrees: tuple[float, float]) -> None:
    assert term_degrees(term, value) == pytest.approx(degrees)


@settings(deadline=None, derandomize=True, max_examples=2000)
@given(st.sampled_from(TERMS), IMPRECISE, st.lists(st.sampled_from(Hedge), max_size=2), st.booleans())
def test_the_kernels_come_to_the_same(asked: Term, said: FuzzyNumber, hedges: list[Hedge], is_not: bool) -> None:
    term = Is("T", asked.name, asked.number, tuple(hedges), is_not)
    mu, pi = curves_of([asked.number, said])
    compiled = degrees_of(mu, term.power, is_not, pi)
    # Roots are steep at their foot: what differs by a last bit of the number differs there by its root.
    near = 1e-9 if term.power >= 1.0 else 1e-7
    assert term_degrees(term, said) == pytest.approx(compiled, abs=near)
    assert (term_degrees(term, said)[0] > near) == (compiled[0] > near)


_halves = st.integers(-8, 8).map(lambda n: n / 2)
_spread = st.sampled_from((0.0, 0.5, 1.5, 3.0))
_numbers = st.builds(
    lambda low, wide, *rest: FuzzyNumber(low, low + wide, *rest),
    *(_halves, _spread, _spread, _spread, st.sampled_from(Shape), st.sampled_from(Shape)),
)
GRID = np.unique(np.concatenate([np.linspace(-16.0, 16.0, 16_001), np.nextafter(np.arange(-64, 65) / 4, math.inf)]))


@settings(deadline=None, derandomize=True, max_examples=60)
@given(_numbers, _numbers, st.sampled_from([1.0, 2.0, 0.5]))
def test_no_grid_is_fine_enough_to_find_another_answer(mu: FuzzyNumber, pi: FuzzyNumber, power: float) -> None:
    asked = np.array([membership(mu, x) ** power for x in GRID.tolist()])
    said = np.array([membership(pi, x) for x in GRID.tolist()])
    on_grid = (np.minimum(asked, said).max(), np.maximum(asked, 1.0 - said).min())
    found = possibility(mu, pi, power), necessity(mu, pi, power)
    assert found == pytest.approx(on_grid, abs=0.06)
    assert found[0] >= on_grid[0] - 1e-7
    assert found[1] <= on_grid[1] + 1e-7
