"""Possibility and necessity: the paper's examples, its properties, and a plain search on a fine grid."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.fuzzy.degrees import degrees_of_pairs, necessity, possibility
from broker_local.matching.fuzzy.shapes import curves_of, membership
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, exactly, trapezoid

POWERS = (0.5, 1.0, 2.0, 4.0)


def curve(number: FuzzyNumber) -> NDArray[np.float64]:
    return curves_of([number])[0]


def degrees(mu: FuzzyNumber, pi: FuzzyNumber, power: float = 1.0) -> tuple[float, float]:
    return possibility(curve(mu), curve(pi), power), necessity(curve(mu), curve(pi), power)


def on_a_grid(mu: FuzzyNumber, pi: FuzzyNumber, power: float) -> tuple[float, float]:
    """The definition, at a great many numbers, and then at as many more about the best of them, again and again.

    min(mu, pi) has one hill; max(mu, 1 - pi) has one valley on either side of the core of mu.
    """
    ends = [x for n in (mu, pi) for x in (*n.support, n.low, n.high) if math.isfinite(x)]
    halves = [x for n in (mu, pi) for x in (n.low - n.left / 2, n.high + n.right / 2) if math.isfinite(x)]
    near = np.array([x + s for x in ends + halves for s in (-1e-9, 0.0, 1e-9)])
    low, high = min(ends) - 1.0, max(ends) + 1.0

    def best(of: Callable[[NDArray[np.float64]], NDArray[np.float64]], low: float, high: float) -> float:
        found = -np.inf
        for _ in range(8):
            xs = np.linspace(low, high, 4_001)
            xs = np.unique(np.concatenate([xs, near[(near >= low) & (near <= high)]]))
            values = of(xs)
            found = max(found, float(values.max()))
            at = np.flatnonzero(values == values.max())
            low, high = float(xs[max(at[0] - 1, 0)]), float(xs[min(at[-1] + 1, len(xs) - 1)])
        return found

    def both(xs: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.minimum(_all(mu, xs) ** power, _all(pi, xs))

    def neither(xs: NDArray[np.float64]) -> NDArray[np.float64]:
        return -np.maximum(_all(mu, xs) ** power, 1.0 - _all(pi, xs))

    return best(both, low, high), -max(best(neither, low, mu.high), best(neither, mu.high, high))


def _all(number: FuzzyNumber, xs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Membership written down once more, without compiled code."""

    def side(away: NDArray[np.float64], shape: Shape) -> NDArray[np.float64]:
        match shape:
            case Shape.LINEAR:
                inside = 1 - away
            case Shape.S_CURVE:
                inside = np.where(away <= 0.5, 1 - 2 * away**2, 2 * (1 - away) ** 2)
            case Shape.GAUSSIAN:
                inside = (np.exp(-4.5 * away**2) - math.exp(-4.5)) / (1 - math.exp(-4.5))
            case Shape.STEP:
                inside = np.where(away <= 0.5, 1.0, 0.0)
        return np.where(away <= 0, 1.0, np.where(away > 1, 0.0, inside))

    with np.errstate(divide="ignore", invalid="ignore"):
        left = np.where(xs >= number.low, 0.0, (number.low - xs) / number.left if number.left else np.inf)
        right = np.where(xs <= number.high, 0.0, (xs - number.high) / number.right if number.right else np.inf)
    return np.minimum(side(left, number.left_shape), side(right, number.right_shape))


numbers = st.tuples(
    st.integers(-8, 8),
    st.integers(0, 6),
    st.sampled_from([0.0, 0.5, 1.0, 2.5, 6.0]),
    st.sampled_from([0.0, 0.5, 1.0, 2.5, 6.0]),
    st.sampled_from(Shape),
    st.sampled_from(Shape),
).map(lambda t: FuzzyNumber(float(t[0]), float(t[0] + t[1]), *t[2:]))


@settings(deadline=None, derandomize=True, max_examples=120)
@given(numbers, numbers, st.sampled_from(POWERS))
def test_both_are_what_a_search_on_a_fine_grid_finds(mu: FuzzyNumber, pi: FuzzyNumber, power: float) -> None:
    possible, certain = degrees(mu, pi, power)
    searched_possible, searched_certain = on_a_grid(mu, pi, power)
    assert possible == pytest.approx(searched_possible, abs=1e-6)
    assert certain == pytest.approx(searched_certain, abs=1e-6)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(numbers, numbers)
def test_the_five_properties_of_section_3_2(mu: FuzzyNumber, pi: FuzzyNumber) -> None:
    possible, certain = degrees(mu, pi)
    (m1, m4), (n1, n4) = mu.support, pi.support
    assert possible >= certain  # 1
    if m4 < n1 or n4 < m1:
        assert possible == 0.0  # 2
    assert (possible == 1.0) == (mu.low <= pi.high and pi.low <= mu.high) or Shape.STEP in _shapes(mu, pi)  # 3
    if pi.high > m4 or pi.low < m1:
        assert certain == 0.0  # 4
    if mu.low <= n1 and n4 <= mu.high:
        assert certain == 1.0  # 5


