"""The canonical text of each sort of node."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from broker_local.protocol.filter.printer import print_filter, print_literal, print_name
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
    Literal,
    Node,
    Not,
    Or,
)
from broker_local.protocol.fuzzy_number import FuzzyNumber

HOT = FuzzyNumber(30.0, 40.0)
WEIGHT = Comparison("Weight", Comparator.GREATER, 3.0)
A, B, C = IsNull("A"), IsNull("B"), IsNull("C")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Comparison("Speed", Comparator.NOT_EQUAL, 80.0), "Speed <> 80"),
        (Not(Comparison("Speed", Comparator.GREATER, 80.0)), "NOT Speed > 80"),
        (Between("Speed", 1.0, 2.5), "Speed BETWEEN 1 AND 2.5"),
        (Not(Between("Speed", 1.0, 2.5)), "Speed NOT BETWEEN 1 AND 2.5"),
        (In("Name", ("a", "O'Hara")), "Name IN ('a', 'O''Hara')"),
        (Not(In("Name", ("a",))), "Name NOT IN ('a')"),
        (Like("Name", "a\\%%"), "Name LIKE 'a\\%%'"),
        (Not(Like("Name", "a")), "Name NOT LIKE 'a'"),
        (A, "A IS NULL"),
        (Not(A), "A IS NOT NULL"),
        (Not(Not(A)), "NOT A IS NOT NULL"),
        (Is("A", "hot", HOT), "A IS hot"),
        (Is("Wind speed", "hot", HOT, (Hedge.VERY, Hedge.SOMEWHAT), True), '"Wind speed" IS NOT VERY SOMEWHAT hot'),
        (
            Is("A", "hot", HOT, (), False, 0.6, 0.25, 2.0),
            "A IS hot WITH possibility >= 0.6 AND necessity >= 0.25 AND weight = 2",
        ),
        (Not(Is("A", "hot", HOT)), "NOT A IS hot"),
        (
            And((Is("A", "hot", HOT, weight=2.0), WEIGHT, WEIGHT)),
            "A IS hot WITH weight = 2 AND (Weight > 3) AND Weight > 3",
        ),
        (And((Is("A", "hot", HOT), WEIGHT)), "A IS hot AND Weight > 3"),
        (And((A, Or((B, C)))), "A IS NULL AND (B IS NULL OR C IS NULL)"),
        (Or((A, And((B, C)))), "A IS NULL OR B IS NULL AND C IS NULL"),
        (Not(And((A, B))), "NOT (A IS NULL AND B IS NULL)"),
        (And((Not(A), Not(Or((B, C))))), "A IS NOT NULL AND NOT (B IS NULL OR C IS NULL)"),
    ],
)
def test_a_node_has_one_text(node: Node, text: str) -> None:
    assert print_filter(node) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "TRUE"),
        (False, "FALSE"),
        (-0.0, "0"),
        (1e22, "1e+22"),
        (0.1, "0.1"),
        (date(2008, 12, 4), "DATE('2008-12-04')"),
        (time(17, 30), "'17:30:00'"),
        (datetime(2008, 12, 4, 17, 30, tzinfo=UTC), "TIMESTAMP('2008-12-04T17:30:00Z')"),
        (datetime(2008, 12, 4, 10, tzinfo=timezone(timedelta(hours=-7))), "TIMESTAMP('2008-12-04T17:00:00Z')"),
    ],
)
def test_a_literal_has_one_text(value: Literal, text: str) -> None:
    assert print_literal(value) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Speed", "Speed"),
        ("Date", "Date"),
        ("Wind speed", '"Wind speed"'),
        ("in", '"in"'),
        ("With", '"With"'),
        ("Very", "Very"),
        ("li\u212ae", '"li\u212ae"'),
        ("5th", '"5th"'),
        ('a"b', '"a""b"'),
    ],
)
def test_a_name_is_quoted_only_if_it_must_be(name: str, text: str) -> None:
    assert print_name(name) == text
