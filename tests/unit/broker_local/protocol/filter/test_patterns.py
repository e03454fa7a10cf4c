"""LIKE patterns against texts, and which of them are ranges."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.filter.patterns import pattern_range, pattern_test


@pytest.mark.parametrize(
    ("pattern", "fitting", "unfitting"),
    [
        ("", [""], ["a"]),
        ("%", ["", "a", "two\nlines"], []),
        ("_", ["a", "\n", "%"], ["", "ab"]),
        ("west", ["west"], ["West", "west ", "northwest"]),
        ("west%", ["west", "western"], ["northwest"]),
        ("%west", ["west", "northwest"], ["western"]),
        ("%west%", ["west", "northwestern"], ["wes", "w est"]),
        ("a%a", ["aa", "aba"], ["a", "ab"]),
        ("%a%a%", ["aa", "xaxax"], ["a", "xax"]),
        ("a_c%", ["abc", "a\nc", "abcd"], ["ac", "abbc"]),
        ("%a_c%d", ["abcd", "xaxcd"], ["acd", "abcdx"]),
        ("50\\%", ["50%"], ["50", "500"]),
        ("a\\_b", ["a_b"], ["axb"]),
        ("a\\\\%", ["a\\", "a\\b"], ["a%", "a"]),
        ("a.c", ["a.c"], ["abc"]),
        ("a\\", ["a\\"], ["a"]),
    ],
)
def test_a_pattern_fits_whole_texts(pattern: str, fitting: list[str], unfitting: list[str]) -> None:
    fits = pattern_test(pattern)
    assert [text for text in fitting if not fits(text)] == []
    assert [text for text in unfitting if fits(text)] == []


def test_a_pattern_that_would_keep_an_expression_trying_is_answered_at_once() -> None:
    assert not pattern_test("%a" * 2_000 + "%b%")("a" * 5_000)
    assert not pattern_test("%a_" * 50 + "%b")("a" * 5_000 + "c")


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text("ab%_", max_size=7), st.text("ab\n", max_size=8))
def test_a_pattern_fits_as_the_regular_expression_for_it_does(pattern: str, text: str) -> None:
    expression = "".join({"%": ".*", "_": "."}.get(character, character) for character in pattern)
    assert pattern_test(pattern)(text) is bool(re.fullmatch(expression, text, re.DOTALL))


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("", ("", "", True)),
        ("west", ("west", "west", True)),
        ("50\\%", ("50%", "50%", True)),
        ("west%", ("west", "wesu", False)),
        ("west%%", ("west", "wesu", False)),
        ("%", ("", None, False)),
        ("a\U0010ffff%", ("a\U0010ffff", "b", False)),
        ("\U0010ffff%", ("\U0010ffff", None, False)),
        ("%west", None),
        ("we_t%", None),
        ("w%t", None),
    ],
)
def test_a_pattern_without_wildcards_but_a_last_one_is_a_range(
    pattern: str, found: tuple[str, str | None, bool] | None
) -> None:
    assert pattern_range(pattern) == found


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=3), st.text(max_size=4), st.booleans())
def test_a_range_holds_the_texts_that_fit_and_no_others(prefix: str, text: str, is_open: bool) -> None:
    pattern = re.sub(r"([%_\\])", r"\\\1", prefix) + "%" * is_open
    found = pattern_range(pattern)
    assert found is not None
    low, high, is_closed = found
    for candidate in (text, prefix, prefix + text):
        below = high is None or (candidate <= high if is_closed else candidate < high)
        assert (low <= candidate and below) is pattern_test(pattern)(candidate)
