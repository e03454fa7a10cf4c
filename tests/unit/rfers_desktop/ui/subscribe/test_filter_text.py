"""Tests of where a filter is typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.subscribe.filter_text import FilterText
from rfers_desktop.ui.themes import DAY
from tests.builders import EA_LOCATION, WS_OBSERVATION
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def field(qtbot: QtBot) -> FilterText:
    made = FilterText()
    qtbot.addWidget(made)
    made.use_topic(EA_LOCATION)
    made.resize(520, 160)
    made.show()
    return made


def wrong_part(field: FilterText) -> str:
    (selection,) = field.editor.extraSelections()
    cursor: QTextCursor = selection.cursor  # type: ignore[attr-defined]
    return cursor.selectedText()


def test_no_filter_is_right(field: FilterText) -> None:
    assert field.text() == ""
    assert field.problem is None
    assert field.message.text() == ""


def test_it_is_checked_with_every_key(field: FilterText, qtbot: QtBot) -> None:
    verdicts = []
    field.changed.connect(lambda: verdicts.append(field.problem is None))
    qtbot.keyClicks(field.editor, "Speed > 8")
    assert field.text() == "Speed > 8"
    assert len(verdicts) == len("Speed > 8")
    assert verdicts[-1] is True
    assert verdicts[4] is False


def test_the_error_is_under_the_character_at_fault(field: FilterText, qtbot: QtBot) -> None:
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


def test_characters_that_need_two_units_do_not_shift_the_mark(field: FilterText, qtbot: QtBot) -> None:
    field.editor.setPlainText("AssetName = '🚒🚒' AND Sped < 90")
    assert wrong_part(field) == "Sped"


def test_the_error_goes_when_it_is_mended(field: FilterText, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Speed >")
    assert field.problem is not None
    qtbot.keyClicks(field.editor, " 80")
    assert field.problem is None
    assert field.message.text() == ""
    assert field.pointer.x_px is None
    assert field.editor.extraSelections() == []
    assert count_of(picture_of(field.pointer), DAY.bad) == 0


def test_another_topic_has_other_attributes(field: FilterText, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Speed > 80")
    assert field.problem is None
    field.use_topic(WS_OBSERVATION)
    assert field.problem is not None
    field.editor.setPlainText("Temperature > 30")
    assert field.problem is None


def test_the_message_is_not_read_as_markup(field: FilterText) -> None:
    field.editor.setPlainText("<b>Speed</b> > 80")
    assert field.problem is not None
    assert field.message.textFormat() is Qt.TextFormat.PlainText


def test_tab_leaves_the_editor(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field, beside = FilterText(), QPushButton("beside")
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(beside)
    with qtbot.waitActive(window):
        window.show()
    field.editor.setFocus()
    qtbot.keyClick(field.editor, Qt.Key.Key_Tab)
    assert field.text() == ""
    assert beside.hasFocus()


def test_names_are_completed_as_they_are_typed(field: FilterText, qtbot: QtBot) -> None:
    offered = field.editor.offered
    qtbot.keyClicks(field.editor, "ass")
    assert offered.isVisible()
    assert offered.texts() == ["AssetID", "AssetName"]
    qtbot.keyClick(field.editor, Qt.Key.Key_Down)
    qtbot.keyClick(field.editor, Qt.Key.Key_Return)
    assert field.text() == "AssetName "
    assert "LIKE" in offered.texts()  # and what may come next is offered at once


def test_values_that_were_seen_are_completed(qtbot: QtBot) -> None:
    field = FilterText(lambda topic, attribute: ("Engine 7", "Engine 4") if attribute == "AssetName" else ())
    qtbot.addWidget(field)
    field.use_topic(EA_LOCATION)
    field.show()
    qtbot.keyClicks(field.editor, "AssetName = ")
    assert field.editor.offered.texts() == ["'Engine 7'", "'Engine 4'"]
    qtbot.keyClicks(field.editor, "'Engine 4")
    qtbot.keyClick(field.editor, Qt.Key.Key_Tab)
    assert field.text() == "AssetName = 'Engine 4' "
    assert field.problem is None


def test_the_unit_is_shown_beside_a_name(field: FilterText, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Spe")
    assert "km/h" in field.editor.offered.item(0).text()


def test_nobody_who_has_said_all_is_held_up_by_a_list(field: FilterText, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Speed > 80 ")
    assert not field.editor.offered.isVisible()
    qtbot.keyClick(field.editor, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert field.editor.offered.texts() == ["AND", "OR"]
    qtbot.keyClick(field.editor, Qt.Key.Key_Escape)
    assert not field.editor.offered.isVisible()


def test_the_list_goes_with_the_focus(field: FilterText, qtbot: QtBot) -> None:
    qtbot.keyClicks(field.editor, "Spe")
    field.editor.clearFocus()
    qtbot.keyClick(field.editor, Qt.Key.Key_Left)
    assert not field.editor.offered.isVisible()


def test_completing_after_characters_of_two_units_replaces_the_right_ones(field: FilterText, qtbot: QtBot) -> None:
    field.set_text("AssetName = '🚒🚒' AND ")
    field.editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(field.editor, "Spe")
    qtbot.keyClick(field.editor, Qt.Key.Key_Return)
    assert field.text() == "AssetName = '🚒🚒' AND Speed "


def test_a_text_that_is_set_can_be_undone(field: FilterText) -> None:
    field.set_text("Speed > 80")
    field.set_text("Speed > 90")
    field.editor.undo()
    assert field.text() == "Speed > 80"
