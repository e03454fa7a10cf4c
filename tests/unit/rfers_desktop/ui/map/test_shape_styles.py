"""Tests of how lines and areas are drawn."""

from __future__ import annotations

import pytest

from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.map.shape_styles import shape_style
from rfers_desktop.ui.themes import DAY, NIGHT, THEMES, Theme

ZONES = (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_REFUSED)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_style_is_drawn_thinly_filled_in_a_colour_of_the_theme(theme: Theme, style: Style) -> None:
    drawn = shape_style(style, theme)
    assert drawn.colour in (theme.asset, theme.sensor, theme.incident, theme.image, theme.other) or style in ZONES
    assert 0 < drawn.fill_opacity < 0.3


def test_zone_states_are_told_apart_by_their_line() -> None:
    assert len({shape_style(style, DAY).line for style in ZONES}) == 3


def test_colours_follow_the_theme() -> None:
    assert shape_style(Style.ZONE_LIVE, DAY).colour == DAY.zone_live
    assert shape_style(Style.ZONE_LIVE, NIGHT).colour == NIGHT.zone_live
