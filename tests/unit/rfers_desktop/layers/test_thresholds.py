"""The values at which a filter turns are found, also within OR and NOT."""

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.filter.parser import parse_filter
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
