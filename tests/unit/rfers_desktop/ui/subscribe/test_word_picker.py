"""Tests of words that are chosen with their hedges."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.fuzzy_number import FuzzyNumber, trapezoid
from rfers_desktop.ui.subscribe.word_picker import WordPicker

pytestmark = pytest.mark.display

WORDS = {"warm": trapezoid(15, 20, 25, 30), "hot": FuzzyNumber(30, float("inf"), left=5)}


@pytest.fixture
def picker(qtbot: QtBot) -> WordPicker:
    made = WordPicker()
    qtbot.addWidget(made)
    made.offer(WORDS, "°C")
    made.show()
    return made


def test_a_word_and_its_hedge_are_chosen(picker: WordPicker, qtbot: QtBot) -> None:
    assert picker.words() == "warm"
    with qtbot.waitSignal(picker.changed):
        picker.term.setCurrentIndex(1)
    picker.hedge.setCurrentIndex(picker.hedge.findData("VERY"))
    assert picker.words() == "VERY hot"


def test_how_sure_it_must_be_is_kept_until_other_words_are_offered(picker: WordPicker) -> None:
    picker.show_words("SOMEWHAT hot", "possibility >= 0.6")
    assert (picker.words(), picker.wishes) == ("SOMEWHAT hot", "possibility >= 0.6")
    assert picker.with_words.isVisible()
    picker.offer({}, "")
    assert (picker.words(), picker.wishes) == ("", "")
    assert not picker.with_words.isVisible()


def test_a_word_says_what_it_comes_to(picker: WordPicker) -> None:
    from PySide6.QtCore import Qt

    assert picker.term.itemData(1, Qt.ItemDataRole.ToolTipRole) == "about 30 °C or more"
