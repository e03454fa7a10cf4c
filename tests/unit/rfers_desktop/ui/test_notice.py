"""Tests of the strip above the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.notice import Notice

pytestmark = pytest.mark.display


@pytest.fixture
def notice(qtbot: QtBot) -> Notice:
    strip = Notice()
    qtbot.addWidget(strip)
    return strip


def dismiss_button(notice: Notice) -> QPushButton:
    button = notice.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    return button


def test_it_is_hidden_while_there_is_nothing_to_say(notice: Notice) -> None:
    assert notice.isHidden()
    notice.show_state("The broker is away.")
    assert not notice.isHidden()
    notice.show_state("")
    assert notice.isHidden()


def test_a_state_cannot_be_put_away(notice: Notice) -> None:
    notice.show_state("The broker is away.")
    assert notice.text() == "The broker is away."
    assert dismiss_button(notice).isHidden()


def test_a_problem_is_put_away_with_a_click(qtbot: QtBot, notice: Notice) -> None:
    notice.show_problem("subscription 'North': no")
    assert notice.isVisible()
    qtbot.mouseClick(dismiss_button(notice), Qt.MouseButton.LeftButton)
    assert notice.isHidden()


def test_putting_a_problem_away_leaves_the_state(qtbot: QtBot, notice: Notice) -> None:
    notice.show_state("The broker is away.")
    notice.show_problem("subscription 'North': no")
    assert notice.text() == "The broker is away.\nsubscription 'North': no"
    qtbot.mouseClick(dismiss_button(notice), Qt.MouseButton.LeftButton)
    assert notice.text() == "The broker is away."
    assert notice.isVisible()


def test_words_of_strangers_are_shown_as_they_are(notice: Notice) -> None:
    notice.show_problem("<b>bold</b> claims")
    assert notice.text() == "<b>bold</b> claims"
    plain = notice.sizeHint().width()
    notice.show_problem("")
    notice.show_problem("bold claims")
    assert notice.sizeHint().width() < plain


def test_of_several_problems_the_latest_three_are_told_once_each_and_put_away_together(
    qtbot: QtBot, notice: Notice
) -> None:
    for number in (1, 2, 3, 4, 3):
        notice.show_problem(f"{number}.tif: no")
    assert notice.text() == "1 earlier problem: hover to read all\n2.tif: no\n4.tif: no\n3.tif: no"
    assert notice.toolTip() == "1.tif: no\n2.tif: no\n4.tif: no\n3.tif: no"
    qtbot.mouseClick(dismiss_button(notice), Qt.MouseButton.LeftButton)
    assert notice.isHidden()


def test_what_was_seen_to_is_withdrawn_and_nothing_else(notice: Notice) -> None:
    notice.show_problem("a drawing waits")
    notice.show_problem("subscription 'North': no")
    notice.withdraw("a drawing waits")
    assert notice.text() == "subscription 'North': no"
    notice.withdraw("subscription 'North': no")
    assert notice.isHidden()
