"""Tests of the small pictures that are stamped on the map."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import Reading, Style
from rfers_desktop.layers.symbol_names import symbol_of
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.stamps import badge_stamp, plate_size, plate_stamp, symbol_stamp, temperature_colour
from rfers_desktop.ui.map.symbols import FADES, symbol_image
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, Theme, contrast
from tests.unit.rfers_desktop.ui.pictures import count_of

pytestmark = pytest.mark.display


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_stamps_are_in_device_pixels(qapp: QApplication, ratio: float) -> None:
    symbol = symbol_stamp(Style.ASSET, "Engine 7", DAY, ratio, None, 0, False, False)
    assert symbol.devicePixelRatio() == 1.0
    assert 20 * ratio < symbol.width() < 28 * ratio
    assert badge_stamp(Reading(31.0, 0.24), DAY, ratio, 0, False, False).width() > 30 * ratio


@pytest.mark.parametrize("theme", [DAY, DUSK, NIGHT])
@pytest.mark.parametrize("course", [None, 45])
def test_a_symbol_has_no_bare_edge_and_the_same_size_in_every_theme(
    qapp: QApplication, theme: Theme, course: int | None
) -> None:
    symbol = symbol_stamp(Style.ASSET, "Engine 7", theme, 1.0, course, 0, False, False)
    is_drawn = pixels_of(symbol) != 0
    assert is_drawn[0].any() or is_drawn[-1].any() or is_drawn[:, 0].any() or is_drawn[:, -1].any()
    assert symbol.size() == symbol_stamp(Style.ASSET, "Engine 7", DAY, 1.0, course, 0, False, False).size()
    whole = symbol_image(symbol_of(Style.ASSET, "Engine 7"), theme, 1.0, heading=course)
    assert np.count_nonzero(is_drawn) == np.count_nonzero(pixels_of(whole))


def test_a_badge_is_coloured_by_its_temperature(qapp: QApplication) -> None:
    for temperature in (-20.0, 5.0, 25.0, 45.0, 300.0):
        badge = badge_stamp(Reading(temperature, 0.5), DAY, 1.0, 0, False, False)
        assert count_of(badge, temperature_colour(temperature)) > 40
    assert temperature_colour(-500.0) == temperature_colour(-50.0)


def test_a_stale_badge_is_paler_and_lets_nothing_shine_through_its_numbers(qapp: QApplication) -> None:
    for theme in (DAY, DUSK, NIGHT):
        badges = [badge_stamp(Reading(31.0), theme, 1.0, faded, False, False) for faded in range(len(FADES))]
        middle = (badges[0].width() // 2 - 12, badges[0].height() // 2)
        plates = [badge.pixelColor(*middle) for badge in badges]
        assert [plate.alpha() for plate in plates] == [255] * len(FADES)
        from_land = [contrast(plate.name(), theme.land) for plate in plates]
        assert from_land == sorted(from_land, reverse=True)


@pytest.mark.parametrize("theme", [DAY, DUSK, NIGHT])
def test_the_numbers_of_a_badge_can_be_read_however_old_they_are(qapp: QApplication, theme: Theme) -> None:
    for temperature in (-20.0, 5.0, 15.0, 25.0, 35.0, 45.0, 70.0, 300.0):
        for faded in range(len(FADES)):
            badge = badge_stamp(Reading(temperature), theme, 1.0, faded, False, False)
            across, down = range(8, badge.width() - 8), range(9, badge.height() - 9)  # within its edge
            inks = {badge.pixelColor(x, y).name() for x in across for y in down}
            plate = badge.pixelColor(8, badge.height() // 2).name()
            assert max(contrast(ink, plate) for ink in inks) >= 4.5


def test_a_selected_badge_has_a_ring(qapp: QApplication) -> None:
    assert count_of(badge_stamp(Reading(31.0), DAY, 1.0, 0, True, False), DAY.selection) > 20


def test_the_size_of_a_plate_is_known_before_its_colours(qapp: QApplication) -> None:
    plate = plate_stamp("Engine 7", DAY.plate, DAY.text, 1.5)
    assert plate_size("Engine 7", 1.5) == (plate.width(), plate.height())
    assert plate_size("", 1.5) == (0, 0)
    assert plate_size("A name that never ends " * 20, 1.0)[0] < 260


def test_what_is_merely_possible_is_hollow_as_large_and_told_apart_without_colour(qapp: QApplication) -> None:
    for theme in (DAY, DUSK, NIGHT):
        solid = badge_stamp(Reading(31.0, 0.24), theme, 1.0, 0, False, False)
        hollow = badge_stamp(Reading(31.0, 0.24), theme, 1.0, 0, False, False, True)
        assert solid.size() == hollow.size()
        assert solid != hollow
        engines = [
            symbol_stamp(Style.ASSET, "Engine 7", theme, 1.0, None, 0, False, False, is_hollow)
            for is_hollow in (False, True)
        ]
        assert engines[0].size() == engines[1].size()
        assert engines[0] != engines[1]


def test_a_reading_that_is_not_exact_says_about(qapp: QApplication) -> None:
    exact, about = (badge_stamp(Reading(31.0, None, is_about), DAY, 1.0, 0, False, False) for is_about in (False, True))
    assert about.width() > exact.width() or about != exact
