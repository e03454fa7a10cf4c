"""Tests of how features of a layer look."""

from __future__ import annotations

import numpy as np
import pytest

from rfers_desktop.layers.vector_style import (
    MOST_CATEGORIES,
    Categorised,
    Graduated,
    Single,
    Symbol,
    as_numbers,
    categorised_by,
    classes_of,
    coloured,
    graduated_by,
    style_words,
    symbols_of,
    value_text,
)

RED, GREEN, GREY = Symbol(fill="#ff0000"), Symbol(fill="#00ff00"), Symbol(fill="#888888")
FUELS = np.array(["pine", "grass", "pine", "rock"], dtype=object)


def test_one_symbol_is_for_all() -> None:
    assert classes_of(Single(RED), {}, 3).tolist() == [0, 0, 0]
    assert symbols_of(Single(RED)) == (RED,)


def test_categories_go_by_value_and_the_rest_is_other() -> None:
    style = Categorised("fuel", (("pine", RED), ("grass", GREEN)), GREY)
    assert classes_of(style, {"fuel": FUELS}, 4).tolist() == [0, 1, 0, 2]
    assert symbols_of(style) == (RED, GREEN, GREY)
    assert classes_of(style, {}, 2).tolist() == [2, 2]


def test_a_break_belongs_to_the_class_above_it_and_no_number_to_none() -> None:
    style = Graduated("acres", (10.0, 20.0), (RED, GREEN, GREY))
    acres = np.array([9.9, 10.0, 20.0, np.nan])
    assert classes_of(style, {"acres": acres}, 4).tolist() == [0, 1, 2, -1]


def test_numbers_that_were_written_as_text_are_numbers() -> None:
    assert as_numbers(np.array(["1.5", "", "hot"], dtype=object), 3)[0] == 1.5
    assert np.isnan(as_numbers(np.array(["", "hot"], dtype=object), 2)).all()


def test_the_most_frequent_values_become_categories_in_different_colours() -> None:
    style = categorised_by("fuel", FUELS, RED)
    assert [value for value, _ in style.categories] == ["pine", "grass", "rock"]
    assert len({symbol.fill for symbol in symbols_of(style)}) == 4
    many = np.array([str(number) for number in range(100)], dtype=object)
    assert len(categorised_by("id", many, RED).categories) == MOST_CATEGORIES


def test_classes_hold_about_as_many_features_each() -> None:
    style = graduated_by("acres", np.arange(100.0), RED, classes=4)
    assert style is not None
    counts = np.bincount(classes_of(style, {"acres": np.arange(100.0)}, 100))
    assert counts.tolist() == [25, 25, 24, 26]  # 74.25, where the last class would begin, is 74 in round numbers
    assert len(set(symbols_of(style))) == 4


def test_classes_begin_at_round_numbers() -> None:
    acres = np.array([0.01, 0.3844, 4.2, 35.187823, 61.0, 480.44, 1_202.7, 11_873.55, 40_000.0, 41_000.0])
    style = graduated_by("acres", acres, RED, classes=5)
    assert style is not None
    assert [value_text(edge) for edge in style.breaks] == ["3.4", "51", "770", "17000"]
    years = graduated_by("year", np.array([2019.0, 2020.0, 2021.0, 2022.0]), RED, classes=4)
    assert years is not None
    assert np.bincount(classes_of(years, {"year": np.array([2019.0, 2020.0, 2021.0, 2022.0])}, 4)).tolist() == [1] * 4


def test_a_column_of_one_number_has_one_class_and_one_of_words_none() -> None:
    style = graduated_by("acres", np.array([7.0, 7.0]), RED)
    assert style is not None
    assert style.breaks == ()
    assert graduated_by("fuel", FUELS, RED) is None


@pytest.mark.parametrize(("value", "text"), [(3.0, "3"), (0.1, "0.1"), (float("nan"), ""), ("x", "x")])
def test_values_are_named_as_people_write_them(value: object, text: str) -> None:
    assert value_text(value) == text


def test_a_symbol_without_fill_is_coloured_in_its_line() -> None:
    assert coloured(Symbol(line="#000000"), "#123456") == Symbol(line="#123456")
    assert coloured(RED, "#123456").fill == "#123456"


def test_each_symbol_of_a_style_has_its_words() -> None:
    one, two = Symbol(fill="#000000"), Symbol(fill="#ffffff")
    assert style_words(Single(one)) == ("",)
    assert style_words(Categorised("kind", (("pine", one), ("", two)), two)) == ("pine", "–", "all others")
    assert style_words(Graduated("risk", (1.5, 3.0), (one, two, one))) == ("< 1.5", "1.5 – 3", "≥ 3")
