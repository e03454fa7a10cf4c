"""What is said of a text that cannot be read: where, what was expected, what may have been meant."""

from __future__ import annotations

import re

import pytest

from broker_local.protocol.errors import FilterError
from broker_local.protocol.filter.complaint import example_condition
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from tests.strategies_filter import EVERYTHING

A_VALUE = "a value such as 80, 'text', TRUE or DATE('2008-12-04')"

TERMS = "fast, slow, usual, around_one, stepped, Even, one"
AFTER_TERM = "AND, OR, WITH or the end of the filter"
WITH_FOLLOWS = "WITH follows a term: IS fast WITH possibility >= 0.6"


def a_topic(*attributes: Attribute) -> Topic:
    return Topic("Sparse", frozenset(), attributes)


@pytest.mark.parametrize(
    ("text", "position", "expected", "got", "hint"),
    [
        ("", 0, "a condition such as Speed > 10", "nothing", "leave the filter out to get every event of the topic"),
        (
            " \n ",
            0,
            "a condition such as Speed > 10",
            "nothing",
            "leave the filter out to get every event of the topic",
        ),
        ("Speed >", 7, A_VALUE, "the end of the filter", None),
        ("Speed > 80 AND ", 14, "a condition such as Speed > 10", "the end of the filter", None),
        ("NOT", 3, "a condition such as Speed > 10", "the end of the filter", None),
        ("()", 1, "a condition such as Speed > 10", "')'", None),
        ("AND = 3", 0, "a condition such as Speed > 10", "'AND'", None),
        ("(Speed > 80", 11, "a closing parenthesis", "the end of the filter", None),
        ("(Speed > 80 x", 12, "AND, OR or a closing parenthesis", "'x'", "values are written without a unit"),
        ("Speed > 80)", 10, "AND, OR or the end of the filter", "')'", "there is no opening parenthesis for it"),
        ("Speed > 80 km", 11, "AND, OR or the end of the filter", "'km'", "values are written without a unit"),
        ("Speed > 80 adn Active", 11, "AND, OR or the end of the filter", "'adn'", "did you mean AND?"),
        ("Speed 80", 6, "a comparison such as = or <", "'80'", None),
        ("Speed betwen 3 AND 5", 6, "a comparison such as = or <", "'betwen'", "did you mean BETWEEN?"),
        ("Speed BETWEEN 3 5", 16, "AND and the higher end of BETWEEN", "'5'", None),
        ("Speed NOT 5", 10, "BETWEEN, IN or LIKE", "'5'", None),
        ("Speed IS 5", 9, f"NULL or NOT NULL, or a term: {TERMS}", "'5'", "write = 5"),
        ("Speed IS NOT 5", 13, f"NULL, or a term: {TERMS}", "'5'", "write <> 5"),
        ("Name IS 'x'", 8, "NULL or NOT NULL", "'x'", "terms are written without quotes: x"),
        ("Speed IS", 8, f"NULL or NOT NULL, or a term: {TERMS}", "the end of the filter", None),
        ('"Wind speed" IS NOT', 19, "NULL", "the end of the filter", None),
        ("Speed IS NOT NOT fast", 13, f"NULL, or a term: {TERMS}", "'NOT'", None),
        ("Speed = fast", 8, A_VALUE, "'fast'", "write IS fast"),
        ("Speed IS fast Count > 3", 20, AFTER_TERM, "'>'", "write AND or OR before Count"),
        ("Speed IS fast Name LIKE 'a'", 19, AFTER_TERM, "'LIKE'", "write AND or OR before Name"),
        ("Speed IS fast wiht possibility >= 0.6", 31, AFTER_TERM, "'>='", "write WITH before possibility"),
        ("(Speed IS fast 5", 15, "AND, OR, WITH or a closing parenthesis", "'5'", None),
        ("Speed > 5 WITH possibility >= 1", 10, "AND, OR or the end of the filter", "'WITH'", WITH_FOLLOWS),
        ("Speed IS fast WITH", 18, "possibility, necessity or weight", "the end of the filter", None),
        ("Speed IS fast WITH 0.6", 19, "possibility, necessity or weight", "'0.6'", None),
        ("Speed IS fast WITH necessity", 28, ">= and a number from 0 to 1", "the end of the filter", None),
        ("Speed IS fast WITH weight", 25, "= and a number above 0", "the end of the filter", None),
        ("Speed IS fast WITH weight = x", 28, "a number", "'x'", None),
        (
            "Speed IS fast WITH possibility >= 0.6 necessity >= 0.2",
            38,
            "AND, OR or the end of the filter",
            "'necessity'",
            "write AND before necessity",
        ),
        ("Speed IN 5", 9, "an opening parenthesis", "'5'", None),
        ("Speed IN ()", 10, A_VALUE, "')'", None),
        ("Speed IN (1 2)", 12, "a comma or a closing parenthesis", "'2'", None),
        ("Name LIKE 5", 10, "text in single quotes", "'5'", None),
        ("Name LIKE west", 10, "text in single quotes", "'west'", "text is written in single quotes: 'west'"),
        ("Date = DATE('2008-12-04'", 24, "a closing parenthesis", "the end of the filter", None),
        ("Speed == 5", 7, A_VALUE, "'='", "write a single ="),
        ("Speed => 5", 7, A_VALUE, "'>'", "write >="),
        (
            "1 < Speed < 5",
            10,
            "AND, OR or the end of the filter",
            "'<'",
            "compare twice and join with AND, or use BETWEEN",
        ),
        ("Speed = NULL", 8, A_VALUE, "'NULL'", "write IS NULL or IS NOT NULL"),
        ("Name = west", 7, A_VALUE, "'west'", "text is written in single quotes: 'west'"),
        ('Name = "west"', 7, A_VALUE, '"west"', "text is written in single quotes: 'west'"),
        (
            "Speed = Count",
            8,
            A_VALUE,
            "'Count'",
            "an attribute is compared with a constant, not with another attribute",
        ),
        (
            "'a' = 'b'",
            6,
            "an attribute name",
            "'b'",
            "attribute names are written without quotes, or in double quotes",
        ),
        (
            "Name = 'it''s",
            7,
            "a closing quote ' for the text that begins here",
            "the end of the filter",
            "a quote within the text is written twice: 'O''Hara'",
        ),
        ('"Speed > 3', 0, 'an attribute name between double quotes, such as "Speed"', "the end of the filter", None),
        ('"" > 3', 0, 'an attribute name between double quotes, such as "Speed"', "nothing between them", None),
        ("Speed > 3 && Active", 10, "conditions such as Speed > 10, joined by AND or OR", "'&'", "write AND"),
        ("Speed ≥ 3", 6, "conditions such as Speed > 10, joined by AND or OR", "'≥'", "write >="),
        ("Active;", 6, "conditions such as Speed > 10, joined by AND or OR", "';'", None),
    ],
)
def test_an_unreadable_text_is_explained(text: str, position: int, expected: str, got: str, hint: str | None) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text, EVERYTHING)
    error = caught.value
    assert (error.position, error.expected, error.got, error.hint) == (position, expected, got, hint)


@pytest.mark.parametrize(
    "text",
    [
        "Speed",
        "Speed IS",
        "Speed IS fast WITH",
        "Speed >",
        "(Speed > 3",
        "Speed IN",
        "Speed NOT",
        "Speed > 3 4",
        "Date = DATE(",
    ],
)
def test_no_token_name_of_the_parser_is_shown(text: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text, EVERYTHING)
    assert not re.search(r"LPAR|RPAR|COMMA|STRING|NUMBER|QUOTED|COMPARATOR|\$END|Token", str(caught.value))


def test_the_example_fits_the_topic() -> None:
    humidity = Attribute("Humidity", AttributeType.NUMBER, maximum=1)
    photo, place = Attribute("Photo", AttributeType.BINARY), Attribute("Place", AttributeType.TEXT)
    assert example_condition(a_topic(photo, humidity)) == "Humidity > 0.5"
    assert example_condition(a_topic(photo, place)) == "Place = '…'"
    assert example_condition(a_topic(photo)) == "Photo IS NOT NULL"
    assert example_condition(a_topic()) == "an attribute and a comparison"
