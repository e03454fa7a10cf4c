"""Tests of finding commands by a few letters."""

from __future__ import annotations

import pytest

from rfers_desktop.ui.fuzzy_find import best_first, fuzzy_score

NAMES = ["Zoom in", "Zoom out", "Zoom in by a box", "Subscribe", "Unsubscribe", "Keyboard shortcuts", "Previous view"]


def found(query: str) -> list[str]:
    return best_first(query, [(name, [name]) for name in NAMES])


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("zoom in", "Zoom in"),
        ("zo", "Zoom out"),
        ("subscribe", "Subscribe"),
        ("unsub", "Unsubscribe"),
        ("ks", "Keyboard shortcuts"),
        ("shortcut", "Keyboard shortcuts"),
        ("PRÉVIOUS", "Previous view"),
        ("keybaord", "Keyboard shortcuts"),
        ("prvw", "Previous view"),
    ],
)
def test_the_first_is_what_was_meant(query: str, first: str) -> None:
    assert found(query)[0] == first or first in found(query)[:2]


def test_nothing_typed_shows_all_as_they_are() -> None:
    assert found(" ") == NAMES


def test_what_does_not_answer_is_not_shown() -> None:
    assert found("qqq") == []


def test_another_name_counts_less_than_the_first() -> None:
    assert best_first("map", [("by menu", ["Open", "Map"]), ("by name", ["Map"])]) == ["by name", "by menu"]


def test_the_same_words_are_the_best() -> None:
    assert fuzzy_score("Zoom in", "zoom in") == 1.0
    assert fuzzy_score("", "zoom in") == fuzzy_score("zoom", "") == 0.0
