"""How much a number belongs to a fuzzy one, in plain Python, and how far from the core a degree is still reached."""

from __future__ import annotations

import math

from .fuzzy_number import FuzzyNumber, Shape

_END = math.exp(-4.5)  # of the bell, after three standard deviations


def membership(number: FuzzyNumber, x: float) -> float:
    """How much `x` belongs: 1 in the core, 0 beyond the spreads."""
    if x < number.low:
        return faded((number.low - x) / number.left, number.left_shape) if number.left else 0.0
    if x > number.high:
        return faded((x - number.high) / number.right, number.right_shape) if number.right else 0.0
    return 1.0


def faded(away: float, shape: Shape) -> float:
    """What is left of membership at a part of a spread, from 0 (the core's edge) to 1 (the spread's end)."""
    if away <= 0.0:
        return 1.0
    if away > 1.0:
        return 0.0
    match shape:
        case Shape.LINEAR:
            return 1.0 - away
        case Shape.S_CURVE:
            return 1.0 - 2.0 * away**2 if away <= 0.5 else 2.0 * (1.0 - away) ** 2
        case Shape.GAUSSIAN:
            return max((math.exp(-4.5 * away**2) - _END) / (1.0 - _END), 0.0)
        case Shape.STEP:
            return 1.0 if away <= 0.5 else 0.0


def away_of(degree: float, shape: Shape) -> float:
    """The part of a spread up to which so much of membership is left: `faded` turned round."""
    match shape:
        case Shape.LINEAR:
            return 1.0 - degree
        case Shape.S_CURVE:
            return math.sqrt((1.0 - degree) / 2.0) if degree >= 0.5 else 1.0 - math.sqrt(degree / 2.0)
        case Shape.GAUSSIAN:
            return math.sqrt(max(-math.log(degree * (1.0 - _END) + _END), 0.0) / 4.5)
        case Shape.STEP:
            return 0.5
