"""How possible and how certain one predicate is of one value, in plain Python: the oracle of the compiled kernels.

Possibility is sup min(mu, pi), necessity inf max(mu, 1 - pi) (Liu & Jacobsen 2003, section 3.2). Here they are found by
their levels: the highest degree at which what is asked for and what is said still have a number in common. Values are
numbers of the real line, of whole numbers too: that may call possible what is not, and never certain what is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.membership import away_of, faded, membership

from .tree import Between, Comparator, Comparison, CrispPredicate, In, Is

Degrees = tuple[float, float]  # possibility and necessity
IMPOSSIBLE: Degrees = (0.0, 0.0)
CERTAIN: Degrees = (1.0, 1.0)

_Side = tuple[float, Shape]  # a spread and its shape
_Range = tuple[float, bool, float, bool]  # from, whether without it, to, whether without it
_HALVINGS = 200


def term_degrees(term: Is, value: float | FuzzyNumber, is_negated: bool = False) -> Degrees:
    """Of `IS` with its hedges; impossible if the least degrees are not reached."""
    if isinstance(value, FuzzyNumber) and not value.is_exact:
        possible, certain = possibility(term.meaning, value, term.power), necessity(term.meaning, value, term.power)
    else:
        exact = value.low if isinstance(value, FuzzyNumber) else _as_float(value)
        possible = membership(term.meaning, exact) ** term.power
        certain = possible
    if term.is_not != is_negated:
        possible, certain = 1.0 - certain, 1.0 - possible
    if possible <= 0.0 or possible < term.least_possibility or certain < term.least_necessity:
        return IMPOSSIBLE
    return possible, min(certain, possible)


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number beyond all floats
        return math.inf if value > 0 else -math.inf


def crisp_degrees(predicate: CrispPredicate, value: FuzzyNumber, is_negated: bool = False) -> Degrees:
    """Of a comparison with a number that is not known exactly: `> 27` is everything above 27, without 27."""
    inside = _ranges(predicate)
    outside = _others(inside)
    if is_negated:
        inside, outside = outside, inside
    possible = max((_highest(value, *part) for part in inside), default=0.0)
    return possible, min(possible, 1.0 - max((_highest(value, *part) for part in outside), default=0.0))


def possibility(mu: FuzzyNumber, pi: FuzzyNumber, power: float = 1.0) -> float:
    """How possible it is that a value spread like `pi` lies in `mu` ** `power`."""
    if mu.low <= pi.high and pi.low <= mu.high:
        return 1.0
    if mu.low > pi.high:
        gap, asked, said = mu.low - pi.high, (mu.left, mu.left_shape), (pi.right, pi.right_shape)
    else:
        gap, asked, said = pi.low - mu.high, (mu.right, mu.right_shape), (pi.left, pi.left_shape)
    both_end_sharply = _ends_sharply(asked) and _ends_sharply(said)
    farthest = _reach(asked, 0.0) + _reach(said, 0.0)
    if farthest < gap or (farthest == gap and not both_end_sharply):
        return 0.0
    if both_end_sharply:
        return 1.0
    if power == 1.0 and _is_linear(asked) and _is_linear(said):
        return 1.0 - gap / (asked[0] + said[0])
    return _highest_level(lambda level: _reach(said, level) + _reach(asked, level ** (1.0 / power)) >= gap)


def necessity(mu: FuzzyNumber, pi: FuzzyNumber, power: float = 1.0) -> float:
    """How certain it is: 1 - the possibility that the value lies outside, on either side."""
    right = _beyond(mu.high - pi.high, (mu.right, mu.right_shape), (pi.right, pi.right_shape), power)
    left = _beyond(pi.low - mu.low, (mu.left, mu.left_shape), (pi.left, pi.left_shape), power)
    return 1.0 - max(left, right)


def _beyond(gap: float, asked: _Side, said: _Side, power: float) -> float:
    """How possible it is that a value lies beyond one edge; its core ends `gap` before the core of what is asked."""
    if gap != gap:  # both are endless here, and nothing lies beyond
        return 0.0
    if _reach(said, 0.0) <= gap:
        return 0.0
    if power == 1.0 and _is_linear(asked) and _is_linear(said):
        spreads = asked[0] + said[0]
        return min(max((said[0] - gap) / spreads, 0.0), 1.0) if spreads else 1.0
    is_sharp = _ends_sharply(asked)  # if not, its very end counts as outside

    def lies_beyond(level: float) -> bool:
        reached = _reach(said, level) - _reach(asked, (1.0 - level) ** (1.0 / power))
        return reached > gap if is_sharp else reached >= gap

    return _highest_level(lies_beyond)


def _highest_level(is_reached: Callable[[float], bool]) -> float:
    """The highest degree of which something is true that is true of all lower ones."""
    if is_reached(1.0):
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        low, high = (middle, high) if is_reached(middle) else (low, middle)
    return low


def _reach(side: _Side, level: float) -> float:
    spread, shape = side
    return spread * away_of(level, shape) if spread else 0.0


def _is_linear(side: _Side) -> bool:
    return side[0] == 0.0 or side[1] is Shape.LINEAR


def _ends_sharply(side: _Side) -> bool:
    return side[0] == 0.0 or side[1] is Shape.STEP


def _ranges(predicate: CrispPredicate) -> list[_Range]:
    """The numbers of which a predicate is true, in order."""
    if isinstance(predicate, Between):
        return [(_number(predicate.low), False, _number(predicate.high), False)]
    if isinstance(predicate, In):
        return [(number, False, number, False) for number in sorted({_number(value) for value in predicate.values})]
    if not isinstance(predicate, Comparison):
        raise TypeError(f"expected a comparison with a number, got {type(predicate).__name__}")
    number = _number(predicate.value)
    match predicate.comparator:
        case Comparator.EQUAL:
            return [(number, False, number, False)]
        case Comparator.NOT_EQUAL:
            return _others([(number, False, number, False)])
        case Comparator.LESS | Comparator.LESS_OR_EQUAL:
            return [(-math.inf, True, number, predicate.comparator is Comparator.LESS)]
        case Comparator.GREATER | Comparator.GREATER_OR_EQUAL:
            return [(number, predicate.comparator is Comparator.GREATER, math.inf, True)]


def _number(value: object) -> float:
    if isinstance(value, int | float):
        return float(value)
    raise TypeError(f"expected a number, got {value!r}")


def _others(ranges: list[_Range]) -> list[_Range]:
    """All numbers that are in none of the ranges."""
    others: list[_Range] = []
    low, without_low = -math.inf, True
    for begin, without_begin, end, without_end in ranges:
        if begin > -math.inf:
            others.append((low, without_low, begin, not without_begin))
        low, without_low = end, not without_end
    return others if low == math.inf else [*others, (low, without_low, math.inf, True)]


def _highest(pi: FuzzyNumber, low: float, without_low: bool, high: float, without_high: bool) -> float:
    """How possible the likeliest number of a range is."""
    if low > high or (low == high and (without_low or without_high)):
        return 0.0
    if low > pi.high or (low == pi.high and without_low):
        return _at(low - pi.high, pi.right, pi.right_shape, without_low)
    if high < pi.low or (high == pi.low and without_high):
        return _at(pi.low - high, pi.left, pi.left_shape, without_high)
    return 1.0


def _at(away: float, spread: float, shape: Shape, is_without: bool) -> float:
    """What is left at a distance from the core, or just beyond it."""
    if spread == 0.0:
        return 0.0
    part = away / spread
    return 0.0 if is_without and shape is Shape.STEP and part >= 0.5 else faded(part, shape)
