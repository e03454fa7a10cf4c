"""Imprecise values in the archive: a plain number for every program, and beside it the whole value.

The attribute's own column has the middle of the core, or nothing where the core is endless. A column of lists, absent
where all is exact, has what the number was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.topic import AttributeType, AttributeValue

IMPRECISE = pa.list_(
    pa.struct(
        [
            ("attribute", pa.string()),
            ("low", pa.float64()),  # the core; endless is -inf or inf
            ("high", pa.float64()),
            ("left", pa.float64()),  # the spreads
            ("right", pa.float64()),
            ("left_shape", pa.string()),
            ("right_shape", pa.string()),
        ]
    )
)
_BEYOND_INTEGERS = 2.0**63


def imprecise_column(rows: Sequence[Mapping[str, AttributeValue]]) -> pa.Array:
    """What is not exact among the attributes of events."""
    return pa.array([_row(attributes) for attributes in rows], IMPRECISE)


def imprecise_values(row: Sequence[Mapping[str, Any]] | None) -> dict[str, FuzzyNumber]:
    """The values that one row of the column has, by attribute."""
    return {
        value["attribute"]: FuzzyNumber(
            value["low"],
            value["high"],
            value["left"],
            value["right"],
            Shape(value["left_shape"]),
            Shape(value["right_shape"]),
        )
        for value in row or ()
    }


def plain_value(value: AttributeValue | None, kind: AttributeType) -> AttributeValue | None:
    """The one number that stands for a value that is not exact; other values as they are."""
    if not isinstance(value, FuzzyNumber):
        return value
    if not (math.isfinite(value.low) and math.isfinite(value.high)):
        return None
    middle = value.low / 2 + value.high / 2 if value.low != value.high else value.low
    if kind is not AttributeType.INTEGER:
        return middle
    return round(middle) if -_BEYOND_INTEGERS <= middle < _BEYOND_INTEGERS else None


def _row(attributes: Mapping[str, AttributeValue]) -> list[dict[str, object]] | None:
    found = [(name, value) for name, value in attributes.items() if type(value) is FuzzyNumber]
    if not found:
        return None
    return [
        {
            "attribute": name,
            "low": value.low,
            "high": value.high,
            "left": value.left,
            "right": value.right,
            "left_shape": value.left_shape.value,
            "right_shape": value.right_shape.value,
        }
        for name, value in found
    ]
