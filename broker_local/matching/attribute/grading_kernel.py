"""Grades pairs of event and filter: how possible and how certain it is that the filter is meant by the event.

The second stage of Liu & Jacobsen 2003, section 4.2: the degrees of a filter's leaves, joined up its tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.fuzzy.degrees import degrees_of
from broker_local.matching.fuzzy.shapes import HIGH, LEFT, LEFT_SHAPE, LOW, RIGHT, RIGHT_SHAPE, Curves, falling, rising
from broker_local.matching.spatial.kernel import kernel

from . import grades
from .grades import Floats, Ints
from .pair_order import ROW_BITS, ROW_MASK
from .programs import ANY
from .programs import COLUMN as LEAF_COLUMN
from .programs import HIGH as LEAF_HIGH
from .programs import LOW as LEAF_LOW

Longs = NDArray[np.int64]
Curve = tuple[float, float, float, float, float, float]
_MINIMUM, _PRODUCT, _LUKASIEWICZ = 0, 1, 2
_STEP = 3
_M_LEFT_SHAPE, _M_RIGHT_SHAPE, _POWER, _IS_NOT = (
    grades.LEFT_SHAPE,
    grades.RIGHT_SHAPE,
    grades.POWER,
    grades.IS_NOT,
)
_LEAST_POSSIBILITY, _LEAST_NECESSITY, _WEIGHT = grades.LEAST_POSSIBILITY, grades.LEAST_NECESSITY, grades.WEIGHT


class Blur(NamedTuple):
    """What is known of a batch's values that are not known exactly."""

    curve_of: Ints  # (column, event): the row of its curve, or -1 for a value that is known
    curves: Curves
    constant_starts: Ints  # by column
    constants: Floats  # of numeric attributes


class Asked(NamedTuple):
    """What filters mean: their leaves and trees."""

    leaf_starts: Ints
    leaves: Ints
    leaf_meanings: Ints  # none at all where no leaf is fuzzy
    corners: Floats
    manner_of: Ints
    manners: Floats
    whole_of: Ints
    code_starts: Ints
    codes: Ints
    is_all: NDArray[np.bool_]  # whether a tree is leaves that must all be possible, as they stand
    hows: Ints
    omegas: Floats


