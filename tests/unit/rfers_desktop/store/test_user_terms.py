"""Tests of what words mean to one user."""

from __future__ import annotations

from dataclasses import replace

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_number import FuzzyNumber, trapezoid
from broker_local.protocol.terms import Term, terms_of
from rfers_desktop.store.user_terms import (
    Origin,
    UserTerms,
    checked_term,
    corners_of,
)

WS = builtin_topics()["WSObservation"]
TROPICAL = Term("tropical", trapezoid(20, 28, 34, 40), "A night that does not cool", "Mine")
HOT = terms_of(WS, "Temperature")["hot"]


def names(terms: UserTerms) -> list[tuple[str, Origin]]:
    return [(word.term.name, word.origin) for word in terms.words(WS, "Temperature")]


def test_without_own_words_the_built_in_ones_hold() -> None:
    built_in = [("freezing", Origin.BUILTIN), ("warm", Origin.BUILTIN), ("hot", Origin.BUILTIN)]
    assert names(UserTerms()) == [*built_in, ("alarming", Origin.BUILTIN)]
    assert UserTerms().meanings(WS)["Temperature"]["hot"] == HOT.number
    assert UserTerms().words(WS, "SensorName") == ()


def test_an_own_word_stands_after_the_built_in_ones() -> None:
    terms = UserTerms().with_term(WS, "Temperature", TROPICAL)
    assert names(terms)[-1] == ("tropical", Origin.OWN)
    assert terms.meanings(WS)["Temperature"]["tropical"] == TROPICAL.number
    assert list(terms.listed()) == [("WSObservation", "Temperature", TROPICAL)]


def test_a_built_in_word_is_adjusted_where_it_stands_and_restored() -> None:
    warmer = replace(HOT, number=trapezoid(28, 33, 60, 70))
    terms = UserTerms().with_term(WS, "Temperature", warmer, instead_of="hot")
    assert names(terms)[2] == ("hot", Origin.ADJUSTED)
    assert terms.meanings(WS)["Temperature"]["hot"] == warmer.number
    assert terms.without("WSObservation", "Temperature", "HOT") == UserTerms()


def test_a_word_that_is_given_its_built_in_meaning_again_is_not_adjusted() -> None:
    terms = UserTerms().with_term(WS, "Temperature", replace(HOT, meaning="mine"), instead_of="hot")
    assert terms.find(WS, "Temperature", "hot").origin is Origin.ADJUSTED  # type: ignore[union-attr]
    assert terms.with_term(WS, "Temperature", HOT, instead_of="hot") == UserTerms()


def test_an_own_word_is_renamed_and_leaves_nothing_behind() -> None:
    terms = UserTerms().with_term(WS, "Temperature", TROPICAL)
    renamed = terms.with_term(WS, "Temperature", replace(TROPICAL, name="sultry"), instead_of="tropical")
    assert [term.name for _, _, term in renamed.listed()] == ["sultry"]
    in_capitals = renamed.with_term(WS, "Temperature", replace(TROPICAL, name="SULTRY"), instead_of="sultry")
    assert [term.name for _, _, term in in_capitals.listed()] == ["SULTRY"]


def test_a_built_in_word_keeps_its_name() -> None:
    with pytest.raises(ProtocolError, match="name: expected 'hot', for it is built in"):
        UserTerms().with_term(WS, "Temperature", replace(HOT, name="hottish"), instead_of="hot")


@pytest.mark.parametrize("instead_of", ["", "tropical"])
def test_two_words_of_an_attribute_never_share_a_name(instead_of: str) -> None:
    terms = UserTerms().with_term(WS, "Temperature", TROPICAL)
    with pytest.raises(ProtocolError, match="name: expected a name that Temperature has not yet"):
        terms.with_term(WS, "Temperature", replace(TROPICAL, name="Hot"), instead_of=instead_of)


@pytest.mark.parametrize(
    ("attribute", "term", "complaint"),
    [
        ("Temperature", replace(TROPICAL, name="very"), "name: expected a word that filters do not use"),
        ("Temperature", replace(TROPICAL, name="too hot"), "name: expected a letter"),
        ("Temperature", replace(TROPICAL, meaning=""), "meaning: expected text that is not empty"),
        ("Humidity", replace(TROPICAL, number=trapezoid(3, 4, 5, 6)), "corners: expected some value"),
        ("SensorID", TROPICAL, "attributes: expected one of"),
    ],
)
def test_what_no_vocabulary_may_have_is_refused_by_its_field(attribute: str, term: Term, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        checked_term(WS, attribute, term)
    with pytest.raises(ProtocolError, match=complaint):
        UserTerms().with_term(WS, attribute, term)


def test_corners_of_an_endless_side_are_missing() -> None:
    assert corners_of(HOT.number) == (25, 30, None, None)
    assert corners_of(FuzzyNumber(float("-inf"), 3.0, right=2.0)) == (None, None, 3.0, 5.0)
