"""Tests of filters as rows, and back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.printer import print_filter
from broker_local.protocol.filter.tree import Node
from broker_local.protocol.fuzzy_number import trapezoid
from rfers_desktop.drafting.filter_rows import Ask, NotRows, Row, Rows, asks_for, is_filled, rows_of, text_of
from tests.strategies_filter import EVERYTHING, trees

ASSETS, REPORTS = (builtin_topics()[name] for name in ("EALocation", "FireIncReports"))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", Rows()),
        ("SPEED > 80", Rows((Row("Speed", Ask.GREATER, ("80",)),))),
        (
            "Speed >= 80.5 AND AssetName LIKE 'Engine%'",
            Rows((Row("Speed", Ask.GREATER_OR_EQUAL, ("80.5",)), Row("AssetName", Ask.LIKE, ("Engine%",)))),
        ),
        (
            "Speed NOT BETWEEN 5 AND 8 OR AssetID IN ('a', 'b')",
            Rows((Row("Speed", Ask.NOT_BETWEEN, ("5", "8")), Row("AssetID", Ask.ONE_OF, ("a", "b"))), is_all=False),
        ),
        ("AssetName IS NOT NULL", Rows((Row("AssetName", Ask.PRESENT),))),
        ("PosDate = DATE('2008-12-04')", Rows((Row("PosDate", Ask.EQUAL, ("2008-12-04",)),))),
        ("PosTime < '17:30'", Rows((Row("PosTime", Ask.LESS, ("17:30:00",)),))),
        ("AssetName = 'O''Hara'", Rows((Row("AssetName", Ask.EQUAL, ("O'Hara",)),))),
    ],
)
def test_a_text_is_shown_as_rows_that_say_the_same(text: str, rows: Rows) -> None:
    assert rows_of(text, ASSETS) == rows
    if text:
        assert parse_filter(text_of(rows, ASSETS), ASSETS) == parse_filter(text, ASSETS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Speed > 80 AND (AssetID = 'a' OR AssetID = 'b')", "mixes AND and OR"),
        ("NOT (Speed > 80 AND AssetID = 'a')", "NOT"),
        ("NOT Speed > 80", "NOT"),
        ("Speed >", "mended"),
        ("AssetName IN ('Smith, John')", "commas"),
        ("AssetName = ' '", "blanks"),
        ("AssetName LIKE ''", "blanks"),
    ],
)
def test_what_rows_cannot_say_is_told(text: str, why: str) -> None:
    with pytest.raises(NotRows, match=why):
        rows_of(text, ASSETS)


def test_rows_that_are_not_filled_in_are_left_out() -> None:
    rows = Rows(
        (Row("Speed", Ask.GREATER, ("",)), Row("AssetID", Ask.EQUAL, ("7",)), Row("Speed", Ask.BETWEEN, ("1",)))
    )
    assert [is_filled(row) for row in rows.rows] == [False, True, False]
    assert text_of(rows, ASSETS) == "AssetID = '7'"


def test_a_value_of_the_wrong_sort_is_left_for_the_check_to_point_at() -> None:
    assert text_of(Rows((Row("Speed", Ask.GREATER, ("fast",)),)), ASSETS) == "Speed > fast"


def test_each_type_is_asked_what_it_can_answer() -> None:
    asks = {attribute.name: asks_for(attribute) for attribute in REPORTS.attributes}
    assert asks["IncPhoto"] == (Ask.MISSING, Ask.PRESENT)
    assert Ask.LIKE in asks["IncCause"]
    assert Ask.LIKE not in asks["IncDate"]
    assert Ask.LESS in asks["IncDate"]


@settings(deadline=None, derandomize=True, max_examples=200)
@given(trees(max_leaves=3))
def test_rows_never_change_what_a_filter_means(tree: Node) -> None:
    text = print_filter(tree)
    try:
        rows = rows_of(text, EVERYTHING)
    except NotRows:
        return
    assert parse_filter(text_of(rows, EVERYTHING), EVERYTHING) == parse_filter(text, EVERYTHING)


SENSORS = builtin_topics()["WSObservation"]
MINE = {"Temperature": {"tropical": trapezoid(20, 28, 34, 40)}}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Temperature IS hot", Row("Temperature", Ask.WORD, ("hot",))),
        ("temperature is not VERY Hot", Row("Temperature", Ask.NOT_WORD, ("VERY hot",))),
        ("Temperature IS SOMEWHAT tropical", Row("Temperature", Ask.WORD, ("SOMEWHAT tropical",))),
        (
            "Humidity IS dry WITH possibility >= 0.6 AND weight = 2",
            Row("Humidity", Ask.WORD, ("dry",), "possibility >= 0.6 AND weight = 2"),
        ),
    ],
)
def test_words_are_rows_that_say_the_same(text: str, row: Row) -> None:
    rows = rows_of(text, SENSORS, MINE)
    assert rows == Rows((row,))
    assert parse_filter(text_of(rows, SENSORS), SENSORS, MINE) == parse_filter(text, SENSORS, MINE)


def test_words_stand_beside_other_conditions() -> None:
    text = "Temperature IS hot WITH necessity >= 0.5 AND Humidity < 0.2"
    assert text_of(rows_of(text, SENSORS), SENSORS) == text
    with pytest.raises(NotRows, match="NOT"):
        rows_of("NOT Temperature IS hot", SENSORS)


def test_words_are_asked_of_what_has_some() -> None:
    temperature = SENSORS.by_name["Temperature"]
    assert Ask.WORD in asks_for(temperature, True)
    assert Ask.WORD not in asks_for(temperature)
