"""The words of a filter: what is wrong with a term, a hedge or a wish is told where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from broker_local.protocol.errors import FilterError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.words import words_of
from broker_local.protocol.fuzzy_number import FuzzyNumber
from tests.strategies_filter import EVERYTHING

TERMS = "fast, slow, usual, around_one, stepped, Even, one"
QUOTED = "an attribute of this name is written in double quotes"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("Speed IS fats", 9, f"expected a term of Speed: {TERMS}, got unknown term 'fats'; did you mean 'fast'?"),
        ("Speed IS quite fast", 9, "got unknown term 'quite'; before it may stand NOT, VERY or SOMEWHAT"),
        ("Speed IS vrey fast", 9, "did you mean 'VERY'?"),
        ("Speed IS NOT nul", 13, "did you mean 'NULL'?"),
        ("Speed IS NOT VERY", 17, f"expected a term after VERY, one of {TERMS}, got none"),
        ("Speed IS fast slow", 14, "expected AND, OR, WITH or the end of the filter, got 'slow'"),
        ("Speed IS fast adn", 14, "did you mean AND?"),
        ("Speed IS fast weight", 14, "write WITH before weight"),
        ("Speed IS very very very very very fast", 29, "expected at most 4 of VERY and SOMEWHAT, got more"),
        (
            "Name IS fast",
            8,
            "expected Name IS NULL or Name IS NOT NULL, got 'fast'; terms are for numbers, and Name is",
        ),
        ("Name IS nul", 8, "did you mean NULL?"),
        ("Photo IS dark", 9, "terms are for numbers, and Photo is of type binary"),
        ("Weight IS heavy", 10, "got 'heavy'; Weight has no terms; a subscription may bring its own"),
        ("Speed IS fast WITH probability >= 0.6", 19, "got 'probability'; did you mean possibility?"),
        ("Speed IS fast WITH size >= 0.6", 19, "expected possibility, necessity or weight, got 'size'"),
        ("Speed IS fast WITH possibility > 0.6", 30, f"expected >= after possibility, got '>'; {QUOTED}"),
        ("Speed IS fast WITH weight >= 2", 25, "expected = after weight, got '>='"),
        ("Speed IS fast WITH necessity >= 1.2", 32, "expected a number from 0 to 1, got 1.2"),
        ("Speed IS fast WITH necessity >= -1", 32, "expected a number from 0 to 1, got -1"),
        ("Speed IS fast WITH weight = 0", 28, "expected a number above 0, at most 1,000, got 0"),
        ("Speed IS fast WITH weight = 1e999", 28, "expected a number above 0, at most 1,000, got 1e999"),
        (
            "Speed IS fast WITH weight = 1 AND Weight = 'x'",
            34,
            f'expected weight once, got it again; {QUOTED}: "Weight"',
        ),
        ("Speed IS fast WITH weight = 1 AND possibility >= 'x'", 49, "expected a number from 0 to 1, got 'x'"),
        ("Speed IS fast WITH possibility >= 0.6 AND possibility >= 0.2", 42, "expected possibility once"),
        ("NOT (Active AND Speed IS fast WITH necessity >= 0.2)", 35, "write Speed IS NOT instead of NOT"),
        ("NOT NOT Speed IS fast WITH weight = 2 AND possibility >= 0.2", 42, "possibility follows WITH"),
        ("NOT Speed IS fast WITH possibility >= 0", 23, "expected no possibility within NOT (...)"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(text: str, position: int, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text, EVERYTHING)
    assert message in str(caught.value)
    assert caught.value.position == position


def test_the_words_of_an_attribute_are_the_given_and_then_the_known_ones() -> None:
    given: dict[str, Any] = {"Speed": {"FAST": FuzzyNumber(1.0, 2.0), "odd": FuzzyNumber(3.0, 3.0)}}
    words = words_of(EVERYTHING, EVERYTHING.by_name["Speed"], given)
    assert list(words) == ["FAST", "odd", "slow", "usual", "around_one", "stepped", "Even", "one"]
    assert words["FAST"].low == 1.0
    assert words_of(EVERYTHING, EVERYTHING.by_name["Name"], given) == {}
