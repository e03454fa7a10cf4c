"""Tests of how names answer queries."""

from __future__ import annotations

import pytest

from rfers_desktop.layers.name_match import INSIDE, SLIPS, START, WHOLE, WORDS, allowed_slips, folded, match_score


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Métabetchouan–Lac-à-la-Croix", "metabetchouan lac a la croix"),
        ("  ST. ALBERT ", "st albert"),
        ("Straße", "strasse"),
        ("Þingvellir", "thingvellir"),
        ("!?", ""),
    ],
)
def test_letters_lose_case_and_accents(text: str, plain: str) -> None:
    assert folded(text) == plain


@pytest.mark.parametrize(
    ("query", "name", "score"),
    [
        ("banff", "banff", WHOLE),
        ("ban", "banff", START),
        ("banff park", "banff national park", WORDS),
        ("park ban", "banff national park", WORDS),
        ("nff", "banff", INSIDE),
        ("banf", "banff", START),
        ("banfg", "banff", SLIPS - 0.05),
        ("bnaff", "banff", SLIPS - 0.05),
        ("edmnoton", "edmonton", SLIPS - 0.05),
        ("edmnotn", "edmonton", 0.0),
        ("kananasksi contry", "kananaskis country", SLIPS - 0.1),
        ("edmo", "calgary", 0.0),
        ("", "calgary", 0.0),
        ("calgary", "", 0.0),
    ],
)
def test_the_nearer_the_name_the_higher_the_score(query: str, name: str, score: float) -> None:
    assert match_score(query, name) == pytest.approx(score)


def test_short_words_must_be_right() -> None:
    assert [allowed_slips(word) for word in ("abc", "abcd", "abcdefg", "abcdefgh")] == [0, 1, 1, 2]
    assert match_score("bnf", "banff") == 0.0
