"""Tests of the north arrow, by looking at it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.north_arrow import NorthArrow
from tests.unit.rfers_desktop.ui.pictures import picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def arrow(qtbot: QtBot) -> NorthArrow:
    canvas = QWidget()
    qtbot.addWidget(canvas)
    made = NorthArrow(canvas)
    made.setProperty("keeps", canvas)
    return made


def test_it_tells_in_words_where_north_is(arrow: NorthArrow) -> None:
    assert arrow.accessibleDescription() == "North is up"
    arrow.point(-2.28)
    assert arrow.accessibleDescription() == "North is 2.3° to the left of up"
    arrow.point(17.2)
    assert arrow.accessibleDescription() == "North is 17.2° to the right of up"


def test_it_turns(arrow: NorthArrow) -> None:
    straight = picture_of(arrow)
    arrow.point(90.0)
    assert picture_of(arrow) != straight
    arrow.point(0.0)
    assert picture_of(arrow) == straight
