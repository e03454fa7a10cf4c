"""Tests of what may be written next in a filter."""

from __future__ import annotations

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.fuzzy_number import trapezoid
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.drafting.filter_completion import complete, described

REPORTS, ASSETS = (builtin_topics()[name] for name in ("FireIncReports", "EALocation"))
GATES = Topic(
    "Gates",
    frozenset({GeometryKind.POINT}),
    (Attribute("Open", AttributeType.BOOLEAN), Attribute("Since", AttributeType.TIMESTAMP)),
)


def seen(topic: str, attribute: str) -> tuple[str, ...]:
    return ("O'Hara", "Human") if attribute in ("IncCause", "Reporter") else ()


def offered(text: str, topic: Topic = REPORTS) -> list[str]:
    return [item.text for item in complete(text, len(text), topic, seen).items]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", "Address"),
        ("inc", "IncDate"),
        ("cause", "IncCause"),
        ("IncCause ", "="),
        ("IncCause = 'H", "'Human'"),
        ("IncCause = ", "'Electricity'"),
        ("IncCause = 'Human' ", "AND"),
        ("IncCause = 'Human' AND ", "Address"),
        ("NOT ", "Address"),
        ("(", "Address"),
        ("IncCause IN (", "'Electricity'"),
        ("IncCause IN ('Gas', ", "'Electricity'"),
        ("IncCause LIKE ", "'%Electricity%'"),
        ("IncDate > ", "DATE('"),
        ("Address IS ", "NULL"),
        ("IncPhoto ", "IS NULL"),
    ],
)
def test_what_fits_at_the_cursor_is_offered(text: str, first: str) -> None:
    assert offered(text)[0] == first


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Speed BETWEEN 5 ", "AND"),
        ("Speed BETWEEN 5 AND 8 ", "AND"),
        ("Speed > 80 ", "AND"),
        ("Speed BETWEEN 5 AND 8 AND ", "AssetID"),
    ],
)
def test_between_and_its_and_are_told_apart(text: str, first: str) -> None:
    assert offered(text, ASSETS)[0] == first


@pytest.mark.parametrize("text", ["Speed > 80", "Speed > ", "Speed BETWEEN ", "Speed BETWEEN 5 AND "])
def test_nothing_is_offered_where_a_number_is_written(text: str) -> None:
    assert offered(text, ASSETS) == []


def test_truth_and_moments_are_offered_as_they_are_written() -> None:
    assert offered("Open = ", GATES) == ["TRUE", "FALSE"]
    assert offered("Since > ", GATES) == ["TIMESTAMP('"]


def test_seen_values_come_after_the_usual_ones_once_and_quoted() -> None:
    found = complete("IncCause = ", 11, REPORTS, seen).items
    assert [item.text for item in found][-1] == "'O''Hara'"
    assert [item.text for item in found].count("'Human'") == 1
    assert {item.detail for item in found} == {"usual", "seen"}


def test_units_and_ranges_are_shown_with_names() -> None:
    (found,) = (item for item in complete("", 0, ASSETS, seen).items if item.text == "Speed")
    assert found.detail == "km/h, 0 to 2000"
    assert described(GATES.attributes[0]) == "boolean"


def test_what_is_begun_would_be_replaced() -> None:
    found = complete("IncCause = 'Hu AND", 14, REPORTS, seen)
    assert found.start == 11
    assert found.items[0].text == "'Human'"


def test_a_word_that_is_whole_is_not_offered_again() -> None:
    assert "Speed" not in offered("Speed", ASSETS)


SENSORS = builtin_topics()["WSObservation"]
MINE = {"Temperature": {"tropical": trapezoid(20, 28, 34, 40)}}


def worded(text: str) -> list[str]:
    return [item.text for item in complete(text, len(text), SENSORS, seen, MINE).items]


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("Temperature ", ["IS", ">"], ["hot"]),
        ("SensorName ", ["="], ["IS"]),
        ("Temperature IS ", ["tropical", "hot", "VERY", "SOMEWHAT", "NOT", "NULL", "NOT NULL"], ["AND"]),
        ("Temperature IS h", ["hot"], ["VERY"]),
        ("Temperature IS NOT ", ["hot", "VERY", "NULL"], ["NOT", "NOT NULL"]),
        ("Temperature IS VERY ", ["hot", "VERY"], ["NULL", "NOT"]),
        ("Temperature IS NOT VERY VERY ", ["hot"], ["NULL"]),
        ("Temperature IS hot ", ["AND", "OR", "WITH"], ["hot"]),
        ("Temperature IS NULL ", ["AND", "OR"], ["WITH"]),
        ("Temperature IS hot WITH ", ["possibility >=", "necessity >=", "weight ="], ["AND", "hot"]),
        ("Temperature IS hot WITH possibility ", [">="], ["AND"]),
        ("Temperature IS hot WITH possibility >= 0.6 ", ["AND", "OR"], ["WITH"]),
        ("Temperature IS hot WITH possibility >= 0.6 AND ", ["necessity >=", "Humidity"], ["possibility >="]),
        ("Temperature IS hot WITH possibility >= 0.6 AND Humidity IS ", ["dry", "VERY"], ["necessity >="]),
        ("Temperature IS hot AND Humidity > 0.3 ", ["AND", "OR"], ["WITH"]),
        ("Temperature IS hot AND ", ["Humidity", "NOT"], ["necessity >="]),
        ("Temperature IS hot OR (Humidity IS ", ["dry"], ["hot"]),
        ("SensorName IS ", ["NULL", "NOT NULL"], ["VERY", "NOT"]),
    ],
)
def test_words_their_hedges_and_how_sure_they_must_be_are_offered(
    text: str, wanted: list[str], unwanted: list[str]
) -> None:
    found = worded(text)
    assert [each for each in wanted if each not in found] == []
    assert [each for each in unwanted if each in found] == []


def test_a_word_is_offered_with_what_it_comes_to() -> None:
    details = {item.text: item.detail for item in complete("Temperature IS ", 15, SENSORS, seen, MINE).items}
    assert details["hot"] == "about 30 °C or more"
    assert details["tropical"] == "about 28–34 °C"
