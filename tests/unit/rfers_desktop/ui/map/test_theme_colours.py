"""Tests of colours of layers."""

from __future__ import annotations

import pytest

from rfers_desktop.ui.map.theme_colours import colour_of, mixed
from rfers_desktop.ui.themes import DAY, NIGHT

pytestmark = pytest.mark.display


def test_a_named_colour_is_the_themes() -> None:
    assert colour_of("@water", DAY).name() == DAY.water
    assert colour_of("@water", NIGHT).name() == NIGHT.water


def test_an_own_colour_stays_and_takes_an_opacity() -> None:
    assert colour_of("#123456", NIGHT).name() == "#123456"
    assert colour_of("#123456", DAY, 0.5).alpha() == 128


def test_a_colour_that_the_theme_does_not_have_is_a_mistake() -> None:
    with pytest.raises(AttributeError):
        colour_of("@sparkle", DAY)


def test_a_mixed_colour_is_opaque_and_as_much_of_the_ground_as_asked() -> None:
    assert mixed("#ff0000", "#0000ff", 0.0).name() == "#ff0000"
    assert mixed("#ff0000", "#0000ff", 0.25).name() == "#bf0040"
    assert mixed("#ff0000", "#0000ff", 1.0).getRgb() == (0, 0, 255, 255)
