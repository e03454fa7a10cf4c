"""A fuzzy number: a core that belongs fully, and spreads on both sides over which it fades."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from .errors import Given, ProtocolError


class Shape(StrEnum):
    """How membership falls from the core to the end of a spread."""

    LINEAR = "linear"
    S_CURVE = "s-curve"  # slow, fast, slow: two parabolas
    GAUSSIAN = "gaussian"  # a bell that ends, at zero, after three standard deviations
    STEP = "step"  # all of it to the middle of the spread, then nothing


@dataclass(frozen=True, slots=True)
class FuzzyNumber:
    """The parametric form of Liu & Jacobsen 2003, section 2.1: core [low, high], spreads alpha and beta, L and R.

    As a set of what is asked for it is a membership function, as the value of an attribute a possibility distribution.
    Without spreads it is a plain interval; with low equal to high as well, a plain number. A core may be endless.
    """

    low: float
    high: float
    left: float = 0.0  # alpha
    right: float = 0.0  # beta
    left_shape: Shape = Shape.LINEAR
    right_shape: Shape = Shape.LINEAR

    def __post_init__(self) -> None:
        if math.isnan(self.low) or math.isnan(self.high) or not self.low <= self.high:
            raise ProtocolError("core", expected="two numbers, the lower first", got=[self.low, self.high])
        if self.low == math.inf or self.high == -math.inf:
            raise ProtocolError("core", expected="some number in it", got=Given("one that is endlessly far away"))
        for name, spread in (("left", self.left), ("right", self.right)):
            if not 0.0 <= spread < math.inf:
                raise ProtocolError(f"{name} spread", expected="a number from 0", got=spread)

    @property
    def support(self) -> tuple[float, float]:
        """From where to where anything belongs at all."""
        return self.low - self.left, self.high + self.right

    @property
    def is_crisp(self) -> bool:
        """Whether everything belongs fully or not at all."""
        return self.left == self.right == 0.0

    @property
    def is_exact(self) -> bool:
        """Whether it is a plain number."""
        return self.low == self.high and self.is_crisp


def exactly(value: float) -> FuzzyNumber:
    """A plain number."""
    return FuzzyNumber(value, value)


def about(value: float, error: float, shape: Shape = Shape.LINEAR) -> FuzzyNumber:
    """A value with a stated error on both sides."""
    return FuzzyNumber(value, value, error, error, shape, shape)


def trapezoid(a: float, b: float, c: float, d: float, shape: Shape = Shape.LINEAR) -> FuzzyNumber:
    """Nothing up to `a`, all from `b` to `c`, nothing from `d`."""
    return FuzzyNumber(b, c, b - a, d - c, shape, shape)
