"""Possibility and necessity that an imprecise value is what a fuzzy set asks for (Liu & Jacobsen 2003, section 3.2).

Possibility is sup min(mu, pi), necessity inf max(mu, 1 - pi), where mu may be hedged to mu ** power. NOT needs nothing
of its own: the possibility of NOT mu is 1 - the necessity of mu, and the other way round.
"""

from __future__ import annotations

import math

import numba
import numpy as np
from numpy.typing import NDArray

from .shapes import HIGH, LEFT, LEFT_SHAPE, LOW, RIGHT, RIGHT_SHAPE, Curve, Curves, falling, membership, rising

Degrees = NDArray[np.float64]
_LINEAR = 0
_HALVINGS = 1100  # more than there are doubles to halve between two; the search ends when none is left


@numba.njit(cache=True)
def possibility(mu: Curve, pi: Curve, power: float = 1.0) -> float:
    """How possible it is that a value spread like `pi` lies in `mu`."""
    if mu[LOW] <= pi[HIGH] and pi[LOW] <= mu[HIGH]:
        return 1.0  # property 3: the cores meet
    if mu[HIGH] + mu[RIGHT] < pi[LOW] - pi[LEFT] or pi[HIGH] + pi[RIGHT] < mu[LOW] - mu[LEFT]:
        return 0.0  # property 2: the supports do not
    if mu[HIGH] < pi[LOW]:
        rise = (pi[LOW], pi[LEFT], int(pi[LEFT_SHAPE]), 1.0, False)
        fall = (mu[HIGH], mu[RIGHT], int(mu[RIGHT_SHAPE]), power)
    else:
        rise = (mu[LOW], mu[LEFT], int(mu[LEFT_SHAPE]), power, False)
        fall = (pi[HIGH], pi[RIGHT], int(pi[RIGHT_SHAPE]), 1.0)
    return float(_highest_under_both(rise, fall))


@numba.njit(cache=True)
def necessity(mu: Curve, pi: Curve, power: float = 1.0) -> float:
    """How certain it is: 1 - the possibility that the value lies outside of `mu`, on either side."""
    right = left = 0.0  # property 5: where the support of the value lies in the core both stay so
    if pi[HIGH] + pi[RIGHT] > mu[HIGH]:
        outside = (mu[HIGH], mu[RIGHT], int(mu[RIGHT_SHAPE]), power, True)
        right = _highest_under_both(outside, (pi[HIGH], pi[RIGHT], int(pi[RIGHT_SHAPE]), 1.0))
    if pi[LOW] - pi[LEFT] < mu[LOW]:  # the same, seen in a mirror
        outside = (-mu[LOW], mu[LEFT], int(mu[LEFT_SHAPE]), power, True)
        left = _highest_under_both(outside, (-pi[LOW], pi[LEFT], int(pi[LEFT_SHAPE]), 1.0))
    return float(1.0 - max(left, right))


@numba.njit(cache=True)
def degrees_of(mu: Curve, power: float, is_not: bool, pi: Curve) -> tuple[float, float]:
    """Possibility and necessity of one predicate with one value."""
    if pi[LOW] == pi[HIGH] and pi[LEFT] == pi[RIGHT] == 0.0:
        x = pi[LOW]  # a plain number: there is but one x
        is_inside = mu[LOW] - mu[LEFT] <= x <= mu[HIGH] + mu[RIGHT]
        up = _hedged(membership(mu, x), power) if is_inside else 0.0
        down = up
    else:
        up, down = possibility(mu, pi, power), necessity(mu, pi, power)
    return (1.0 - down, 1.0 - up) if is_not else (up, down)


@numba.njit(cache=True)
def degrees_of_pairs(mu: Curves, powers: Degrees, is_not: NDArray[np.bool_], pi: Curves) -> tuple[Degrees, Degrees]:
    """Possibility and necessity of each predicate with the value of the same row."""
    possible, certain = np.empty(len(mu)), np.empty(len(mu))
    for row in range(len(mu)):
        possible[row], certain[row] = degrees_of(mu[row], powers[row], is_not[row], pi[row])
    return possible, certain


@numba.njit(cache=True)
def _hedged(degree: float, power: float) -> float:
    return degree if power == 1.0 else degree**power


@numba.njit(cache=True)
def _rise(x: float, side: tuple[float, float, int, float, bool]) -> float:
    """A side that rises: the left one of a set, or what is outside of a right one."""
    edge, spread, shape, power, is_outside = side
    if is_outside:
        return float(1.0 - falling(x, edge, spread, shape) ** power)
    return float(rising(x, edge, spread, shape) ** power)


@numba.njit(cache=True)
def _fall(x: float, side: tuple[float, float, int, float]) -> float:
    edge, spread, shape, power = side
    return float(falling(x, edge, spread, shape) ** power)


@numba.njit(cache=True)
def _highest_under_both(up: tuple[float, float, int, float, bool], down: tuple[float, float, int, float]) -> float:
    """The highest point that lies under a side that rises and one that falls."""
    edge, spread, shape, power, is_outside = up
    low = edge if is_outside else edge - spread
    high = np.nextafter(edge + spread, math.inf) if is_outside else edge
    if shape == down[2] == _LINEAR and power == down[3] == 1.0 and spread > 0.0 and down[1] > 0.0:
        height = (down[0] + down[1] - low) / (spread + down[1])  # two straight lines: the closed form
        return min(max(height, 0.0), 1.0)
    if _fall(low, down) <= _rise(low, up):
        return float(_fall(low, down))
    if _rise(high, up) <= _fall(high, down):
        return float(_rise(high, up))
    for _ in range(_HALVINGS):
        middle = low + 0.5 * (high - low)
        if middle <= low or middle >= high:
            break
        if _rise(middle, up) <= _fall(middle, down):
            low = middle
        else:
            high = middle
    return max(_rise(low, up), _fall(high, down))  # on either side of a jump the higher one counts