def _shapes(*given_numbers: FuzzyNumber) -> set[Shape]:
    return {shape for number in given_numbers for shape in (number.left_shape, number.right_shape)}


@settings(deadline=None, derandomize=True, max_examples=200)
@given(numbers, st.integers(-20, 20).map(lambda n: n / 2), st.sampled_from(POWERS))
def test_of_a_plain_number_both_are_its_membership(mu: FuzzyNumber, x: float, power: float) -> None:
    possible, certain = degrees(mu, exactly(x), power)
    expected = membership(curve(mu), x) ** power
    assert possible == pytest.approx(expected, abs=1e-12)
    assert certain == pytest.approx(expected, abs=1e-12)


# Section 3.1: an apartment of medium size, of no more than 450 dollars, not very old.
MEDIUM = trapezoid(40, 50, 70, 80)
AT_MOST_450 = FuzzyNumber(-math.inf, 450.0)
OLD = FuzzyNumber(80.0, math.inf, left=40.0)
CHEAP = FuzzyNumber(-math.inf, 1200.0, right=300.0)


@pytest.mark.parametrize(("size", "degree"), [(40, 0.0), (45, 0.5), (50, 1.0), (60, 1.0), (78, 0.2), (80, 0.0)])
def test_the_apartments_size(size: float, degree: float) -> None:
    assert degrees(MEDIUM, exactly(size)) == pytest.approx((degree, degree))


@pytest.mark.parametrize(("age", "degree"), [(40, 1.0), (60, 0.75), (80, 0.0), (100, 0.0)])
def test_not_very_old(age: float, degree: float) -> None:
    mu = curves_of([OLD])
    found = degrees_of_pairs(mu, np.array([2.0]), np.array([True]), curves_of([exactly(age)]))
    assert [float(part[0]) for part in found] == pytest.approx([degree, degree])


@pytest.mark.parametrize(("rent", "degree"), [(450.0, 1.0), (450.01, 0.0)])
def test_a_crisp_predicate_is_a_special_case(rent: float, degree: float) -> None:
    assert degrees(AT_MOST_450, exactly(rent)) == (degree, degree)


def test_a_cheap_apartment_may_cost_no_more_than_450_but_that_is_not_certain() -> None:
    assert degrees(AT_MOST_450, CHEAP) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("mu", "pi", "expected"),
    [
        pytest.param(trapezoid(0, 1, 2, 3), trapezoid(4, 5, 6, 7), (0.0, 0.0), id="apart"),
        pytest.param(trapezoid(0, 1, 2, 4), trapezoid(2, 4, 5, 6), (0.5, 0.0), id="sides cross"),
        pytest.param(trapezoid(0, 2, 6, 8), trapezoid(1, 4, 5, 7), (1.0, 0.75), id="cores meet"),
        pytest.param(trapezoid(0, 1, 9, 10), trapezoid(2, 4, 5, 8), (1.0, 1.0), id="within the core"),
    ],
)
def test_the_cases_of_figure_2(mu: FuzzyNumber, pi: FuzzyNumber, expected: tuple[float, float]) -> None:
    assert degrees(mu, pi) == pytest.approx(expected)


def test_where_the_overlap_ratio_would_be_one_necessity_is_not() -> None:
    # Section 3.3: pi lies under mu everywhere, and yet a value with little membership is possible.
    mu, pi = trapezoid(40, 80, 120, 160), trapezoid(57, 90, 110, 140)
    xs = np.linspace(40, 160, 1001)
    assert (_all(mu, xs) >= _all(pi, xs)).all()
    possible, certain = degrees(mu, pi)
    assert possible == 1.0
    assert 0.0 < certain < 1.0


def test_an_interval_in_an_interval_is_certain_and_a_crossing_one_is_possible() -> None:
    assert degrees(FuzzyNumber(0, 10), FuzzyNumber(2, 3)) == (1.0, 1.0)
    assert degrees(FuzzyNumber(0, 10), FuzzyNumber(5, 15)) == (1.0, 0.0)
    assert degrees(FuzzyNumber(0, 10), FuzzyNumber(11, 15)) == (0.0, 0.0)


def test_a_value_with_an_error_near_a_threshold() -> None:
    assert degrees(FuzzyNumber(27.0, math.inf), about(26.0, 2.0)) == pytest.approx((0.5, 0.0))
    assert degrees(FuzzyNumber(27.0, math.inf), about(28.0, 2.0)) == pytest.approx((1.0, 0.5))


@settings(deadline=None, derandomize=True, max_examples=100)
@given(numbers, numbers)
def test_not_is_the_dual(mu: FuzzyNumber, pi: FuzzyNumber) -> None:
    plain = degrees_of_pairs(curves_of([mu]), np.ones(1), np.array([False]), curves_of([pi]))
    negated = degrees_of_pairs(curves_of([mu]), np.ones(1), np.array([True]), curves_of([pi]))
    assert negated[0][0] == pytest.approx(1.0 - plain[1][0])
    assert negated[1][0] == pytest.approx(1.0 - plain[0][0])
