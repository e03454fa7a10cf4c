"""Tests of how lines and areas are drawn."""

from __future__ import annotations

import pytest

from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.map.shape_styles import ink_on, shape_style
from rfers_desktop.ui.themes import DAY, NIGHT, THEMES, Theme, contrast, data_colour

ZONES = (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_REFUSED, Style.ZONE_PAUSED)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_style_is_drawn_thinly_filled_in_a_colour_of_the_theme(theme: Theme, style: Style) -> None:
    drawn = shape_style(style, theme)
    assert drawn.colour in (theme.asset, theme.sensor, theme.incident, theme.image, theme.other) or style in ZONES
    assert 0 < drawn.fill_opacity < 0.3 or style in (Style.ZONE_PAUSED, Style.IMAGE)


def test_zone_states_are_told_apart_by_their_line() -> None:
    assert len({shape_style(style, DAY).line for style in ZONES}) == len(ZONES)


def test_colours_follow_the_theme() -> None:
    assert shape_style(Style.ZONE_LIVE, DAY).colour == DAY.zone_live
    assert shape_style(Style.ZONE_LIVE, NIGHT).colour == NIGHT.zone_live


def test_an_owners_colour_is_used_for_zones_that_are_well_and_not_for_warnings() -> None:
    for style in (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_PAUSED):
        assert shape_style(style, DAY, "#00aa00").colour == "#00aa00"
    assert shape_style(Style.ZONE_REFUSED, DAY, "#00aa00") == shape_style(Style.ZONE_REFUSED, DAY)
    assert shape_style(Style.ZONE_LIVE, NIGHT, "#00aa00").colour == data_colour("#00aa00", NIGHT)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("colour", ["#ffff00", "#101010", "#00aa00", "#0b5cad", "#888888"])
def test_the_name_on_any_colour_can_be_read(theme: Theme, colour: str) -> None:
    ground = shape_style(Style.ZONE_LIVE, theme, colour).colour
    assert contrast(ink_on(ground, theme), ground) >= 4.0


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_paused_zone_has_a_line_of_its_own_and_no_ground(theme: Theme) -> None:
    paused = shape_style(Style.ZONE_PAUSED, theme)
    others = [shape_style(style, theme) for style in (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_REFUSED)]
    assert paused.line not in [other.line for other in others]
    assert paused.fill_opacity == 0
