"""Each predicate tells what the event says, and by how much it fails."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time

import pytest
from hypothesis import given, settings

from broker_local.matching.attribute.reasons import reasons
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Node
from broker_local.protocol.topic import AttributeValue
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS, WFIRE_RS_IMAGE, an_event
from tests.strategies_filter import EVERYTHING, attribute_values, trees


def told(text: str, **attributes: AttributeValue | None) -> list[str]:
    event = an_event(**attributes)  # type: ignore[arg-type]
    return reasons(parse_filter(text, EA_LOCATION).root, event.attributes, EA_LOCATION)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Speed > 80", "Speed > 80: Speed is 63 km/h, 17 km/h too low"),
        ("Speed >= 63.5", "Speed >= 63.5: Speed is 63 km/h, 0.5 km/h too low"),
        ("Speed > 63", "Speed > 63: Speed is 63 km/h, not more"),
        ("Speed < 63", "Speed < 63: Speed is 63 km/h, not less"),
        ("Speed <= 60", "Speed <= 60: Speed is 63 km/h, 3 km/h too high"),
        ("Speed = 60", "Speed = 60: Speed is 63 km/h, 3 km/h too high"),
        ("Speed <> 63", "Speed <> 63: Speed is 63 km/h"),
        ("Speed BETWEEN 70 AND 80", "Speed BETWEEN 70 AND 80: Speed is 63 km/h, 7 km/h too low"),
        ("Speed BETWEEN 40 AND 50", "Speed BETWEEN 40 AND 50: Speed is 63 km/h, 13 km/h too high"),
        ("Speed IN (60, 61)", "Speed IN (60, 61): Speed is 63 km/h, which is none of these"),
        ("AssetID = 'B1'", "AssetID = 'B1': AssetID is 'A1'"),
        ("AssetID LIKE 'B%'", "AssetID LIKE 'B%': AssetID is 'A1', which does not fit"),
        ("AssetID IS NULL", "AssetID IS NULL: AssetID is 'A1'"),
        ("PosDate > DATE('2008-04-15')", "PosDate > DATE('2008-04-15'): PosDate is 2008-04-12, 3 days too early"),
        ("PosTime < '14:00:00'", "PosTime < '14:00:00': PosTime is 14:15:21.245000, 15.4 min too late"),
        ("PosTime > '18:00:00'", "PosTime > '18:00:00': PosTime is 14:15:21.245000, 3.74 h too early"),
        ("AssetName = 'x'", "AssetName = 'x': the event has no AssetName"),
        ("AssetName <> 'x'", "AssetName <> 'x': the event has no AssetName"),
        ("AssetName IS NULL", "AssetName IS NULL: the event has no AssetName"),
        ("Speed < 80", "Speed < 80: Speed is 63 km/h"),
        ("NOT Speed < 80", "NOT Speed < 80: Speed is 63 km/h"),
        ("NOT AssetName = 'x'", "NOT AssetName = 'x': the event has no AssetName"),
        ("AssetID NOT LIKE 'A%'", "AssetID NOT LIKE 'A%': AssetID is 'A1'"),
        (
            "NOT (Speed < 80 AND AssetID = 'A1')",
            "NOT (Speed < 80 AND AssetID = 'A1'): Speed is 63 km/h, AssetID is 'A1'",
        ),
    ],
)
def test_one_predicate_tells_how_it_stands(text: str, expected: str) -> None:
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("speed", "expected"),
    [
        (27.5388870779, "Speed > 27: Speed is 27.5389 km/h"),
        (27.00000012, "Speed > 27: Speed is 27.00000012 km/h"),
        (26.99999988, "Speed > 27: Speed is 26.99999988 km/h, 1.2e-07 km/h too low"),
        (27.0, "Speed > 27: Speed is 27 km/h, not more"),
        (1234567.25, "Speed > 27: Speed is 1234567.25 km/h"),
    ],
)
def test_numbers_have_as_many_figures_as_tell_them_from_what_is_asked(speed: float, expected: str) -> None:
    assert told("Speed > 27", speed=speed) == [expected]


def test_of_several_that_must_hold_the_first_that_fails_is_told() -> None:
    assert told("Speed > 10 AND AssetID = 'B' AND Speed > 80") == ["AssetID = 'B': AssetID is 'A1'"]


def test_of_several_that_hold_all_are_told() -> None:
    assert told("Speed > 10 AND AssetID = 'A1'") == [
        "Speed > 10: Speed is 63 km/h",
        "AssetID = 'A1': AssetID is 'A1'",
    ]


def test_of_alternatives_all_that_fail_are_told_or_the_one_that_holds() -> None:
    assert told("Speed > 80 OR AssetID = 'B'") == [
        "Speed > 80: Speed is 63 km/h, 17 km/h too low",
        "AssetID = 'B': AssetID is 'A1'",
    ]
    assert told("Speed > 80 OR AssetID = 'A1'") == ["AssetID = 'A1': AssetID is 'A1'"]


def test_long_values_are_cut_short() -> None:
    (sentence,) = told("AssetID = 'B'", assetid="x" * 5_000)
    assert len(sentence) < 300
    assert sentence.endswith("…")


@pytest.mark.parametrize(
    ("topic", "text", "expected"),
    [
        (WFIRE_RS_IMAGE, "RasterFile IS NULL", "RasterFile IS NULL: RasterFile is 4 bytes"),
        (FIRE_INC_REPORTS, "IncDate = DATE('2008-04-12')", "IncDate = DATE('2008-04-12'): the event has no IncDate"),
    ],
)
def test_other_topics_tell_in_their_own_way(topic, text: str, expected: str) -> None:
    event = an_event(topic)
    assert reasons(parse_filter(text, topic).root, event.attributes, topic) == [expected]


def test_a_day_and_a_few_seconds_are_told_in_their_own_measure() -> None:
    assert told("PosDate = DATE('2008-04-13')", posdate=date(2008, 4, 12))[0].endswith("24 h too early")
    assert told("PosTime = '14:00:00'", postime=time(14, 0, 30))[0].endswith("30 s too late")


@settings(deadline=None, derandomize=True, max_examples=300)
@given(trees(), attribute_values())
def test_any_filter_and_any_event_have_their_reasons(root: Node, values: Mapping[str, AttributeValue]) -> None:
    sentences = reasons(root, values, EVERYTHING)
    assert sentences
    assert all(": " in sentence for sentence in sentences)
