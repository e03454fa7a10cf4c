"""Values that are not exact, in a column: what they were, and the plain number that stands for them."""

from __future__ import annotations

import math

import pytest

from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about
from broker_local.protocol.topic import AttributeType, AttributeValue
from broker_local.replay.imprecise_column import imprecise_column, imprecise_values, plain_value


def test_a_row_has_what_is_not_exact_and_none_where_all_is() -> None:
    hot = FuzzyNumber(25.0, math.inf, 5.0, 0.0, Shape.S_CURVE, Shape.STEP)
    column = imprecise_column([{"Temperature": hot, "Humidity": 0.5, "SensorID": "S1"}, {"Humidity": 0.5}, {}])
    first, *others = column.to_pylist()
    assert imprecise_values(first) == {"Temperature": hot}
    assert others == [None, None]
    assert imprecise_values(None) == {}


@pytest.mark.parametrize(
    ("value", "kind", "plain"),
    [
        (27.5, AttributeType.NUMBER, 27.5),
        (None, AttributeType.NUMBER, None),
        ("hot", AttributeType.TEXT, "hot"),
        (about(27.0, 2.0), AttributeType.NUMBER, 27.0),
        (FuzzyNumber(25.0, 30.0, 9.0, 1.0), AttributeType.NUMBER, 27.5),
        (FuzzyNumber(-1.7e308, 1.7e308), AttributeType.NUMBER, 0.0),
        (FuzzyNumber(0.1, 0.1, 1.0), AttributeType.NUMBER, 0.1),
        (FuzzyNumber(5e-324, 5e-324, 1.0), AttributeType.NUMBER, 5e-324),
        (FuzzyNumber(25.0, math.inf), AttributeType.NUMBER, None),
        (FuzzyNumber(-math.inf, 25.0), AttributeType.NUMBER, None),
        (FuzzyNumber(3.0, 6.0), AttributeType.INTEGER, 4),
        (FuzzyNumber(2.0**63, 2.0**63, 5.0), AttributeType.INTEGER, None),
        (FuzzyNumber(-(2.0**63), -(2.0**63), 5.0), AttributeType.INTEGER, -(2**63)),
    ],
)
def test_a_plain_number_stands_for_a_value(
    value: AttributeValue | None, kind: AttributeType, plain: AttributeValue | None
) -> None:
    found = plain_value(value, kind)
    assert found == plain
    assert type(found) is type(plain)
