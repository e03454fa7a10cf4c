"""A term while it is being shaped: its four corners, how it rises and falls, and which readings fall where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.topic import Attribute, AttributeValue
from rfers_desktop.attribute_text import number_of

Corners = tuple[float | None, float | None, float | None, float | None]
Numbers = NDArray[np.float64]

_BELL_END = math.exp(-4.5)  # of a gaussian, three standard deviations out: there it ends at zero
_ROOM = 0.25  # of what is shown: how much is left beside it
_NICE = (1.0, 2.0, 5.0, 10.0)


class Fit(StrEnum):
    """How well a reading is what a term means."""

    FULLY = "fully"
    PARTLY = "partly"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class TermCurve:
    """Nothing up to the first corner, all from the second to the third, nothing from the last; None is endless."""

    corners: Corners
    shape: Shape = Shape.LINEAR  # of both sides

    @classmethod
    def of(cls, number: FuzzyNumber, corners: Corners) -> TermCurve:
        """The curve of a number whose corners are known; of two shapes the one of the side that has an end."""
        return cls(corners, number.left_shape if number.left and math.isfinite(number.low) else number.right_shape)

    @property
    def number(self) -> FuzzyNumber:
        """What it means."""
        a, b, c, d = self.corners
        low, left = (-math.inf, 0.0) if a is None or b is None else (b, b - a)
        high, right = (math.inf, 0.0) if c is None or d is None else (c, d - c)
        return FuzzyNumber(low, high, left, right, self.shape, self.shape)

    @property
    def ends(self) -> tuple[int, ...]:
        """Which corners there are."""
        return tuple(index for index, corner in enumerate(self.corners) if corner is not None)

    def with_corner(self, index: int, value: float) -> TermCurve:
        """A corner moved; those that it meets are pushed along."""
        moved: list[float | None] = list(self.corners)
        moved[index] = value
        for i, corner in enumerate(self.corners):
            if corner is not None and i != index:
                moved[i] = min(corner, value) if i < index else max(corner, value)
        return replace(self, corners=_four(moved))

    def with_end(self, is_right: bool, has_end: bool, spread: float) -> TermCurve:
        """A side that is endless, or no more; one side at least has an end."""
        a, b, c, d = self.corners
        if has_end is ((c if is_right else b) is not None):
            return self
        if is_right:
            if has_end:
                top = (b if b is not None else 0.0) + spread
                return replace(self, corners=(a, b, top, top + spread))
            return self if b is None else replace(self, corners=(a, b, None, None))
        if has_end:
            foot = (c if c is not None else 0.0) - spread
            return replace(self, corners=(foot - spread, foot, c, d))
        return self if c is None else replace(self, corners=(None, None, c, d))

    def with_shape(self, shape: Shape) -> TermCurve:
        """Rise and fall otherwise."""
        return replace(self, shape=shape)


def membership(number: FuzzyNumber, values: Numbers) -> Numbers:
    """How much each value belongs, from 0 to 1."""
    return np.minimum(
        _side((number.low - values), number.left, number.left_shape),
        _side((values - number.high), number.right, number.right_shape),
    )


def fit(number: FuzzyNumber, value: AttributeValue) -> Fit | None:
    """Whether all that a reading may be, some of it or none of it belongs; None if it is no number."""
    low, high = _range(value)
    if math.isnan(low):
        return None
    if number.low <= low and high <= number.high:
        return Fit.FULLY
    if low == high:
        return Fit.PARTLY if membership(number, np.array([low]))[0] > 0.0 else Fit.NOT
    begin, end = number.support
    return Fit.PARTLY if low < end and begin < high else Fit.NOT


def fits(number: FuzzyNumber, values: Iterable[AttributeValue]) -> dict[Fit, int]:
    """How many readings fall where."""
    counts = dict.fromkeys(Fit, 0)
    for value in values:
        found = fit(number, value)
        if found is not None:
            counts[found] += 1
    return counts


def middle_of(value: AttributeValue) -> float:
    """The number that a reading most likely is: the middle of its core; not a number if it is none."""
    number = number_of(value)
    return math.nan if number is None else number


def window_for(
    attribute: Attribute, curves: Iterable[TermCurve], values: Sequence[AttributeValue]
) -> tuple[float, float]:
    """From where to where a picture goes that shows all terms and readings of an attribute."""
    corners = [corner for curve in curves for corner in curve.corners if corner is not None]
    middles = [middle for value in values if math.isfinite(middle := middle_of(value))]
    numbers = [*corners, *middles]
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    room = (high - low) * _ROOM or abs(high) or 1.0
    low, high = low - room, high + room
    if attribute.minimum is not None:
        low = max(low, attribute.minimum) if low < attribute.minimum else low
    if attribute.maximum is not None:
        high = min(high, attribute.maximum)
    return (low, high) if low < high else (low, low + 1.0)


def step_in(window: tuple[float, float]) -> float:
    """A round number, about a hundredth of what is shown: by how much a key moves a corner."""
    rough = (window[1] - window[0]) / 100
    power = 10.0 ** math.floor(math.log10(rough))
    return next(nice * power for nice in _NICE if nice * power >= rough * 0.999)


def _side(beyond: Numbers, spread: float, shape: Shape) -> Numbers:
    """What is left at some distances beyond the edge of the core."""
    if spread == 0.0:
        return np.where(beyond <= 0.0, 1.0, 0.0)
    with np.errstate(over="ignore"):  # beyond a spread of next to nothing everything is endlessly far away
        away = np.clip(beyond / spread, 0.0, 1.0)
    match shape:
        case Shape.LINEAR:
            left = 1.0 - away
        case Shape.S_CURVE:
            left = np.where(away <= 0.5, 1.0 - 2.0 * away**2, 2.0 * (1.0 - away) ** 2)
        case Shape.GAUSSIAN:
            left = (np.exp(-4.5 * away**2) - _BELL_END) / (1.0 - _BELL_END)
        case Shape.STEP:
            left = np.where(away <= 0.5, 1.0, 0.0)
    return np.where(beyond > spread, 0.0, np.maximum(left, 0.0))


def _range(value: AttributeValue) -> tuple[float, float]:
    """All that a reading may be."""
    if isinstance(value, FuzzyNumber):
        return value.support
    middle = middle_of(value)
    return middle, middle


def _four(corners: Sequence[float | None]) -> Corners:
    a, b, c, d = corners
    return a, b, c, d
