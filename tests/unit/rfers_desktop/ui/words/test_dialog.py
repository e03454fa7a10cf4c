"""Tests of the editor of words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.fuzzy_number import about
from broker_local.protocol.terms import terms_of
from rfers_desktop.ui.words.dialog import WordsDialog
from rfers_desktop.workspace import Origin, UserTerms

pytestmark = pytest.mark.display

TOPICS = builtin_topics()
WS = TOPICS["WSObservation"]
READ = [31.0, 32.0, 27.0, about(27.0, 1.0), 10.0]


@pytest.fixture
def open_dialog(qtbot: QtBot) -> Callable[..., WordsDialog]:
    def made(terms: UserTerms | None = None) -> WordsDialog:
        dialog = WordsDialog(
            TOPICS,
            terms or UserTerms(),
            lambda topic, attribute: READ if attribute == "Temperature" else [],
            lambda topic, attribute, word: ["Hot ridge"] if word == "hot" else [],
        )
        qtbot.addWidget(dialog)
        dialog.show_topic("WSObservation", "Temperature", "hot")
        dialog.show()
        return dialog

    return made


def listed(dialog: WordsDialog) -> list[str]:
    return [dialog.words.item(row).text() for row in range(dialog.words.count())]


def test_topics_without_numbers_are_not_offered(open_dialog: Callable[..., WordsDialog]) -> None:
    dialog = open_dialog()
    names = [dialog.topic.itemData(row) for row in range(dialog.topic.count())]
    assert names == ["EALocation", "WSObservation"]


def test_it_says_how_many_readings_fit_and_who_uses_the_word(open_dialog: Callable[..., WordsDialog]) -> None:
    dialog = open_dialog()
    assert dialog.counted.text() == "2 of 5 readings of the last hour are hot ■, 2 partly ▨, 1 not □."
    assert "Hot ridge" in dialog.used.text()
    assert "until they are sent again" in dialog.used.text()
    dialog.attribute.setCurrentIndex(dialog.attribute.findData("Humidity"))
    assert dialog.counted.text() == "No reading of Humidity came in the last hour."
    assert dialog.used.text() == ""


def test_a_dragged_corner_adjusts_the_word_and_restoring_undoes_it(open_dialog: Callable[..., WordsDialog]) -> None:
    dialog = open_dialog()
    dialog.plot.corner_moved.emit(1, 32.0)
    word = dialog.word
    assert word is not None
    assert (word.term.number.low, word.origin) == (32.0, Origin.ADJUSTED)
    assert listed(dialog)[2] == "hot  (adjusted)"
    assert dialog.fields.corners[1].value() == 32.0
    assert "1 of 5 readings" in dialog.counted.text()
    assert dialog.delete.text() == "Restore built-in"
    dialog.delete.click()
    assert dialog.terms == UserTerms()
    assert listed(dialog)[2] == "hot"


def test_a_word_that_is_dragged_back_is_built_in_again(open_dialog: Callable[..., WordsDialog]) -> None:
    dialog = open_dialog()
    dialog.plot.corner_moved.emit(1, 32.0)
    dialog.plot.corner_moved.emit(1, 30.0)
    assert dialog.terms == UserTerms()
    assert not dialog.delete.isEnabled()


def test_a_new_word_is_named_shaped_and_kept(open_dialog: Callable[..., WordsDialog], qtbot: QtBot) -> None:
    dialog = open_dialog()
    dialog.new.click()
    qtbot.keyClicks(dialog.fields.name, "sultry")
    dialog.fields.meaning.clear()
    qtbot.keyClicks(dialog.fields.meaning, "No sleep")
    dialog.plot.corner_moved.emit(0, 20.0)
    assert listed(dialog)[-1] == "sultry  (own)"
    with qtbot.waitSignal(dialog.kept) as kept:
        dialog.keep.click()
    ((_, attribute, term),) = kept.args[0].listed()
    assert (attribute, term.name, term.meaning) == ("Temperature", "sultry", "No sleep")


def test_a_name_that_cannot_be_is_told_and_not_kept(open_dialog: Callable[..., WordsDialog], qtbot: QtBot) -> None:
    dialog = open_dialog()
    dialog.new.click()
    qtbot.keyClicks(dialog.fields.name, "very")
    assert "a word that filters do not use themselves" in dialog.problem.text()
    assert not dialog.keep.isEnabled()
    with qtbot.assertNotEmitted(dialog.kept):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.keyClicks(dialog.fields.name, "_hot")
    assert dialog.keep.isEnabled()
    assert listed(dialog)[-1] == "very_hot  (own)"


def test_an_own_word_is_deleted(open_dialog: Callable[..., WordsDialog]) -> None:
    dialog = open_dialog()
    dialog.new.click()
    assert dialog.delete.text() == "Delete"
    dialog.delete.click()
    assert dialog.terms == UserTerms()


def test_cancelling_keeps_nothing(open_dialog: Callable[..., WordsDialog], qtbot: QtBot) -> None:
    dialog = open_dialog()
    dialog.plot.corner_moved.emit(1, 32.0)
    with qtbot.assertNotEmitted(dialog.kept):
        dialog.cancel.click()
    assert not dialog.isVisible()


def test_words_that_a_topic_brings_are_shown(open_dialog: Callable[..., WordsDialog]) -> None:
    dialog = open_dialog()
    assert listed(dialog) == list(terms_of(WS, "Temperature"))
