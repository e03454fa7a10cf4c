"""What a fuzzy subscription asks of attributes: predicates of one degree each, joined to one by an aggregation."""

from __future__ import annotations

import math
from dataclasses import dataclass

from broker_local.protocol.certainty import Aggregation
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.fuzzy_number import FuzzyNumber

VERY, SOMEWHAT = 2.0, 0.5  # the powers of the usual hedges


@dataclass(frozen=True, slots=True)
class FuzzyPredicate:
    """`Temperature IS hot`, with the least degrees that count (theta of Liu & Jacobsen 2003, section 3.2)."""

    attribute: str
    asked: FuzzyNumber
    power: float = 1.0  # a hedge: VERY, SOMEWHAT
    is_not: bool = False
    least_possibility: float = 0.0
    least_necessity: float = 0.0
    weight: float = 1.0  # in an average

    def __post_init__(self) -> None:
        for name, value in (("power", self.power), ("weight", self.weight)):
            if not 0.0 < value < math.inf:
                raise ProtocolError(name, expected="a number above 0", got=value)
        _check_degrees(self.least_possibility, self.least_necessity)


@dataclass(frozen=True, slots=True)
class FuzzyConjunction:
    """Predicates that must all be possible, and the least degrees of the whole (omega).

    An event matches if it has every attribute asked for, each predicate is possible and reaches its least degrees, and
    so is and does the whole. With all least degrees at 0 that is: whatever may be meant.
    """

    predicates: tuple[FuzzyPredicate, ...]
    how: Aggregation = Aggregation.MINIMUM
    least_possibility: float = 0.0
    least_necessity: float = 0.0

    def __post_init__(self) -> None:
        if not self.predicates:
            raise ProtocolError("predicates", expected="one at least", got=Given("none"))
        _check_degrees(self.least_possibility, self.least_necessity)


def _check_degrees(possibility: float, necessity: float) -> None:
    for name, value in (("least possibility", possibility), ("least necessity", necessity)):
        if not 0.0 <= value <= 1.0:
            raise ProtocolError(name, expected="a number from 0 to 1", got=value)
