"""Tests of the themes: what is written can be read, what is drawn can be seen and told apart, by everybody."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import combinations

import pytest

from rfers_desktop.ui import themes
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, THEMES, Theme, data_colour
from tests.unit.rfers_desktop.ui.colour_sight import SIGHTS, contrast, difference, linear, luminance

READABLE = 4.5  # WCAG 2.1, success criterion 1.4.3
VISIBLE = 3.0  # WCAG 2.1, success criterion 1.4.11
APART = 11.0  # CIE Lab; 2.3 is just noticeable, and shapes tell the symbols apart as well
SYMBOLS = ("asset", "sensor", "incident", "image", "other")
GROUNDS = ("land", "water", "park")

WRITTEN = [
    *((ink, paper) for ink in ("text", "quiet_text") for paper in ("panel", "window", "selected", "plate")),
    ("text", "warning_paper"),
    *((ink, paper) for ink in ("good", "waiting", "bad") for paper in ("panel", "window", "selected", "warning_paper")),
    *(("on_accent", paper) for paper in ("accent", "accent_dark", "frozen")),
    *(("on_zone", zone) for zone in ("zone_live", "zone_pending", "zone_refused")),
    *((ink, paper) for ink in ("place_text", "graticule_text") for paper in (*GROUNDS, "text_halo")),
    ("water_text", "water"),
    ("water_text", "text_halo"),
]
DRAWN = [
    *((ink, paper) for ink in SYMBOLS for paper in GROUNDS),
    *((ink, paper) for ink in ("zone_live", "zone_pending", "zone_refused") for paper in GROUNDS),
    *((ink, paper) for ink in ("alert", "selection", "measure", "place") for paper in GROUNDS),
    *((ink, paper) for ink in ("country_line", "province_line", "highway_edge", "water_line") for paper in GROUNDS),
    *(("symbol_sign", symbol) for symbol in SYMBOLS),
    ("field_line", "panel"),
    ("field_line", "window"),
    ("focus", "panel"),
    ("focus", "window"),
    ("quiet_text", "accent_unavailable"),
    ("unavailable_text", "panel"),
    ("unavailable_text", "window"),
]


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_colour_differs_from_itself_by_nothing_and_black_from_white_by_a_hundred() -> None:
    for sight in SIGHTS:
        assert difference("#b3200f", "#b3200f", sight) == 0
        assert difference("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.5)
    assert difference("#a02020", "#206a20", "deutan") < difference("#a02020", "#206a20") / 2


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_colour_is_a_full_number(theme: Theme) -> None:
    colours = [getattr(theme, field.name) for field in fields(theme) if field.name not in ("name", "is_dark")]
    assert [colour for colour in colours if not re.fullmatch("#[0-9a-f]{6}", colour)] == []


def test_a_theme_is_found_by_its_name() -> None:
    assert list(THEMES.values()) == [DAY, DUSK, NIGHT]
    assert all(THEMES[name].name == name for name in THEMES)


@pytest.mark.parametrize(("ink", "paper"), WRITTEN)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_is_written_can_be_read_on_its_ground(theme: Theme, ink: str, paper: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, paper)) >= READABLE


@pytest.mark.parametrize(("ink", "paper"), DRAWN)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_is_drawn_can_be_seen_on_its_ground(theme: Theme, ink: str, paper: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, paper)) >= VISIBLE


@pytest.mark.parametrize(("one", "other"), list(combinations(SYMBOLS, 2)))
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_symbol_colours_are_told_apart_by_the_colour_blind(theme: Theme, sight: str, one: str, other: str) -> None:
    assert difference(getattr(theme, one), getattr(theme, other), sight) >= APART


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_land_water_and_parks_differ(theme: Theme) -> None:
    for one, other in combinations(GROUNDS, 2):
        assert difference(getattr(theme, one), getattr(theme, other)) >= 4


def test_dusk_is_dimmer_than_day_and_night_dimmer_than_dusk() -> None:
    for ground in ("window", "panel", "land", "water", "plate"):
        day, dusk, night = (luminance(getattr(theme, ground)) for theme in (DAY, DUSK, NIGHT))
        assert day > 5 * dusk > 5 * night


def test_dusk_is_warm() -> None:
    for ground in ("window", "panel", "land", "plate", "text"):
        red, _, blue = linear(getattr(DUSK, ground))
        assert red > blue


def test_night_spares_eyes_that_are_used_to_the_dark() -> None:
    """Rods hardly see red: whatever is lit is red before it is green, and green before it is blue."""
    for field in fields(NIGHT):
        if field.name in ("name", "is_dark"):
            continue
        red, green, blue = linear(getattr(NIGHT, field.name))
        assert red >= green >= blue, field.name
        assert red < 0.02 or blue <= red / 2, field.name


@pytest.mark.parametrize("colour", ["#3b5fb8", "#b6dcec", "#ffffff", "#000000", "#00ff00"])
def test_colours_of_data_are_as_they_are_by_day_and_red_by_night(colour: str) -> None:
    assert data_colour(colour, DAY) == data_colour(colour, DUSK) == colour
    red, green, blue = linear(data_colour(colour, NIGHT))
    assert red >= green >= blue
    assert blue <= red / 2


def test_by_night_lighter_values_stay_lighter() -> None:
    ramp = ["#000004", "#57106e", "#bc3754", "#f98e09", "#fcffa4"]
    shown = [luminance(data_colour(colour, NIGHT)) for colour in ramp]
    assert shown == sorted(shown)
    assert len(set(shown)) == len(ramp)


def test_the_programs_own_measure_of_contrast_is_that_of_the_standard() -> None:
    for ink, paper in (("#000000", "#ffffff"), ("#777777", "#ffffff"), ("#0b5cad", "#f4f6f8")):
        assert themes.contrast(ink, paper) == pytest.approx(contrast(ink, paper))
