"""Grades pairs of event and filter where the filter is the least of its leaves, by far the most: in one quick pass.

Most leaves are straight-sided besides. Their degrees are worked out without branches, since which side of a set a value
lies on cannot be foretold, and a wrong guess costs more than a division.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from broker_local.matching.fuzzy.shapes import HIGH, LEFT, LEFT_SHAPE, LOW, RIGHT, RIGHT_SHAPE, Curves
from broker_local.matching.spatial.kernel import kernel

from . import grades
from .grades import NOT_FUZZY, Floats, Ints, Meanings, WholeTable
from .grading_kernel import Asked, Blur, crisp_leaf, fuzzy_leaf
from .pair_order import ROW_BITS, ROW_MASK
from .programs import COLUMN as LEAF_COLUMN
from .programs import HIGH as LEAF_HIGH
from .programs import LOW as LEAF_LOW

Longs = NDArray[np.int64]
Kinds = NDArray[np.int8]
OTHER, LEAST, STRAIGHT = range(3)  # what a filter is; the last is the least of leaves with straight sides alone
_MINIMUM = 0
_TINY = 5e-324  # instead of no spread: all that is beyond an edge is then endlessly far from it


def kinds_of(leaf_starts: Ints, leaf_meanings: Ints, whole_of: Ints, wholes: WholeTable, meanings: Meanings) -> Kinds:
    """The kind of each filter."""
    is_least = (wholes.is_all & (wholes.hows == _MINIMUM))[whole_of]
    if not len(meanings):
        return np.where(is_least, STRAIGHT, OTHER).astype(np.int8)
    low, high, left, right = meanings.corners.T
    plain = np.zeros(grades.WEIGHT)
    plain[grades.POWER] = 1.0
    is_straight = (meanings.manners[:, : grades.WEIGHT] == plain).all(axis=1)[meanings.manner_of]
    is_straight &= ((left > 0.0) | np.isinf(low)) & ((right > 0.0) | np.isinf(high))
    crooked = np.cumsum(np.append(0, (leaf_meanings != NOT_FUZZY) & ~is_straight[leaf_meanings]))
    has_crooked = crooked[leaf_starts[1:]] > crooked[leaf_starts[:-1]]
    return np.where(is_least, np.where(has_crooked, LEAST, STRAIGHT), OTHER).astype(np.int8)


@kernel
def grade_least(
    pairs: Longs,
    rows: Longs,
    positions: Ints,  # (column, event)
    values: Floats,  # (column, event): of the columns that fuzzy leaves ask
    blur: Blur | None,
    asked: Asked,
    kinds: Kinds,
    from_kind: int,
) -> tuple[Floats, int, int]:
    """Move the pairs that match to the front, with the caller's rows for their own; their degrees, their number.

    All of them may match, as `enter` finds them. Those of a lower kind are not graded: they stay as they are, with NaN,
    and are counted. A row of degrees is possibility and necessity; or, where all values are known, one for both.
    """
    leaf_starts, leaves, leaf_meanings, corners, manner_of, manners, whole_of, _, _, _, _, omegas = asked
    has_meanings = len(leaf_meanings) > 0
    degrees = np.empty((len(pairs), 1 if blur is None else 2))
    if blur is not None:
        curve_of, curves = blur.curve_of, blur.curves  # taken out once: in the loop it would cost as much as grading
    used = others = 0
    for pair in range(len(pairs)):
        key = pairs[pair]
        event, number = key >> ROW_BITS, key & ROW_MASK
        kind = kinds[number]
        if kind < from_kind:
            pairs[used], degrees[used, 0] = key, np.nan
            used += 1
            others += 1
            continue
        up = down = 1.0
        for leaf in range(leaf_starts[number], leaf_starts[number + 1]):
            meaning = leaf_meanings[leaf] if has_meanings else NOT_FUZZY
            column = leaves[leaf, LEAF_COLUMN]
            if blur is None:
                if meaning < 0:
                    continue  # it is known to hold
                if kind == STRAIGHT:
                    value, low, high = values[column, event], corners[meaning, LOW], corners[meaning, HIGH]
                    is_below = value < low
                    away = low - value if is_below else value - high
                    spread = corners[meaning, LEFT] if is_below else corners[meaning, RIGHT]
                    up = min(up, max(1.0 - max(away, 0.0) / max(spread, _TINY), 0.0))
                    continue
            else:
                row = curve_of[column, event]
                if meaning < 0 and row < 0:
                    continue
                if kind == STRAIGHT and meaning >= 0 and row >= 0 and _has_straight_sides(curves, row):
                    possible, certain = _straight(corners, meaning, curves, row)
                    up, down = min(up, possible), min(down, certain)
                    continue
            if meaning < 0:
                low_end, high_end = leaves[leaf, LEAF_LOW], leaves[leaf, LEAF_HIGH]
                possible, certain = crisp_leaf(positions[column, event], column, event, low_end, high_end, blur)
            else:
                manner = manner_of[meaning]
                mu = (
                    corners[meaning, LOW],
                    corners[meaning, HIGH],
                    corners[meaning, LEFT],
                    corners[meaning, RIGHT],
                    manners[manner, grades.LEFT_SHAPE],
                    manners[manner, grades.RIGHT_SHAPE],
                )
                power, is_not = manners[manner, grades.POWER], manners[manner, grades.IS_NOT] != 0.0
                possible, certain = fuzzy_leaf(mu, power, is_not, values[column, event], column, event, blur)
                least, surest = manners[manner, grades.LEAST_POSSIBILITY], manners[manner, grades.LEAST_NECESSITY]
                if possible < least or certain < surest:
                    possible = 0.0
            up, down = min(up, possible), min(down, certain)
            if up <= 0.0:
                break
        if blur is None:
            down = up
        whole = whole_of[number]
        if up > 0.0 and up >= omegas[whole, 0] and down >= omegas[whole, 1]:
            pairs[used] = key - number + rows[number]
            degrees[used, 0] = up
            if blur is not None:
                degrees[used, 1] = down
            used += 1
    return degrees[:used], used, others


@kernel
def _has_straight_sides(curves: Curves, row: int) -> bool:
    is_linear = curves[row, LEFT_SHAPE] == 0.0 and curves[row, RIGHT_SHAPE] == 0.0
    has_ends = curves[row, LOW] > -np.inf and curves[row, HIGH] < np.inf
    return bool(is_linear and has_ends and curves[row, LEFT] > 0.0 and curves[row, RIGHT] > 0.0)


@kernel
def _straight(corners: Floats, meaning: int, curves: Curves, row: int) -> tuple[float, float]:
    """`fuzzy.degrees.degrees_of` where all sides are straight, in the same arithmetic."""
    low, high = corners[meaning, LOW], corners[meaning, HIGH]
    left, right = corners[meaning, LEFT], corners[meaning, RIGHT]
    lower, upper = curves[row, LOW], curves[row, HIGH]
    before, after = curves[row, LEFT], curves[row, RIGHT]
    is_above = high < lower
    overlap = high + right - (lower - before) if is_above else upper + after - (low - left)
    up = overlap / (before + right if is_above else left + after)
    if low <= upper and lower <= high:
        up = 1.0
    outside = max((upper + after - high) / (right + after), (before - lower + low) / (left + before))
    up = min(max(up, 0.0), 1.0)
    return up, min(up, 1.0 - min(max(outside, 0.0), 1.0))
