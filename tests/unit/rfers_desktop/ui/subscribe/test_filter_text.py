"""Tests of where a filter is typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.filter_field import FilterField
from rfers_desktop.ui.themes import DAY
from tests.builders import EA_LOCATION, WS_OBSERVATION
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def field(qtbot: QtBot) -> FilterField:
    made = FilterField()
    qtbot.addWidget(made)
    made.use_topic(EA_LOCATION)
    made.resize(520, 160)
    made.show()
    return made


def wrong_part(field: FilterField) -> str:
    (selection,) = field.editor.extraSelections()
    cursor: QTextCursor = selection.cursor  # type: ignore[attr-defined]
    return cursor.selectedText()


def test_no_filter_is_right(field: FilterField) -> None:
    assert field.text() == ""
    assert field.problem is None
    assert field.message.text() == ""


def test_it_is_checked_with_every_key(field: FilterField, qtbot: QtBot) -> None:
    verdicts = []
    field.changed.connect(lambda: verdicts.append(field.problem is None))
    qtbot.keyClicks(field.editor, "Speed > 8")
    assert field.text() == "Speed > 8"
    assert len(verdicts) == len("Speed > 8")
    assert verdicts[-1] is True
    assert verdicts[4] is False


def test_the_error_is_under_the_character_at_fault(field: FilterField, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Speed > 80 AND Sped < 90")
    assert field.problem is not None
    assert wrong_part(field) == "Sped"
    assert "did you mean" in field.message.text()
    assert "Speed" in field.message.text()
    before = field.editor.document()
    cursor = QTextCursor(before)
    cursor.setPosition(len("Speed > 80 AND "))
    wanted = field.editor.cursorRect(cursor).left() + field.editor.viewport().x()
    assert field.pointer.x_px == pytest.approx(wanted, abs=3)
    assert count_of(picture_of(field.pointer), DAY.bad) > 5


def test_characters_that_need_two_units_do_not_shift_the_mark(field: FilterField, qtbot: QtBot) -> None:
    field.editor.setPlainText("AssetName = '🚒🚒' AND Sped < 90")
    assert wrong_part(field) == "Sped"


def test_the_error_goes_when_it_is_mended(field: FilterField, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Speed >")
    assert field.problem is not None
    qtbot.keyClicks(field.editor, " 80")
    assert field.problem is None
    assert field.message.text() == ""
    assert field.pointer.x_px is None
    assert field.editor.extraSelections() == []
    assert count_of(picture_of(field.pointer), DAY.bad) == 0


def test_another_topic_has_other_attributes(field: FilterField, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Speed > 80")
    assert field.problem is None
    field.use_topic(WS_OBSERVATION)
    assert field.problem is not None
    field.editor.setPlainText("Temperature > 30")
    assert field.problem is None


def test_the_message_is_not_read_as_markup(field: FilterField) -> None:
    field.editor.setPlainText("<b>Speed</b> > 80")
    assert field.problem is not None
    assert field.message.textFormat() is Qt.TextFormat.PlainText


def test_tab_leaves_the_editor(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field, beside = FilterField(), QPushButton("beside")
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(beside)
    with qtbot.waitActive(window):
        window.show()
    field.editor.setFocus()
    qtbot.keyClick(field.editor, Qt.Key.Key_Tab)
    assert field.text() == ""
    assert beside.hasFocus()
