"""The three values of a filter for one event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given, settings

from broker_local.protocol.filter.evaluate import satisfies, truth
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import And, Node, Not, Or
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values, trees

THERE: Mapping[str, AttributeValue] = {
    "Speed": 80,
    "Count": 2**53 + 1,
    "Name": "O'Hara",
    "Active": False,
    "Date": date(2008, 12, 4),
    "Hour": time(17, 30),
    "At": datetime(2008, 12, 4, 17, 30, tzinfo=UTC),
    "Photo": b"",
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Speed = 80", True),
        ("Speed <> 80", False),
        ("Speed < 80", False),
        ("Speed <= 80", True),
        ("Speed > 79.9", True),
        ("Speed >= 80.1", False),
        ("Speed BETWEEN 80 AND 90", True),
        ("Speed BETWEEN 70 AND 80", True),
        ("Speed NOT BETWEEN 81 AND 90", True),
        ("Speed IN (1, 80)", True),
        ("Speed NOT IN (1, 2)", True),
        ("Count > 9007199254740992", True),
        ("Count = 9007199254740992", False),
        ("Name = 'O''Hara'", True),
        ("Name > 'O'", True),
        ("Name LIKE 'O%'", True),
        ("Name NOT LIKE '%a'", False),
        ("Active", False),
        ("NOT Active", True),
        ("Date = DATE('2008-12-04')", True),
        ("Hour < '17:30:00.000001'", True),
        ("At >= TIMESTAMP('2008-12-04T10:30:00-07:00')", True),
        ("Photo IS NULL", False),
        ('"Wind speed" IS NULL', True),
        ('"Wind speed" IS NOT NULL', False),
        ('"Wind speed" > 3', None),
        ('"Wind speed" <> 3', None),
        ('NOT "Wind speed" > 3', None),
        ('"Wind speed" NOT IN (3)', None),
        ('"Wind speed" > 3 AND Speed = 80', None),
        ('"Wind speed" > 3 AND Speed = 1', False),
        ('"Wind speed" > 3 OR Speed = 80', True),
        ('"Wind speed" > 3 OR Speed = 1', None),
        ('NOT ("Wind speed" > 3 OR Speed = 1)', None),
        ('NOT ("Wind speed" > 3 AND Speed = 1)', True),
    ],
)
def test_a_filter_is_true_false_or_open(text: str, value: bool | None) -> None:
    root = parse_filter(text, EVERYTHING).root
    assert truth(root, THERE) is value
    assert satisfies(root, THERE) is (value is True)


def test_a_number_that_is_none_counts_as_absent() -> None:
    assert truth(parse_filter("Speed <> 80", EVERYTHING).root, {"Speed": float("nan")}) is None
    assert satisfies(parse_filter("Speed IS NULL", EVERYTHING).root, {"Speed": float("nan")})


@settings(max_examples=200, deadline=None, derandomize=True)
@given(trees(4), trees(4), attribute_values())
def test_de_morgan_holds_in_three_values(a: Node, b: Node, attributes: Mapping[str, AttributeValue]) -> None:
    assert truth(Not(And((a, b))), attributes) is truth(Or((Not(a), Not(b))), attributes)
    assert truth(Not(Or((a, b))), attributes) is truth(And((Not(a), Not(b))), attributes)
    assert truth(Not(Not(a)), attributes) is truth(a, attributes)
