"""Fuzzy predicates and conjunctions refuse what has no meaning."""

from __future__ import annotations

import math

import pytest

from broker_local.matching.fuzzy.conjunction import FuzzyConjunction, FuzzyPredicate
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_number import exactly

WARM = FuzzyPredicate("Temperature", exactly(20.0))


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"power": 0.0}, "power"),
        ({"power": math.inf}, "power"),
        ({"weight": -1.0}, "weight"),
        ({"weight": math.nan}, "weight"),
        ({"least_possibility": 1.5}, "least possibility"),
        ({"least_necessity": -0.1}, "least necessity"),
    ],
)
def test_a_wrong_predicate_names_its_field(members: dict[str, float], field: str) -> None:
    with pytest.raises(ProtocolError) as error:
        FuzzyPredicate("Temperature", exactly(20.0), **members)  # type: ignore[arg-type]
    assert error.value.field == field


def test_a_conjunction_of_nothing_is_refused() -> None:
    with pytest.raises(ProtocolError, match="predicates: expected one at least"):
        FuzzyConjunction(())


def test_the_degrees_of_the_whole_are_checked_too() -> None:
    with pytest.raises(ProtocolError, match="least necessity: expected a number from 0 to 1"):
        FuzzyConjunction((WARM,), least_necessity=2.0)
