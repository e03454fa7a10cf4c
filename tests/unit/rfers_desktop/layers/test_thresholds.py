"""The values at which a filter turns are found, also within OR and NOT."""

import math

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.fuzzy_number import FuzzyNumber, exactly, trapezoid
from rfers_desktop.layers.thresholds import thresholds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Temperature > 30", ["> 30"]),
        ("Temperature > 30 AND Humidity < 0.2", ["> 30"]),
        ("Temperature >= 45.5 OR Temperature < -10", [">= 45.5", "< -10"]),
        ("NOT (Temperature > 30)", ["<= 30"]),
        ("Temperature BETWEEN 10 AND 20", [">= 10", "<= 20"]),
        ("NOT (Temperature BETWEEN 10 AND 20)", ["< 10", "> 20"]),
        ("Temperature > 30 AND Temperature > 30", ["> 30"]),
        ("SensorID = 'S1'", []),
        ("Humidity < 0.2", []),
    ],
)
def test_thresholds_of_the_temperature(text: str, expected: list[str]) -> None:
    parsed = parse_filter(text, builtin_topics()["WSObservation"])
    assert [threshold.words for threshold in thresholds(parsed.root, "Temperature")] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Temperature IS hot", [(35.0, "IS hot: >= 35", 25.0)]),
        ("Temperature IS VERY hot AND Humidity IS dry", [(35.0, "IS VERY hot: >= 35", 25.0)]),
        ("Temperature IS NOT hot", [(25.0, "IS NOT hot: <= 25", 35.0)]),
        ("NOT (Temperature IS NOT hot)", [(35.0, "IS hot: >= 35", 25.0)]),
        ("Temperature IS warm", [(20.0, "IS warm: >= 20", 15.0), (25.0, "IS warm: <= 25", 30.0)]),
        ("Temperature IS NOT warm", [(15.0, "IS NOT warm: <= 15", 20.0), (30.0, "IS NOT warm: >= 30", 25.0)]),
        ("Temperature IS tropical", [(20.0, "IS tropical: >= 20", None)]),
        ("Humidity IS dry", []),
    ],
)
def test_a_term_is_wholly_so_from_a_value_and_fades_to_another(
    text: str, expected: list[tuple[float, str, float | None]]
) -> None:
    meanings = {"hot": FuzzyNumber(35.0, math.inf, 10.0), "warm": trapezoid(15.0, 20.0, 25.0, 30.0)}
    words = {"Temperature": {**meanings, "tropical": FuzzyNumber(20.0, math.inf)}, "Humidity": {"dry": exactly(0.1)}}
    parsed = parse_filter(text, builtin_topics()["WSObservation"], words)
    found = [(each.value, each.words, each.fades_to) for each in thresholds(parsed.root, "Temperature")]
    assert found == expected
