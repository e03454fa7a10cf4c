"""Terms as JSON: rows of vocabularies and advertised attributes, and what the words of a subscription mean."""

from __future__ import annotations

import json
import math

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, trapezoid
from broker_local.protocol.limits import MAX_TERMS
from broker_local.protocol.term import Term
from broker_local.protocol.term_codec import (
    meanings_from_object,
    meanings_to_object,
    numeric_attribute,
    terms_from_rows,
    terms_to_rows,
)
from broker_local.protocol.topic import Attribute, AttributeType

AGE = Attribute("Age", AttributeType.INTEGER, minimum=0)
SENSORS = builtin_topics()["WSObservation"]


def test_rows_survive_the_way_there_and_back() -> None:
    terms = (
        Term("old", FuzzyNumber(80.0, math.inf, 40.0, 0.0, Shape.S_CURVE), "Long ago", "Somebody"),
        Term("new", FuzzyNumber(-math.inf, 5.0)),
        Term("of_age", trapezoid(17.5, 18, 18, 19, Shape.GAUSSIAN)),
    )
    rows = json.loads(json.dumps(terms_to_rows(terms)))
    assert terms_from_rows(AGE, rows, "t", must_explain=False) == terms


def test_who_must_explain_a_term_says_what_it_means_and_where_it_is_from() -> None:
    row = {"name": "old", "corners": [40, 80, None, None]}
    assert terms_from_rows(AGE, [row], "t", must_explain=False)[0].meaning == ""
    with pytest.raises(ProtocolError, match=r"t\[0\].meaning: expected text"):
        terms_from_rows(AGE, [row], "t", must_explain=True)


def test_meanings_survive_the_way_there_and_back() -> None:
    meanings = {
        "Humidity": {"dry": FuzzyNumber(-math.inf, 0.3, right=0.4 - 0.3), "Dank": trapezoid(0.5, 0.6, 0.7, 0.8)},
        "Temperature": {"hot": FuzzyNumber(27.0, 27.0)},
    }
    told = json.loads(json.dumps(meanings_to_object(meanings), allow_nan=False))
    assert meanings_from_object(told, SENSORS, "terms") == meanings


@pytest.mark.parametrize(
    ("given", "field", "expected"),
    [
        ([], "terms", "a JSON object"),
        ({"Humidty": {}}, "terms", "one of Temperature, Humidity"),
        ({"SensorID": {}}, "terms", "one of Temperature, Humidity"),
        ({"Humidity": []}, "terms.Humidity", "a JSON object"),
        ({"Humidity": {"dry": 3}}, "terms.Humidity.dry", "a JSON object"),
        ({"Humidity": {"dry": {"corner": 3}}}, "terms.Humidity.dry.corner", "one of corners, shape"),
        ({"Humidity": {"dry": {"corners": [0, 0.1, 0.2]}}}, "terms.Humidity.dry.corners", "4 numbers"),
        ({"Humidity": {"dry": {"corners": [5, 6, 7, 8]}}}, "terms.Humidity.dry.corners", "some value that Humidity"),
        ({"Humidity": {"very dry": {"corners": [0, 0, 0, 0]}}}, "terms.Humidity.very dry", "a letter, then letters"),
        ({"Humidity": {"with": {"corners": [0, 0, 0, 0]}}}, "terms.Humidity.with", "a word that filters do not"),
        (
            {"Humidity": {w: {"corners": [0, 0, 0, 0]} for w in ("dry", "DRY")}},
            "terms.Humidity.DRY",
            "names that differ in more than case",
        ),
        (
            {"Humidity": {f"w{i}": {"corners": [0, 0, 0, 0]} for i in range(MAX_TERMS + 1)}},
            "terms.Humidity",
            "at most 1000 terms",
        ),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_wrong_with_a_meaning_is_named(given: object, field: str, expected: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        meanings_from_object(given, SENSORS, "terms")
    assert caught.value.field == field
    assert expected in caught.value.expected


def test_only_numbers_have_terms() -> None:
    assert numeric_attribute(SENSORS, "Humidity", "f").name == "Humidity"
    with pytest.raises(ProtocolError, match="did you mean 'Humidity'"):
        numeric_attribute(SENSORS, "humidity", "f")