@kernel
def grade_pairs(
    pairs: Longs,  # event and filter in one number
    places: Floats,  # (pair, 2): the degrees of the place, one more part of an AND; NaN, or none at all: no part
    positions: Ints,  # (column, event)
    values: Floats,  # (column, event): of the columns that fuzzy leaves ask
    blur: Blur | None,
    asked: Asked,
    known: Floats,  # (meaning, event, 2): degrees that were worked out, NaN where not yet; or none at all
    deepest: int,
) -> Floats:
    """For each pair possibility and necessity (pair, 2); both 0 where it does not match."""
    # All in one loop over plain arrays: handing arrays on, or taking them out of tuples, costs more than arithmetic.
    degrees = np.zeros((len(pairs), 2))
    ups, downs, weights = np.empty(deepest), np.empty(deepest), np.empty(deepest)
    is_fine = np.empty(deepest, np.bool_)
    (
        leaf_starts,
        leaves,
        leaf_meanings,
        corners,
        manner_of,
        manners,
        whole_of,
        code_starts,
        codes,
        is_all,
        hows,
        omegas,
    ) = asked
    has_meanings, has_known, has_places = len(leaf_meanings) > 0, len(known) > 0, len(places) > 0
    for pair in range(len(pairs)):
        event, number = pairs[pair] >> ROW_BITS, pairs[pair] & ROW_MASK
        first = leaf_starts[number]
        whole = whole_of[number]
        how = hows[whole]
        used = 0
        has_place = has_places and places[pair, 0] == places[pair, 0]
        end = code_starts[whole + 1]
        is_simple = is_all[whole]  # leaves that must all be possible: no need to let them wait for each other
        so_far, so_sure, so_heavy, is_possible = 1.0, 1.0, 0.0, True
        if how >= _LUKASIEWICZ:
            so_far = so_sure = 0.0
        for at in range(code_starts[whole], end):
            code = codes[at]
            if code < 0:
                if is_simple:
                    break
                kind, count = (-1 - code) & 3, (-1 - code) >> 2
                if at == end - 1 and kind == 1 and has_place:
                    break  # the place is one more part
                used -= count
                _join(ups, downs, weights, is_fine, used, count, kind, how)
                used += 1
                continue
            column = leaves[first + code, LEAF_COLUMN]
            position = positions[column, event]
            meaning = leaf_meanings[first + code] if has_meanings else -1
            up, down, weight, is_enough = 0.0, 0.0, 1.0, False
            if meaning < 0:
                low, high = leaves[first + code, LEAF_LOW], leaves[first + code, LEAF_HIGH]
                up, down = crisp_leaf(position, column, event, low, high, blur)
                is_enough = up > 0.0
            else:
                manner = manner_of[meaning]
                weight = manners[manner, _WEIGHT]
                if position >= 0:
                    if has_known and known[meaning, event, 0] == known[meaning, event, 0]:
                        up, down = known[meaning, event, 0], known[meaning, event, 1]
                    else:
                        mu = (
                            corners[meaning, LOW],
                            corners[meaning, HIGH],
                            corners[meaning, LEFT],
                            corners[meaning, RIGHT],
                            manners[manner, _M_LEFT_SHAPE],
                            manners[manner, _M_RIGHT_SHAPE],
                        )
                        power, is_not = manners[manner, _POWER], manners[manner, _IS_NOT] != 0.0
                        up, down = fuzzy_leaf(mu, power, is_not, values[column, event], column, event, blur)
                        if has_known:
                            known[meaning, event, 0], known[meaning, event, 1] = up, down
                    is_enough = up > 0.0 and (
                        up >= manners[manner, _LEAST_POSSIBILITY] and down >= manners[manner, _LEAST_NECESSITY]
                    )
                    if not is_enough:
                        up, down = 0.0, 0.0
            if not is_simple:
                ups[used], downs[used], weights[used], is_fine[used] = up, down, weight, is_enough
                used += 1
                continue
            if not is_enough:
                is_possible = False
                break
            if how == _MINIMUM:
                so_far, so_sure = min(so_far, up), min(so_sure, down)
            elif how == _PRODUCT:
                so_far, so_sure = so_far * up, so_sure * down
            elif how == _LUKASIEWICZ:
                so_far, so_sure = so_far + up, so_sure + down
            else:
                so_far, so_sure, so_heavy = so_far + weight * up, so_sure + weight * down, so_heavy + weight
            used += 1
        if not is_possible:
            continue
        if is_simple:
            if how == _LUKASIEWICZ:
                so_far, so_sure = max(so_far - (used - 1), 0.0), max(so_sure - (used - 1), 0.0)
            elif how > _LUKASIEWICZ:
                so_far, so_sure = so_far / so_heavy, so_sure / so_heavy
            if not has_place:
                if so_far > 0.0 and so_far >= omegas[whole, 0] and so_sure >= omegas[whole, 1]:
                    degrees[pair, 0], degrees[pair, 1] = so_far, so_sure
                continue
            if places[pair, 0] <= 0.0:
                continue
            if how == _MINIMUM:
                so_far, so_sure = min(so_far, places[pair, 0]), min(so_sure, places[pair, 1])
            elif how == _PRODUCT:
                so_far, so_sure = so_far * places[pair, 0], so_sure * places[pair, 1]
            elif how == _LUKASIEWICZ:
                so_far = max(so_far + places[pair, 0] - 1.0, 0.0)
                so_sure = max(so_sure + places[pair, 1] - 1.0, 0.0)
            else:
                so_far = (so_far * so_heavy + places[pair, 0]) / (so_heavy + 1.0)
                so_sure = (so_sure * so_heavy + places[pair, 1]) / (so_heavy + 1.0)
            if so_far > 0.0 and so_far >= omegas[whole, 0] and so_sure >= omegas[whole, 1]:
                degrees[pair, 0], degrees[pair, 1] = so_far, so_sure
            continue
        if has_place:
            ups[used], downs[used], weights[used] = places[pair, 0], places[pair, 1], 1.0
            is_fine[used] = places[pair, 0] > 0.0
            _join(ups, downs, weights, is_fine, 0, used + 1, 1, how)
        up, down = ups[0], downs[0]
        if is_fine[0] and up > 0.0 and up >= omegas[whole, 0] and down >= omegas[whole, 1]:
            degrees[pair, 0], degrees[pair, 1] = up, down
    return degrees


@kernel
def fuzzy_leaf(
    mu: Curve, power: float, is_not: bool, plain: float, column: int, event: int, blur: Blur | None
) -> tuple[float, float]:
    """A fuzzy set with a number, or with one that is not known exactly."""
    if blur is not None:
        row = blur.curve_of[column, event]
        if row >= 0:
            up, down = degrees_of(mu, power, is_not, _curve(blur.curves, row))
            return up, min(up, down)
    if plain < mu[LOW] - mu[LEFT] or plain > mu[HIGH] + mu[RIGHT]:
        up = 0.0
    elif plain < mu[LOW]:
        up = rising(plain, mu[LOW], mu[LEFT], int(mu[LEFT_SHAPE]))
    elif plain > mu[HIGH]:
        up = falling(plain, mu[HIGH], mu[RIGHT], int(mu[RIGHT_SHAPE]))
    else:
        up = 1.0
    if power != 1.0:
        up = up**power
    return (1.0 - up, 1.0 - up) if is_not else (up, up)


