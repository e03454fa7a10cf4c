"""Tests of the fields of one word."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.fuzzy_number import Shape
from broker_local.protocol.terms import terms_of
from rfers_desktop.drafting.term_curve import TermCurve
from rfers_desktop.ui.words.term_fields import TermFields, new_term
from rfers_desktop.workspace import Origin, Word

pytestmark = pytest.mark.display

HOT = Word(terms_of(builtin_topics()["WSObservation"], "Temperature")["hot"], Origin.BUILTIN)


@pytest.fixture
def fields(qtbot: QtBot) -> TermFields:
    made = TermFields()
    qtbot.addWidget(made)
    made.show_word(HOT, "°C", 0.5, 50.0)
    made.show()
    return made


def test_a_word_is_shown_with_its_numbers_and_its_source(fields: TermFields) -> None:
    assert [field.value() for field in fields.corners[:2]] == [25.0, 30.0]
    assert not fields.corners[2].isEnabled()
    assert fields.has_right.isChecked()
    assert fields.source.text().startswith("Built in. 30 °C of the 30-30-30 rule")
    assert fields.name.isReadOnly()


def test_a_typed_number_pushes_the_others(fields: TermFields, qtbot: QtBot) -> None:
    told: list[TermCurve] = []
    fields.curve_changed.connect(told.append)
    field = fields.corners[0]
    field.selectAll()
    qtbot.keyClicks(field, "33")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told[-1].corners == (33, 33, None, None)
    assert fields.corners[1].value() == 33


def test_a_side_gets_an_end_and_a_shape_is_chosen(fields: TermFields) -> None:
    told: list[TermCurve] = []
    fields.curve_changed.connect(told.append)
    fields.has_right.click()
    assert told[-1].corners == (25, 30, 35, 40)
    assert fields.has_left.isEnabled()
    fields.shape.setCurrentIndex(fields.shape.findData(Shape.GAUSSIAN.value))
    assert told[-1].shape is Shape.GAUSSIAN


def test_words_of_the_users_own_are_renamed_and_explained(fields: TermFields, qtbot: QtBot) -> None:
    own = Word(new_term("tropical", TermCurve((20, 25, 30, 35))), Origin.OWN)
    fields.show_word(own, "", 0.01, 1.0)
    assert fields.corners[0].decimals() == 3
    assert fields.source.text() == "Your own."
    with qtbot.waitSignal(fields.renamed) as renamed:
        qtbot.keyClicks(fields.name, "s")
    assert renamed.args == ["tropicals"]
    with qtbot.waitSignal(fields.explained):
        qtbot.keyClicks(fields.meaning, "!")


def test_without_a_word_there_is_nothing_to_fill_in(fields: TermFields, qtbot: QtBot) -> None:
    fields.show_word(None, "", 1.0, 50.0)
    assert not fields.isEnabled()
    with qtbot.assertNotEmitted(fields.curve_changed):
        fields.corners[0].setValue(3.0)
