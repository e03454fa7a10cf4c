"""What a filter means."""

import pytest

from broker_local.protocol.filter.tree import Hedge, Is
from broker_local.protocol.fuzzy_number import FuzzyNumber

DRY = FuzzyNumber(0.0, 0.3, right=0.1)


@pytest.mark.parametrize(
    ("hedges", "power"),
    [((), 1.0), ((Hedge.VERY,), 2.0), ((Hedge.VERY, Hedge.VERY), 4.0), ((Hedge.SOMEWHAT, Hedge.VERY), 1.0)],
)
def test_the_powers_of_hedges_multiply(hedges: tuple[Hedge, ...], power: float) -> None:
    assert Is("Humidity", "dry", DRY, hedges).power == power


def test_a_predicate_says_whether_it_asks_for_degrees_of_its_own() -> None:
    assert not Is("Humidity", "dry", DRY).has_least
    assert Is("Humidity", "dry", DRY, least_possibility=0.6).has_least
    assert Is("Humidity", "dry", DRY, least_necessity=0.1).has_least