@kernel
def _join(
    ups: Floats, downs: Floats, weights: Floats, is_fine: NDArray[np.bool_], first: int, count: int, kind: int, how: int
) -> None:
    """Put what several come to in the place of the first of them."""
    is_all = kind & 1 == 1
    if kind >= 2:  # one predicate: a set of values
        how = _MINIMUM
    up, down, weight, fine = ups[first], downs[first], weights[first], is_fine[first]
    if how > _LUKASIEWICZ:
        up, down = up * weight, down * weight
    elif how == _PRODUCT and not is_all:
        up, down = 1.0 - up, 1.0 - down
    for part in range(first + 1, first + count):
        fine = (fine and is_fine[part]) if is_all else (fine or is_fine[part])
        if how == _MINIMUM:
            up = min(up, ups[part]) if is_all else max(up, ups[part])
            down = min(down, downs[part]) if is_all else max(down, downs[part])
        elif how == _PRODUCT:
            up *= ups[part] if is_all else 1.0 - ups[part]
            down *= downs[part] if is_all else 1.0 - downs[part]
        elif how == _LUKASIEWICZ:
            up += ups[part]
            down += downs[part]
        else:
            up += weights[part] * ups[part]
            down += weights[part] * downs[part]
            weight += weights[part]
    if how == _PRODUCT and not is_all:
        up, down = 1.0 - up, 1.0 - down
    elif how == _LUKASIEWICZ and is_all:
        up, down = max(up - (count - 1), 0.0), max(down - (count - 1), 0.0)
    elif how == _LUKASIEWICZ:
        up, down = min(up, 1.0), min(down, 1.0)
    elif how > _LUKASIEWICZ:
        up, down = up / weight, down / weight
    ups[first], downs[first], weights[first], is_fine[first] = up, down, 1.0, fine


@kernel
def _curve(curves: Curves, row: int) -> Curve:
    return curves[row, 0], curves[row, 1], curves[row, 2], curves[row, 3], curves[row, 4], curves[row, 5]


@kernel
def crisp_leaf(position: int, column: int, event: int, low: int, high: int, blur: Blur | None) -> tuple[float, float]:
    """A range of positions as a set: it holds or not, unless the value is not known exactly."""
    if blur is not None:
        row = blur.curve_of[column, event]
        if row >= 0:
            return _range(low, high, blur.constant_starts[column], blur.constants, _curve(blur.curves, row))
    if low <= high:
        holds = low <= position <= high
    else:
        holds = position >= 0 and (position >= low or position <= high)
    return (1.0, 1.0) if holds else (0.0, 0.0)


@kernel
def _range(low: int, high: int, start: int, constants: Floats, pi: Curve) -> tuple[float, float]:
    """Possibility and necessity that a value lies in a range of positions, or outside of one that is inside out."""
    if low == high == -1 or (low == ANY and high >= 0):
        return 0.0, 0.0  # absent, which it is not; nothing at all
    has_low, has_high = 0 < low < ANY, 0 <= high < ANY
    from_low, below_low, up_to_high, above_high = 1.0, 0.0, 1.0, 0.0
    if has_low:  # odd: the constant itself, even: just above it
        at, is_open = constants[start + ((low - 1) >> 1)], low & 1 == 0
        from_low, below_low = _above(at, is_open, pi), _below(at, not is_open, pi)
    if has_high:  # odd: the constant itself, even: just below it
        at, is_open = constants[start + (high >> 1)], high & 1 == 0
        up_to_high, above_high = _below(at, is_open, pi), _above(at, not is_open, pi)
    if low <= high:
        return min(from_low, up_to_high), 1.0 - max(below_low, above_high)
    # Inside out: from `low` on, or up to `high`; an end that is not there leaves nothing on its side.
    from_low = from_low if has_low else 0.0
    below_low = below_low if has_low else 1.0
    up_to_high = up_to_high if has_high else 0.0
    above_high = above_high if has_high else 1.0
    return max(from_low, up_to_high), 1.0 - min(below_low, above_high)


@kernel
def _above(at: float, is_open: bool, pi: Curve) -> float:
    """How possible it is that a value lies above a number, or at it."""
    if at < pi[HIGH] or (at == pi[HIGH] and not is_open):
        return 1.0
    if is_open and (pi[RIGHT] == 0.0 or (int(pi[RIGHT_SHAPE]) == _STEP and at - pi[HIGH] >= 0.5 * pi[RIGHT])):
        return 0.0
    return float(falling(at, pi[HIGH], pi[RIGHT], int(pi[RIGHT_SHAPE])))


@kernel
def _below(at: float, is_open: bool, pi: Curve) -> float:
    """How possible it is that a value lies below a number, or at it."""
    if at > pi[LOW] or (at == pi[LOW] and not is_open):
        return 1.0
    if is_open and (pi[LEFT] == 0.0 or (int(pi[LEFT_SHAPE]) == _STEP and pi[LOW] - at >= 0.5 * pi[LEFT])):
        return 0.0
    return float(rising(at, pi[LOW], pi[LEFT], int(pi[LEFT_SHAPE])))
