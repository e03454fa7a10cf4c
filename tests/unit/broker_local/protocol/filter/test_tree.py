"""What a filter means."""

import pytest

from broker_local.protocol.filter.tree import And, Hedge, Is, IsNull, Not, Or, predicates_of, terms_used
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


def test_the_predicates_of_a_tree_come_in_the_order_of_reading() -> None:
    a, b, c = IsNull("A"), Is("Humidity", "dry", DRY), IsNull("C")
    assert list(predicates_of(Or((And((a, Not(b))), c)))) == [a, b, c]


def test_the_terms_used_are_told_with_their_meanings() -> None:
    dry, wet = Is("Humidity", "dry", DRY), Is("Humidity", "wet", FuzzyNumber(0.8, 1.0))
    hot = Is("Temperature", "hot", FuzzyNumber(30.0, 40.0))
    found = terms_used(Or((And((dry, Not(hot))), wet, IsNull("Speed"))))
    assert found == {"Humidity": {"dry": DRY, "wet": wet.meaning}, "Temperature": {"hot": hot.meaning}}
