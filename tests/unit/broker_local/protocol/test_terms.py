"""Vocabularies of terms: those that come with the program, and what is refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_codec import decode_fuzzy
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.terms import (
    Term,
    Vocabulary,
    builtin_vocabularies,
    decode_vocabulary,
    numbers_of,
    terms_of,
)

TERM = {"name": "hot", "corners": [25, 30, None, None], "meaning": "Fire weather", "source": "A rule of thumb"}


def vocabulary(*terms: object, attribute: str = "Temperature", **members: object) -> Vocabulary:
    given = {"topic": "WSObservation", "attributes": {attribute: list(terms)}} | members
    return decode_vocabulary(json.dumps(given).encode(), builtin_topics())


def test_a_term_is_read_whole() -> None:
    term = vocabulary(TERM | {"shape": "s-curve"}).by_attribute["Temperature"]["hot"]
    assert term.number == FuzzyNumber(30.0, math.inf, 5.0, 0.0, Shape.S_CURVE)
    assert (term.meaning, term.source) == ("Fire weather", "A rule of thumb")


def test_the_builtin_ones_follow_the_30_30_30_rule() -> None:
    sensors = builtin_vocabularies()["WSObservation"]
    assert sensors.numbers("Temperature")["hot"].low == 30.0
    assert sensors.numbers("Humidity")["dry"].high == 0.3
    assert sensors.numbers("SensorID") == {}


def test_every_builtin_number_has_a_source() -> None:
    terms = [
        t for v in builtin_vocabularies().values() for by_name in v.by_attribute.values() for t in by_name.values()
    ]
    assert len(terms) >= 12
    assert all(term.source and term.meaning for term in terms)


def test_an_event_may_name_a_term() -> None:
    attribute = builtin_topics()["EALocation"].by_name["Speed"]
    terms = builtin_vocabularies()["EALocation"].numbers("Speed")
    assert decode_fuzzy(attribute, {"term": "fast"}, "Speed", terms) == FuzzyNumber(80.0, math.inf, left=30.0)


HERE = "terms.attributes.Temperature[0]"


@pytest.mark.parametrize(
    ("change", "field", "expected"),
    [
        ({"name": "so hot"}, f"{HERE}.name", "a letter, then letters"),
        ({"name": "VERY"}, f"{HERE}.name", "a word that filters do not use"),
        ({"name": None}, f"{HERE}.name", "text"),
        ({"corners": [1, 2, 3]}, f"{HERE}.corners", "4 numbers"),
        ({"corners": [4, 3, 2, 1]}, f"{HERE}.corners", "numbers that ascend"),
        ({"corners": [1600, 1700, None, None]}, f"{HERE}.corners", "some value that Temperature can have"),
        ({"shape": "round"}, f"{HERE}.shape", "one of linear"),
        ({"source": ""}, f"{HERE}.source", "text that is not empty"),
        ({"meaning": None}, f"{HERE}.meaning", "text"),
        ({"colour": "red"}, f"{HERE}.colour", "one of corners"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_term_is_named(change: dict[str, object], field: str, expected: str) -> None:
    with pytest.raises(ProtocolError) as error:
        vocabulary(TERM | change)
    assert error.value.field == field
    assert expected in error.value.expected


def test_two_terms_of_one_name_are_refused() -> None:
    with pytest.raises(ProtocolError, match="differ in more than case"):
        vocabulary(TERM, TERM | {"name": "Hot"})


@pytest.mark.parametrize("attribute", ["Heat", "SensorID"])
def test_only_numeric_attributes_of_the_topic_have_terms(attribute: str) -> None:
    with pytest.raises(ProtocolError, match=r"terms\.attributes: expected one of Temperature, Humidity"):
        vocabulary(TERM, attribute=attribute)


@pytest.mark.parametrize(
    ("members", "field"),
    [({"topic": "Weather"}, "terms.topic"), ({"attributes": []}, "terms.attributes"), ({"x": 1}, "terms.x")],
)
def test_what_is_wrong_with_a_vocabulary_is_named(members: dict[str, object], field: str) -> None:
    with pytest.raises(ProtocolError) as error:
        vocabulary(TERM, **members)
    assert error.value.field == field


def test_the_terms_of_a_topic_are_its_own_and_the_builtin_ones_it_does_not_name() -> None:
    topic = builtin_topics()["WSObservation"]
    own = Term("Hot", FuzzyNumber(40.0, math.inf), "Hot here", "")
    warmer = replace(
        topic, attributes=tuple(replace(a, terms=(own,)) if a.name == "Temperature" else a for a in topic.attributes)
    )
    assert list(terms_of(topic, "Temperature")) == ["freezing", "warm", "hot", "alarming"]
    assert numbers_of(warmer, "Temperature")["Hot"] == FuzzyNumber(40.0, math.inf)
    assert list(terms_of(warmer, "Temperature")) == ["Hot", "freezing", "warm", "alarming"]
    assert numbers_of(topic, "SensorID") == numbers_of(topic, "Nothing") == {}
    assert numbers_of(replace(topic, name="Other"), "Temperature") == {}
