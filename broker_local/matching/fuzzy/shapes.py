"""Membership as compiled code: how much a number belongs to a fuzzy set kept as six numbers of a row."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numba
import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape

Curves = NDArray[np.float64]  # rows of LOW, HIGH, LEFT, RIGHT and the two shapes
Curve = NDArray[np.float64] | tuple[float, float, float, float, float, float]  # one of them
LOW, HIGH, LEFT, RIGHT, LEFT_SHAPE, RIGHT_SHAPE = range(6)
_CODES = {shape: float(code) for code, shape in enumerate(Shape)}
_LINEAR, _S_CURVE, _GAUSSIAN = 0, 1, 2
_END = math.exp(-4.5)  # of the bell, after three standard deviations


def curves_of(numbers: Iterable[FuzzyNumber]) -> Curves:
    """Fuzzy numbers as rows."""
    rows = [(n.low, n.high, n.left, n.right, _CODES[n.left_shape], _CODES[n.right_shape]) for n in numbers]
    return np.array(rows, np.float64).reshape(-1, 6)


@numba.njit(cache=True)
def faded(away: float, shape: int) -> float:
    """What is left of membership at a part of the spread, from 0 (the core's edge) to 1 (the spread's end)."""
    if away <= 0.0:
        return 1.0
    if away > 1.0:
        return 0.0
    if shape == _LINEAR:
        return 1.0 - away
    if shape == _S_CURVE:
        return 1.0 - 2.0 * away * away if away <= 0.5 else 2.0 * (1.0 - away) * (1.0 - away)
    if shape == _GAUSSIAN:
        return max((math.exp(-4.5 * away * away) - _END) / (1.0 - _END), 0.0)
    return 1.0 if away <= 0.5 else 0.0


@numba.njit(cache=True)
def rising(x: float, low: float, left: float, shape: int) -> float:
    """The left side: up to the core."""
    if x >= low:
        return 1.0
    if left == 0.0:
        return 0.0
    return float(faded((low - x) / left, shape))


@numba.njit(cache=True)
def falling(x: float, high: float, right: float, shape: int) -> float:
    """The right side: from the core on."""
    if x <= high:
        return 1.0
    if right == 0.0:
        return 0.0
    return float(faded((x - high) / right, shape))


@numba.njit(cache=True)
def membership(curve: Curve, x: float) -> float:
    """How much a number belongs."""
    return float(
        min(
            rising(x, curve[LOW], curve[LEFT], int(curve[LEFT_SHAPE])),
            falling(x, curve[HIGH], curve[RIGHT], int(curve[RIGHT_SHAPE])),
        )
    )
