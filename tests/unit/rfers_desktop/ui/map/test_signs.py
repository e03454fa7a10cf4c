"""Tests of the signs above the map."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import Style
from rfers_desktop.ui.map.signs import AgeSign, FrozenSign, age_text
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def ground(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    ("age_s", "text"), [(0, "now"), (40, "40 s"), (130, "2 min"), (7_300, "2 h"), (400_000, "4 d")]
)
def test_an_age_is_said_in_the_unit_a_person_would(age_s: float, text: str) -> None:
    assert age_text(age_s) == text


def test_frozen_data_are_said_with_a_clock_until_they_move_again(ground: QWidget) -> None:
    sign = FrozenSign(ground)
    sign.show_time(5.0)
    assert not sign.isVisible()
    sign.freeze(0.0)
    sign.show_time(3_723.0)
    assert sign.isVisible()
    assert sign.text == "DATA FROZEN since 00:00:00 UTC   01:02:03"
    assert sign.accessibleName() == sign.text
    assert count_of(picture_of(sign), DAY.frozen) > 500
    sign.freeze(None)
    assert not sign.isVisible()


def test_each_layer_shows_its_age(ground: QWidget) -> None:
    sign = AgeSign(ground)
    sign.show_ages({}, 100.0)
    assert not sign.isVisible()
    sign.show_ages({Style.ASSET: 90.0, Style.SENSOR: 100.0}, 130.0)
    assert sign.lines == ("Assets  40 s", "Sensors  30 s")
    assert sign.isVisible()
    assert count_of(picture_of(sign), DAY.text) > 0
