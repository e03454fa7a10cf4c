"""Tests of sentences of the contract in the user's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription_codec import why_impossible
from rfers_desktop.contract_words import spoken
from rfers_desktop.language import languages, use_language
from tests.builders import EA_LOCATION


@pytest.fixture
def french() -> Iterator[None]:
    use_language(languages()["fr"])
    yield
    use_language(languages()["en"])


def _wrong(text: str) -> str:
    with pytest.raises(ProtocolError) as caught:
        parse_filter(text, EA_LOCATION)
    return str(caught.value).removeprefix("filter: ")


@pytest.mark.parametrize(
    "text", ["Speed > 80 AND AssetNam = 3", "Speed >", "Speed", "(Speed > 1", "Speed LIKE 'a'", "Speed > 1 AND", "'"]
)
def test_nothing_that_is_said_of_a_wrong_filter_stays_english(text: str, french: None) -> None:
    words = spoken(_wrong(text))
    assert "attendu" in words
    assert not {"expected", "got", "character", "end", "such", "comparison", "attribute"} & set(words.split())


def test_names_in_a_sentence_are_left_alone(french: None) -> None:
    assert "AssetName" in spoken(_wrong("AssetNam = 3"))
    assert spoken("already covered by your subscription 'North sector'").endswith("« North sector »")


@pytest.mark.parametrize("test", [*Operator, *Relation])
@pytest.mark.parametrize("kind", list(GeometryKind))
def test_why_something_can_never_be_true_is_said_without_the_words_of_files(
    test: Operator | Relation, kind: GeometryKind
) -> None:
    reason = why_impossible(test, kind, 0.0, EA_LOCATION)
    assert reason is None or not any(kind.value in spoken(reason) for kind in GeometryKind)


def test_english_is_said_as_it_is() -> None:
    for sentence in (_wrong("Speed >"), "Contain: the event is within the zone, 500 m from its edge", "of no pattern"):
        assert spoken(sentence) == sentence


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            "Contain: the event is within the zone, 500 m from its edge (the zone widened by 2.8 km)",
            "Contain : l'événement est dans la zone, à 500 m de son bord (zone élargie de 2.8 km)",
        ),
        ("Speed > 80: Speed is 92 km/h", "Speed > 80 : Speed vaut 92 km/h"),
    ],
)
def test_why_it_matched_is_said_in_french(sentence: str, words: str, french: None) -> None:
    assert spoken(sentence) == words
