"""Tests of text and rows that stay in step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.errors import FilterError
from broker_local.protocol.fuzzy_number import trapezoid
from rfers_desktop.drafting.filter_rows import Ask, Row
from rfers_desktop.ui.subscribe.filter_editor import FilterEditor
from tests.builders import EA_LOCATION, WS_OBSERVATION

pytestmark = pytest.mark.display


@pytest.fixture
def editor(qtbot: QtBot) -> FilterEditor:
    made = FilterEditor()
    qtbot.addWidget(made)
    made.use_topic(EA_LOCATION)
    made.show()
    return made


def test_what_is_typed_shows_in_the_rows(editor: FilterEditor, qtbot: QtBot) -> None:
    qtbot.keyClicks(editor.typed.editor, "Speed > 80")
    assert [row.row() for row in editor.builder.rows] == [Row("Speed", Ask.GREATER, ("80",))]
    qtbot.keyClicks(editor.typed.editor, " AND")
    assert editor.builder.why_not.isVisible()


def test_what_is_chosen_in_the_rows_shows_in_the_text(editor: FilterEditor, qtbot: QtBot) -> None:
    qtbot.keyClicks(editor.typed.editor, "Speed > 80")
    row = editor.builder.rows[0]
    row.ask.setCurrentIndex(row.ask.findData(Ask.LESS_OR_EQUAL.value))
    assert editor.text() == "Speed <= 80"
    assert editor.builder.rows[0] is row  # it is not made anew under the hand that uses it


def test_a_wrong_value_in_a_row_is_pointed_at_in_the_text(editor: FilterEditor, qtbot: QtBot) -> None:
    qtbot.keyClicks(editor.typed.editor, "Speed > 80")
    qtbot.keyClicks(editor.builder.rows[0].value.lineEdit(), "x")
    assert editor.text() == "Speed > 80x"
    assert editor.problem is not None
    assert editor.builder.rows[0].isEnabled()
    qtbot.keyClick(editor.builder.rows[0].value.lineEdit(), Qt.Key.Key_Backspace)
    assert editor.problem is None


def test_another_topic_checks_the_same_text_anew(editor: FilterEditor) -> None:
    editor.set_text("Speed > 80")
    assert editor.problem is None
    editor.use_topic(WS_OBSERVATION)
    assert editor.text() == "Speed > 80"
    assert editor.problem is not None


def test_a_change_is_told_once_with_its_text(editor: FilterEditor) -> None:
    told: list[str] = []
    editor.changed.connect(told.append)
    editor.set_text("Speed > 80")
    assert told[-1] == "Speed > 80"


def test_words_are_typed_and_chosen_in_step(editor: FilterEditor, qtbot: QtBot) -> None:
    editor.use_topic(WS_OBSERVATION, {"Temperature": {"tropical": trapezoid(20, 28, 34, 40)}})
    editor.set_text("Temperature IS tropical")
    assert editor.problem is None
    (row,) = editor.builder.rows
    assert row.word.words() == "tropical"
    row.word.hedge.setCurrentIndex(row.word.hedge.findData("VERY"))
    assert editor.text() == "Temperature IS VERY tropical"
    editor.use_topic(WS_OBSERVATION)
    assert editor.problem is not None
    assert "tropical" in str(editor.problem)
    assert isinstance(editor.problem, FilterError)
    assert editor.problem.position == len("Temperature IS VERY ")
