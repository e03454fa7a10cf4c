"""Tests of the words for degrees."""

from __future__ import annotations

import pytest

from broker_local.protocol.notification import MatchedSubscription
from rfers_desktop.degree_text import Sureness, percent, sure_key, sure_sentence, sure_text, sureness, surest


@pytest.mark.parametrize(
    ("possibility", "necessity", "text"),
    [
        (1.0, 1.0, "certain"),
        (1.0, 1.0 - 1e-12, "certain"),
        (1.0, 0.6, "likely, 60–100 %"),
        (1.0, 0.5, "likely, 50–100 %"),
        (1.0, 0.0, "possible, 0–100 %"),
        (0.4, 0.4, "possible, 40 %"),
        (0.999, 0.999, "likely, 99 %"),
        (0.001, 0.0, "possible, 0–1 %"),
    ],
)
def test_degrees_are_told_in_a_word_and_in_figures(possibility: float, necessity: float, text: str) -> None:
    assert sure_text(possibility, necessity) == text


def test_what_is_not_quite_certain_is_no_hundred_percent() -> None:
    assert [percent(degree) for degree in (0.0, 1e-6, 0.29, 0.736, 0.9999, 1.0)] == [0, 1, 29, 73, 99, 100]


def test_degrees_are_told_at_length() -> None:
    assert sure_sentence(1.0, 1.0) == "Certain: it cannot be otherwise."
    assert sure_sentence(0.9, 0.25) == "Possible to 90 %, certain to 25 %."


def test_of_several_matches_the_surest_counts() -> None:
    matched = [MatchedSubscription("a", "A", 1.0, 0.2), MatchedSubscription("b", "B", 0.6, 0.6)]
    assert surest(matched) == (0.6, 0.6)
    assert surest([]) == (1.0, 1.0)


def test_matches_are_ordered_by_necessity_and_then_by_possibility() -> None:
    degrees = [(1.0, 1.0), (1.0, 0.0), (0.4, 0.0), (0.7, 0.7)]
    assert sorted(degrees, key=sure_key) == [(0.4, 0.0), (1.0, 0.0), (0.7, 0.7), (1.0, 1.0)]
    assert [sureness(necessity) for _, necessity in degrees] == [
        *(Sureness.CERTAIN, Sureness.POSSIBLE, Sureness.POSSIBLE, Sureness.LIKELY),
    ]
