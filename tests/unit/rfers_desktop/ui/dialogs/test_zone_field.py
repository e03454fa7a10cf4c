"""Tests of where a subscription listens."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QRadioButton
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.zone_field import ZoneField
from tests.builders import a_zone

pytestmark = pytest.mark.display

SHOWN = a_zone()
TRIANGLE = "POLYGON ((0 0, 1 0, 1 1, 0 0))"


@pytest.fixture
def field(qtbot: QtBot) -> ZoneField:
    made = ZoneField(lambda: SHOWN)
    qtbot.addWidget(made)
    made.resize(520, 260)
    made.show()
    return made


def choose(qtbot: QtBot, button: QRadioButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(10, button.height() // 2))


def test_the_area_now_shown_is_the_first_choice(field: ZoneField) -> None:
    assert field.shown.isChecked()
    assert field.zone() is SHOWN
    assert field.problem is None
    assert field.message.text() == "50.95000° N, 114.17000° W  to  51.15000° N, 113.97000° W"


def test_everywhere_has_no_zone(field: ZoneField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(field.changed):
        choose(qtbot, field.everywhere)
    assert field.zone() is None
    assert field.problem is None
    assert field.message.text() == ""


def test_a_geometry_can_be_typed(field: ZoneField, qtbot: QtBot) -> None:
    assert field.text.isHidden()
    choose(qtbot, field.pasted)
    assert field.text.isVisible()
    qtbot.keyClicks(field.text, TRIANGLE)
    assert field.problem is None
    zone = field.zone()
    assert zone is not None
    assert zone.equals(shapely.from_wkt(TRIANGLE))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "zone: expected GeoJSON or WKT, got nothing"),
        ("POLYGON ((0 0, 1 0", "zone: expected GeoJSON or WKT"),
        ("{}", "zone"),
        ("POINT (500 0)", "zone"),
    ],
)
def test_what_is_wrong_with_a_pasted_geometry_is_said(field: ZoneField, qtbot: QtBot, text: str, words: str) -> None:
    choose(qtbot, field.pasted)
    field.text.setPlainText(text)
    assert field.zone() is None
    assert field.problem is not None
    assert field.message.text().startswith(words)
    assert field.message.objectName() == "wrong"


def test_an_error_is_forgotten_when_another_choice_is_made(field: ZoneField, qtbot: QtBot) -> None:
    choose(qtbot, field.pasted)
    assert field.problem is not None
    choose(qtbot, field.shown)
    assert field.problem is None
    assert field.message.objectName() == "quiet"
    assert field.text.isHidden()


def test_arrows_go_from_choice_to_choice(field: ZoneField, qtbot: QtBot) -> None:
    with qtbot.waitActive(field):
        field.activateWindow()
    field.shown.setFocus()
    qtbot.keyClick(field.shown, Qt.Key.Key_Down)
    assert field.pasted.isChecked()
    assert field.text.isVisible()


def test_tab_leaves_the_pasted_text(field: ZoneField, qtbot: QtBot) -> None:
    choose(qtbot, field.pasted)
    qtbot.keyClick(field.text, Qt.Key.Key_Tab)
    assert field.text.toPlainText() == ""
