"""Tests of how each style of mark is drawn."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.map.symbols import HALO_PX, POINT_SYMBOLS, SHAPE_STYLES, SYMBOL_RADIUS_PX, paint_symbol
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

MIDDLE = QPointF(50, 50)
ZONES = {Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_REFUSED}


def test_every_style_can_be_drawn() -> None:
    assert set(SHAPE_STYLES) == set(Style)
    assert set(POINT_SYMBOLS) == set(Style) - ZONES


@pytest.mark.parametrize("style", POINT_SYMBOLS)
def test_a_symbol_is_its_colour_with_a_white_sign_around_its_place(qapp: QApplication, style: Style) -> None:
    symbol = POINT_SYMBOLS[style]
    picture = painted(lambda painter: paint_symbol(painter, symbol, MIDDLE), 100)
    assert count_of(picture, symbol.colour) > 40
    assert count_of(picture, "#ffffff") > 20
    box = touched_box(picture)
    assert abs(box.center().x() - MIDDLE.x()) <= 1
    assert abs(box.center().y() - MIDDLE.y()) <= 2
    assert max(box.width(), box.height()) <= 2 * (SYMBOL_RADIUS_PX + 3 + 2 * HALO_PX) + 1


@pytest.mark.parametrize(("one", "other"), list(combinations(POINT_SYMBOLS, 2)))
def test_symbols_are_told_apart_without_colour(one: Style, other: Style) -> None:
    a, b = POINT_SYMBOLS[one], POINT_SYMBOLS[other]
    assert a.outline != b.outline or a.sign != b.sign


def test_zone_states_are_told_apart_by_their_line() -> None:
    assert len({SHAPE_STYLES[style].line for style in ZONES}) == 3


def test_painting_a_symbol_leaves_the_painter_as_it_was(qapp: QApplication) -> None:
    def twice(painter: QPainter) -> None:
        for at in (QPointF(25, 50), QPointF(75, 50)):
            paint_symbol(painter, POINT_SYMBOLS[Style.ASSET], at)

    box = touched_box(painted(twice, 100))
    assert abs(box.center().x() - 50) <= 1
    assert abs(box.center().y() - 50) <= 1
