"""How sure a match must be to be told, and how the degrees of its parts become one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .errors import ProtocolError


class Aggregation(StrEnum):
    """The relation R of a subscription (Liu & Jacobsen 2003, sections 3.1 and 5.3)."""

    MINIMUM = "min"  # with the maximum for OR
    PRODUCT = "product"  # with the probabilistic sum
    LUKASIEWICZ = "lukasiewicz"  # with the bounded sum
    AVERAGE = "average"  # weighted, if there are weights; the same for AND and OR


@dataclass(frozen=True, slots=True)
class Certainty:
    """The least degrees of a whole subscription (omega of Liu & Jacobsen 2003, section 3.2).

    With both at 0 every match that is possible at all is told.
    """

    least_possibility: float = 0.0
    least_necessity: float = 0.0
    aggregation: Aggregation = Aggregation.MINIMUM

    def __post_init__(self) -> None:
        check_degree("possibility", self.least_possibility)
        check_degree("necessity", self.least_necessity)


def check_degree(field: str, value: float) -> None:
    """Refuse what is no degree."""
    if not 0.0 <= value <= 1.0:
        raise ProtocolError(field, expected="a number from 0 to 1", got=value)
