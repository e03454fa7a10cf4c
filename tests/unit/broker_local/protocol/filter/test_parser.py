"""Filter texts and the trees they mean; every other text is a FilterError."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import FilterError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.printer import print_filter
from broker_local.protocol.filter.tree import (
    And,
    Between,
    Comparator,
    Comparison,
    Hedge,
    In,
    Is,
    IsNull,
    Like,
    Node,
    Not,
    Or,
    terms_used,
)
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.limits import MAX_FILTER_DEPTH, MAX_FILTER_PREDICATES, MAX_FILTER_TEXT
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from tests.strategies_filter import EVERYTHING, TERMS, graded_trees, trees

FAST_NUMBER = next(term.number for term in TERMS if term.name == "fast")


def fast(**members: Any) -> Is:
    return Is("Speed", "fast", FAST_NUMBER, **members)


def meant(text: str) -> Node:
    return parse_filter(text, EVERYTHING).root


def speed(comparator: str, value: float) -> Comparison:
    return Comparison("Speed", Comparator(comparator), value)


FAST, SLOW, IS_ON = speed(">", 80.0), speed("<", 5.0), Comparison("Active", Comparator.EQUAL, True)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Speed > 80", FAST),
        ("SPEED>80", FAST),
        ('"speed" > 80', FAST),
        ("  Speed\n\t>\u00a080 ", FAST),
        ("80 < Speed", FAST),
        ("80 <= Speed", speed(">=", 80.0)),
        ("80 > Speed", speed("<", 80.0)),
        ("80 >= Speed", speed("<=", 80.0)),
        ("80 = Speed", speed("=", 80.0)),
        ("80 <> Speed", speed("<>", 80.0)),
        ("Speed != 80", speed("<>", 80.0)),
        ("Speed = -1.5e+2", speed("=", -150.0)),
        ("Speed = +.5", speed("=", 0.5)),
        ("Speed = 5.", speed("=", 5.0)),
        ("Speed=-0", speed("=", 0.0)),
        ("Count > 80.5", Comparison("Count", Comparator.GREATER, 80.5)),
        ("Name = 'O''Hara'", Comparison("Name", Comparator.EQUAL, "O'Hara")),
        ("Name = ''", Comparison("Name", Comparator.EQUAL, "")),
        ("Name = 'two\nlines'", Comparison("Name", Comparator.EQUAL, "two\nlines")),
        ("\"Like\" like 'a%'", Like("Like", "a%")),
        ("Name NOT LIKE '\\%'", Not(Like("Name", "\\%"))),
        ("Name LIKE '\\\\'", Like("Name", "\\\\")),
        ("Speed BETWEEN 1 AND 2 AND Active", And((Between("Speed", 1.0, 2.0), IS_ON))),
        ("Speed not between 1 and 1", Not(Between("Speed", 1.0, 1.0))),
        ("Name IN ('a', 'b')", In("Name", ("a", "b"))),
        ("Speed NOT IN (1)", Not(In("Speed", (1.0,)))),
        ("Photo IS NULL", IsNull("Photo")),
        ("Photo is not null", Not(IsNull("Photo"))),
        ("Active", IS_ON),
        ("NOT active", Not(IS_ON)),
        ("Active <> False", Comparison("Active", Comparator.NOT_EQUAL, False)),
        ("Active IN (true)", In("Active", (True,))),
        ("Date = DATE('2008-12-04')", Comparison("Date", Comparator.EQUAL, date(2008, 12, 4))),
        ("date = date ( '2008-12-04' )", Comparison("Date", Comparator.EQUAL, date(2008, 12, 4))),
        ("Hour < '17:30'", Comparison("Hour", Comparator.LESS, time(17, 30))),
        ("Hour < '17:30:05.25'", Comparison("Hour", Comparator.LESS, time(17, 30, 5, 250_000))),
        (
            "At >= TIMESTAMP('2008-12-04T10:00:00-07:00')",
            Comparison("At", Comparator.GREATER_OR_EQUAL, datetime(2008, 12, 4, 17, tzinfo=UTC)),
        ),
        ("Speed > 80 AND Speed < 5 OR Active", Or((And((FAST, SLOW)), IS_ON))),
        ("Speed > 80 AND (Speed < 5 OR Active)", And((FAST, Or((SLOW, IS_ON))))),
        ("NOT Speed > 80 AND Active", And((Not(FAST), IS_ON))),
        ("NOT (Speed > 80 AND Active)", Not(And((FAST, IS_ON)))),
        ("NOT NOT Speed > 80", Not(Not(FAST))),
        ("Speed > 80 AND (Speed < 5 AND Active)", And((FAST, SLOW, IS_ON))),
        ("((Speed > 80) OR Active) OR Speed < 5", Or((FAST, IS_ON, SLOW))),
    ],
)
def test_a_text_means_its_tree(text: str, tree: Node) -> None:
    assert meant(text) == tree


VERY, SOMEWHAT = Hedge.VERY, Hedge.SOMEWHAT


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Speed IS fast", fast()),
        ("SPEED is FAST", fast()),
        ("Speed IS VERY fast", fast(hedges=(VERY,))),
        ("Speed IS NOT Somewhat very very Fast", fast(hedges=(SOMEWHAT, VERY, VERY), is_not=True)),
        ("NOT Speed IS fast", Not(fast())),
        ("NOT Speed IS NOT fast", Not(fast(is_not=True))),
        ("Speed IS fast WITH possibility >= 0.6", fast(least_possibility=0.6)),
        ("Speed IS fast WITH NECESSITY >= 1", fast(least_necessity=1.0)),
        ("Speed IS fast WITH weight = 2.5", fast(weight=2.5)),
        (
            "Speed IS fast WITH weight = 2 AND necessity >= .2 AND possibility >= 0.6",
            fast(weight=2.0, least_necessity=0.2, least_possibility=0.6),
        ),
        (
            "Speed IS fast WITH possibility >= 0.6 AND necessity >= 0.2 AND Speed > 80",
            And((fast(least_possibility=0.6, least_necessity=0.2), FAST)),
        ),
        (
            "Speed < 5 AND Speed IS fast WITH possibility >= 0.6 AND necessity >= 0.2 OR Active",
            Or((And((SLOW, fast(least_possibility=0.6, least_necessity=0.2))), IS_ON)),
        ),
        ("(Speed IS fast WITH possibility >= 0.6 AND weight = 2)", fast(least_possibility=0.6, weight=2.0)),
        ("NOT Speed IS fast WITH weight = 2", Not(fast(weight=2.0))),
        ("Speed IS NOT NULL AND Speed IS fast", And((Not(IsNull("Speed")), fast()))),
    ],
)
def test_a_term_means_its_numbers_and_what_stands_around_it(text: str, tree: Node) -> None:
    assert meant(text) == tree


WEIGHT = Comparison("Weight", Comparator.EQUAL, 2.0)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Weight = 2", WEIGHT),
        ("Speed > 80 AND Weight = 2", And((FAST, WEIGHT))),
        ("Speed IS fast AND weight = 2", And((fast(), WEIGHT))),
        ('Speed IS fast WITH possibility >= 0.6 AND "Weight" = 2', And((fast(least_possibility=0.6), WEIGHT))),
        ("Speed IS fast WITH possibility >= 0.6 AND (Weight = 2)", And((fast(least_possibility=0.6), WEIGHT))),
        ("(Speed IS fast WITH possibility >= 0.6) AND Weight = 2", And((fast(least_possibility=0.6), WEIGHT))),
        ("Speed IS fast WITH possibility >= 0.6 AND 2 = Weight", And((fast(least_possibility=0.6), WEIGHT))),
        ("Speed IS fast WITH possibility >= 0.6 OR Weight = 2", Or((fast(least_possibility=0.6), WEIGHT))),
        (
            "Speed IS fast WITH possibility >= 0.6 AND Active AND Weight = 2",
            And((fast(least_possibility=0.6), IS_ON, WEIGHT)),
        ),
        ("Very", Comparison("Very", Comparator.EQUAL, True)),
        ("Speed IS VERY fast AND Very", And((fast(hedges=(VERY,)), Comparison("Very", Comparator.EQUAL, True)))),
        ("Very IS NULL", IsNull("Very")),
    ],
)
def test_the_words_of_a_with_are_attributes_everywhere_else(text: str, tree: Node) -> None:
    assert meant(text) == tree


def test_a_writers_own_terms_come_before_those_of_the_topic_whatever_their_case() -> None:
    own = {"Speed": {"Fast": FuzzyNumber(120.0, 130.0), "breakneck": FuzzyNumber(200.0, 300.0)}}
    assert parse_filter("Speed IS fast", EVERYTHING, own).root == Is("Speed", "Fast", FuzzyNumber(120.0, 130.0))
    assert parse_filter("Speed IS BREAKNECK", EVERYTHING, own).root == Is(
        "Speed", "breakneck", FuzzyNumber(200.0, 300.0)
    )
    assert parse_filter("Speed IS slow", EVERYTHING, own) == parse_filter("Speed IS slow", EVERYTHING)
    assert parse_filter("Count IS fast", EVERYTHING, own).root == Is("Count", "fast", FAST_NUMBER)


def test_the_builtin_terms_are_known_without_being_given() -> None:
    root = parse_filter("Temperature IS hot AND Humidity IS VERY dry", builtin_topics()["WSObservation"]).root
    assert terms_used(root) == {
        "Temperature": {"hot": FuzzyNumber(30.0, math.inf, left=5.0)},
        "Humidity": {"dry": FuzzyNumber(-math.inf, 0.3, right=0.4 - 0.3)},
    }


def test_the_text_is_kept_as_typed_and_filters_with_equal_trees_are_equal() -> None:
    loose, tight = parse_filter(" SPEED  > 80", EVERYTHING), parse_filter("Speed > 80", EVERYTHING)
    assert loose.text == " SPEED  > 80"
    assert loose == tight
    assert hash(loose) == hash(tight)
    assert loose != parse_filter("Speed > 81", EVERYTHING)


def test_parentheses_alone_are_not_depth() -> None:
    assert meant("(" * 2_000 + "Active" + ")" * 2_000) == IS_ON


def test_nesting_up_to_the_limit_is_read_and_beyond_it_refused_where_it_begins() -> None:
    meant("NOT " * (MAX_FILTER_DEPTH - 1) + "Active")
    with pytest.raises(FilterError) as caught:
        meant("NOT " * MAX_FILTER_DEPTH + "Active")
    assert caught.value.position == 4 * MAX_FILTER_DEPTH
    assert f"at most {MAX_FILTER_DEPTH} deep" in str(caught.value)


def test_very_deep_nesting_is_a_filter_error_too() -> None:
    alternating = "(Active AND (Active OR " * 300 + "Active" + "))" * 300
    with pytest.raises(FilterError, match="601 levels"):
        meant(alternating)


def test_a_text_longer_than_the_limit_is_refused_unread() -> None:
    with pytest.raises(FilterError, match=r"at most 10,000 characters, got 10,001 characters"):
        meant(" " * (MAX_FILTER_TEXT + 1))


def test_more_conditions_than_the_limit_are_refused() -> None:
    topic = Topic("Short", frozenset(), (Attribute("A", AttributeType.BOOLEAN),))
    parse_filter(" OR ".join(["A"] * MAX_FILTER_PREDICATES), topic)
    with pytest.raises(FilterError, match=r"at most 1,000 conditions") as caught:
        parse_filter("A OR " * MAX_FILTER_PREDICATES + "A", topic)
    assert caught.value.position == len("A OR ") * MAX_FILTER_PREDICATES


@settings(max_examples=300, deadline=None, derandomize=True)
@given(trees() | graded_trees())
def test_what_is_printed_is_read_back_as_the_same_tree(tree: Node) -> None:
    text = print_filter(tree)
    again = meant(text)
    assert again == tree
    assert print_filter(again) == text


_KEYWORDS = ["AND", "OR", "NOT", "BETWEEN", "IN", "LIKE", "IS", "NULL", "TRUE", "DATE", "TIMESTAMP", "WITH"]
_NAMES = ["Speed", "Name", "Active", "Photo", "Date", "Hour", "At", '"Wind speed"', "Sped", "and.x"]
_SIGNS = ["(", ")", ",", "=", "<>", "<", "<=", "!=", '"', "'", ";", "\\", "\x00", "\u212a"]
_CONSTANTS = ["80", "-1.5e3", "1e999", "80km", "'x'", "'2008-12-04'", "'17:30'"]
_TERMS = ["VERY", "somewhat", "fast", "possibility >= 0.6", "necessity", "Weight", ">=", "Speed IS fast WITH"]
_WORDS = st.sampled_from(_KEYWORDS + _NAMES + _SIGNS + _CONSTANTS + _TERMS)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(max_size=40) | st.lists(_WORDS, max_size=14).map(" ".join) | st.lists(_WORDS, max_size=14).map("".join))
@example("'")
@example('"')
@example("\ud800")
@example("Speed > " + "9" * 5_000)
@example("(" * 9_999)
@example("NOT " * 2_500)
@example("Speed IN (" + "1," * 4_000)
def test_no_text_raises_anything_but_a_filter_error(text: str) -> None:
    try:
        tree = meant(text)
    except FilterError as refused:
        error = refused
    else:
        assert meant(print_filter(tree)) == tree
        return
    assert 0 <= error.position <= len(text)
    assert error.pointed().endswith(str(error))
