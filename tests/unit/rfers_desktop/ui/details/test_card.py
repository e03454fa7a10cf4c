"""Tests of rfers_desktop/ui/details/card.py."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.details.card import DetailsCard
from rfers_desktop.ui.details.picture_reading import Picture
from tests.builders import TOPICS, an_event
from tests.unit.rfers_desktop.kept_notifications import a_stored

pytestmark = pytest.mark.display


@pytest.fixture
def card(qtbot: QtBot) -> DetailsCard:
    made = DetailsCard()
    qtbot.addWidget(made)
    made.resize(380, 600)
    made.show()
    return made


def test_it_says_how_to_fill_it(card: DetailsCard) -> None:
    assert "Select a notification" in card.topic.text()
    assert card.facts.isHidden()


def test_all_attributes_of_a_notification_are_shown(card: DetailsCard) -> None:
    card.show_notification(a_stored(3, an_event(assetname="Engine 7", speed=92)), TOPICS)
    assert card.title.text() == "Engine 7"
    assert card.topic.text() == "Emergency asset locations"
    assert ("Speed", "92 km/h") in card.facts.rows()
    assert card.facts.height() >= 20 * len(card.facts.rows())  # it does not scroll by itself


def test_rows_are_copied(card: DetailsCard, qtbot: QtBot) -> None:
    card.show_notification(a_stored(3, an_event(speed=92)), TOPICS)
    card.facts.selectRow(1)
    qtbot.keyClick(card.facts, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Speed\t92 km/h"


def test_a_picture_is_shown_as_wide_as_the_card_and_enlarged_by_a_click(card: DetailsCard, qtbot: QtBot) -> None:
    card.show_notification(a_stored(1), TOPICS)
    card.wait_for_picture()
    assert "fetched" in card.caption.text()
    card.show_picture(Picture("key", QImage(3_000, 600, QImage.Format.Format_RGB32), "300 to 700 K"))
    assert card.picture.isVisible()
    assert card.picture.pixmap().width() <= card.width()
    assert card.caption.text() == "300 to 700 K"
    with qtbot.waitSignal(card.enlarge):
        qtbot.mouseClick(card.picture, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(card.enlarge):
        qtbot.keyClick(card.picture, Qt.Key.Key_Return)


def test_what_is_wrong_with_a_picture_is_told(card: DetailsCard) -> None:
    card.show_notification(a_stored(1), TOPICS)
    card.show_picture(Picture("key", None, problem="no picture at all"))
    assert card.picture.isHidden()
    assert card.caption.text() == "no picture at all"
    assert card.caption.objectName() == "wrong"
    card.show_nothing()
    assert card.caption.isHidden()
