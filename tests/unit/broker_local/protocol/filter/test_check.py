"""What a topic's schema allows a filter to ask."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import FilterError
from broker_local.protocol.filter.parser import parse_filter
from tests.strategies_filter import EVERYTHING

NEITHER = "Active is TRUE or FALSE and neither is the greater"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        (
            "Sped > 3",
            0,
            "expected an attribute of Everything, got unknown attribute 'Sped'; did you mean 'Speed'?",
        ),
        ("Active AND nmae = 'x'", 11, "unknown attribute 'nmae'; did you mean 'Name'?"),
        ("Xyzzy = 1", 0, "it has Speed, Wind speed, Count, Weight, Very, Name, Like, Active, Date, Hour, At, Photo"),
        ("Speed", 5, "expected a comparison such as = or < after Speed, got the end of the filter"),
        ("Speed AND Active", 5, "expected a comparison such as = or < after Speed, got 'AND'"),
        ("Active > TRUE", 0, f"expected = or <> for Active, got >; {NEITHER}"),
        ("Active BETWEEN FALSE AND TRUE", 0, f"expected = or <> for Active, got BETWEEN; {NEITHER}"),
        ("Speed LIKE '8%'", 0, "got LIKE; LIKE is for text, and Speed is of type number"),
        ("Name LIKE 'a\\'", 10, "expected a character after the last backslash"),
        ("Name LIKE 'a\\\\\\'", 10, "expected a character after the last backslash"),
        ("Photo = 'x'", 0, "expected Photo IS NULL or Photo IS NOT NULL, got another condition"),
        ("Photo LIKE 'x'", 0, "expected Photo IS NULL or Photo IS NOT NULL"),
        ("Photo", 0, "expected Photo IS NULL or Photo IS NOT NULL"),
        ("Speed BETWEEN 9 AND 5", 14, "expected the lower end before the higher, got 9 AND 5; write BETWEEN 5 AND 9"),
        ("Name NOT BETWEEN 'b' AND 'a'", 17, "write BETWEEN 'a' AND 'b'"),
        ("Speed IN (1, 'two')", 13, "expected a number for Speed, got 'two'"),
        ("Speed BETWEEN 1 AND TRUE", 20, "expected a number for Speed, got TRUE"),
        ("Speed > 3 AND necessity >= 0.2", 14, "necessity follows WITH, after a term: IS fast WITH necessity"),
        ("Speed > 1e999", 8, "expected a number no greater than 1.8e308, got 1e999"),
    ],
)
def test_what_the_schema_does_not_allow_is_refused_where_it_stands(text: str, position: int, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text, EVERYTHING)
    assert message in str(caught.value)
    assert caught.value.position == position
