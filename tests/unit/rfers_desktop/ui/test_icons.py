"""Tests of the icons of buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from broker_local.protocol.resources import resources_dir
from rfers_desktop.ui.icons import icon_image, themed_icon
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.unit.rfers_desktop.ui.pictures import count_of

pytestmark = pytest.mark.display

NAMES = sorted(file.stem for file in (resources_dir() / "icons").glob("*.svg"))


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_can_be_drawn_and_is_not_empty(name: str) -> None:
    image = icon_image(name, "#ff0000", 2.0)
    assert (image.width(), image.devicePixelRatio()) == (40, 2.0)
    assert count_of(image, "#ff0000") > 20


def test_no_two_icons_look_the_same() -> None:
    drawn = [bytes(icon_image(name, "#000000").constBits()) for name in NAMES]
    assert len(set(drawn)) == len(NAMES) >= 16


def test_an_icon_has_the_colours_of_its_theme() -> None:
    day, night = (themed_icon("pan", theme).pixmap(QSize(20, 20)).toImage() for theme in (DAY, NIGHT))
    assert day != night
    disabled = themed_icon("pan", DAY).pixmap(QSize(20, 20), QIcon.Mode.Disabled).toImage()
    assert disabled != day


def test_a_missing_icon_is_our_fault_and_seen() -> None:
    with pytest.raises(FileNotFoundError):
        themed_icon("no_such_icon", DAY)
