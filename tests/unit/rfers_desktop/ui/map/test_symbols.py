"""Tests of how each style of mark is drawn."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.ui.map import symbols
from rfers_desktop.ui.map.symbols import (
    ADORNED_PX,
    FADES,
    SYMBOL_PX,
    symbol_colour,
    symbol_image,
)
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, THEMES, Theme
from tests.unit.rfers_desktop.ui.pictures import count_of

pytestmark = pytest.mark.display


INK_ON_PAPER = replace(
    DAY, **dict.fromkeys(("asset", "sensor", "incident", "image", "other"), "#000000"), symbol_sign="#ffffff"
)
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
every_symbol = pytest.mark.parametrize("symbol", Symbol)


def alphas(picture: QImage) -> NDArray[np.uint8]:
    return pixels(picture)[:, :, 3]


def pixels(picture: QImage) -> NDArray[np.uint8]:
    rows = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.bytesPerLine())
    return rows[:, : 4 * picture.width()].reshape(picture.height(), picture.width(), 4).copy()


def has_colour(picture: QImage, colour: str) -> bool:
    return count_of(picture, colour) > 15


def test_every_symbol_has_its_drawing_and_every_drawing_its_symbol() -> None:
    files = {file.stem for file in (resources_dir() / "symbols").glob("*.svg")}
    assert files == {symbol.value for symbol in Symbol}


@every_symbol
def test_a_drawing_uses_the_three_colours_that_stand_for_the_themes(symbol: Symbol) -> None:
    svg = (resources_dir() / "symbols" / f"{symbol.value}.svg").read_text("utf-8")
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) - {"none"} == {"#000000", "#ffffff", "#808080"}


@every_symbol
@themes
def test_a_symbol_has_the_colours_of_its_theme(qapp: QApplication, theme: Theme, symbol: Symbol) -> None:
    picture = symbol_image(symbol, theme, 2.0)
    for colour in (symbol_colour(symbol, theme), theme.symbol_sign, theme.symbol_edge):
        assert has_colour(picture, colour)


@pytest.mark.parametrize(("one", "other"), list(combinations(Symbol, 2)))
def test_symbols_are_told_apart_in_black_and_white(qapp: QApplication, one: Symbol, other: Symbol) -> None:
    a, b = (pixels(symbol_image(symbol, INK_ON_PAPER, 1.0))[:, :, 0] < 128 for symbol in (one, other))
    assert np.count_nonzero(a != b) >= 0.06 * SYMBOL_PX**2


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_symbol_is_as_sharp_as_the_screen(qapp: QApplication, ratio: float) -> None:
    for picture, side in (
        (symbol_image(Symbol.FIRE, DAY, ratio), SYMBOL_PX),
        (symbol_image(Symbol.FIRE, DAY, ratio, is_alert=True), ADORNED_PX),
    ):
        assert picture.width() == picture.height() == side * ratio
        assert picture.deviceIndependentSize() == QSizeF(side, side)


@every_symbol
def test_the_place_is_in_the_middle_and_nothing_is_cut_off(qapp: QApplication, symbol: Symbol) -> None:
    for heading in (None, 0, 45, 225):
        shown = alphas(symbol_image(symbol, DAY, 1.0, heading=heading, is_selected=heading == 45))
        assert shown[shown.shape[0] // 2, shown.shape[1] // 2] == 255
        assert not shown[[0, -1], :].any()
        assert not shown[:, [0, -1]].any()


def test_the_same_question_has_the_same_answer_and_so_has_a_fresh_start(qapp: QApplication) -> None:
    first = symbol_image(Symbol.ENGINE, DUSK, 1.5, heading=33, faded=1, is_selected=True, is_alert=True)
    assert symbol_image(Symbol.ENGINE, DUSK, 1.5, heading=33, faded=1, is_selected=True, is_alert=True) is first
    symbols._drawn.cache_clear()
    again = symbol_image(Symbol.ENGINE, DUSK, 1.5, heading=33, faded=1, is_selected=True, is_alert=True)
    assert again is not first
    assert again == first


def test_a_style_has_the_plain_symbol_of_its_kind(qapp: QApplication) -> None:
    assert symbol_image(Style.ASSET, DAY, 1.0) == symbol_image(Symbol.ENGINE, DAY, 1.0)
    assert symbol_image(Style.INCIDENT, DAY, 1.0) == symbol_image(Symbol.FIRE, DAY, 1.0)


@pytest.mark.parametrize(
    ("heading", "side"),
    [(0, np.s_[:8, 12:36]), (90, np.s_[12:36, 40:]), (180, np.s_[40:, 12:36]), (270, np.s_[12:36, :8])],
)
def test_the_pointer_points_where_the_thing_is_going(
    qapp: QApplication, heading: float, side: tuple[slice, slice]
) -> None:
    shown = alphas(symbol_image(Symbol.ENGINE, DAY, 1.0, heading=heading)) > 128
    frame = alphas(symbol_image(Symbol.ENGINE, DAY, 1.0)) > 128
    assert np.count_nonzero(shown[side]) > 20
    outside = shown.copy()
    outside[10:-10, 10:-10] &= ~frame
    outside[side] = False
    assert np.count_nonzero(outside[:6]) + np.count_nonzero(outside[-6:]) + np.count_nonzero(outside[:, :6]) == 0


def test_headings_are_drawn_in_steps_and_go_round(qapp: QApplication) -> None:
    north = symbol_image(Symbol.ENGINE, DAY, 1.0, heading=0)
    assert symbol_image(Symbol.ENGINE, DAY, 1.0, heading=359) is north
    assert symbol_image(Symbol.ENGINE, DAY, 1.0, heading=-360) is north
    assert symbol_image(Symbol.ENGINE, DAY, 1.0, heading=8) != north


@themes
def test_what_is_stale_fades_step_by_step_and_its_alert_does_not(qapp: QApplication, theme: Theme) -> None:
    middles = [alphas(symbol_image(Symbol.SENSOR, theme, 1.0, faded=step))[14, 14] for step in range(len(FADES))]
    assert middles == sorted(middles, reverse=True)
    assert len(set(middles)) == len(FADES)
    assert symbol_image(Symbol.SENSOR, theme, 1.0, faded=99) is symbol_image(Symbol.SENSOR, theme, 1.0, faded=3)
    assert has_colour(symbol_image(Symbol.SENSOR, theme, 1.0, faded=3, is_alert=True), theme.alert)


def test_selected_and_alerting_are_told_apart_by_shape_and_can_be_both(qapp: QApplication) -> None:
    plain, selected, alerting, both = (
        symbol_image(Symbol.FIRE, NIGHT, 1.0, heading=0, is_selected=s, is_alert=a)
        for s, a in ((False, False), (True, False), (False, True), (True, True))
    )
    assert len({bytes(picture.constBits()) for picture in (plain, selected, alerting, both)}) == 4
    corner, edge = (6, 6), (24, 40)  # of the bracket, of the ring
    assert [picture.pixelColor(*corner) == QColor(NIGHT.selection) for picture in (alerting, selected, both)] == [
        False,
        True,
        True,
    ]
    assert [picture.pixelColor(*edge) == QColor(NIGHT.alert) for picture in (selected, alerting, both)] == [
        False,
        True,
        True,
    ]
