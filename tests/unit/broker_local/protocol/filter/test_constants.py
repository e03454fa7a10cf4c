"""Constants read as the type of their attribute, and how a wrong one should have been written."""

from __future__ import annotations

import pytest

from broker_local.protocol.filter.constants import Mismatch, read_constant
from broker_local.protocol.filter.syntax import Constant, ConstantKind
from broker_local.protocol.topic import Attribute, AttributeType

A_MOMENT = "a timestamp for X, written TIMESTAMP('2008-12-04T17:30:00Z')"
A_DATE = "a date for X, written DATE('2008-12-04')"
A_TIME = "a time of day for X, written '17:30:00'"


def mismatch(kind: ConstantKind, content: str, wanted: AttributeType) -> tuple[str, str | None]:
    found = read_constant(Constant(kind, content, content, 0), Attribute("X", wanted))
    assert isinstance(found, Mismatch)
    return found.expected, found.hint


@pytest.mark.parametrize(
    ("kind", "content", "wanted", "expected", "hint"),
    [
        ("TEXT", "80", "number", "a number for X", "numbers are written without quotes: 80"),
        ("TEXT", "fast", "integer", "a number for X", None),
        ("TEXT", "inf", "number", "a number for X", None),
        ("BOOLEAN", "TRUE", "number", "a number for X", None),
        ("DATE", "2008-12-04", "number", "a number for X", None),
        ("NUMBER", "-1e999", "number", "a number no greater than 1.8e308", None),
        ("NUMBER", "80", "text", "text for X", "text is written in single quotes: '80'"),
        ("DATE", "it's", "text", "text for X", "text is written in single quotes: 'it''s'"),
        ("NUMBER", "1", "boolean", "TRUE or FALSE for X", None),
        ("TEXT", "TRUE", "boolean", "TRUE or FALSE for X", None),
        ("TEXT", "2008-12-04", "date", A_DATE, "write DATE('2008-12-04')"),
        ("TEXT", "4/12/2008", "date", A_DATE, "write DATE('2008-12-04')"),
        ("DATE", "04/12/2008", "date", A_DATE, "write DATE('2008-12-04')"),
        ("TIMESTAMP", "2008-12-04T10:00:00Z", "date", A_DATE, "write DATE('2008-12-04')"),
        ("DATE", "2008-02-30", "date", A_DATE, None),
        ("NUMBER", "20081204", "date", A_DATE, None),
        ("TEXT", "25:00", "time", A_TIME, None),
        ("NUMBER", "17", "time", A_TIME, None),
        ("TEXT", "2008-12-04T10:00:00Z", "timestamp", A_MOMENT, "write TIMESTAMP('2008-12-04T10:00:00Z')"),
        (
            "TIMESTAMP",
            "2008-12-04T10:00:00",
            "timestamp",
            A_MOMENT,
            "say the time zone, Z for UTC: TIMESTAMP('2008-12-04T10:00:00Z')",
        ),
        ("DATE", "2008-12-04", "timestamp", A_MOMENT, "midnight is TIMESTAMP('2008-12-04T00:00:00Z')"),
        ("NUMBER", "5", "timestamp", A_MOMENT, None),
    ],
)
def test_a_constant_that_does_not_fit_says_how_to_write_it(
    kind: str, content: str, wanted: str, expected: str, hint: str | None
) -> None:
    assert mismatch(ConstantKind[kind], content, AttributeType(wanted)) == (expected, hint)
