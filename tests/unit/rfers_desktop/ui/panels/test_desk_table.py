"""Tests of the table that the panels share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.panels.desk_table import DeskTable
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

EMPTY_WORDS = "Nothing here yet."


def a_table(qtbot: QtBot, *rows: tuple[str, str]) -> DeskTable:
    model = QStandardItemModel(0, 2)
    for row in rows:
        model.appendRow([QStandardItem(text) for text in row])
    table = DeskTable(model, "Things", EMPTY_WORDS, (120, 80), 0, None)
    model.setParent(table)
    qtbot.addWidget(table)
    table.resize(400, 240)
    table.show()
    return table


def test_the_elastic_column_takes_what_is_left_and_never_less_than_it_needs(qtbot: QtBot) -> None:
    model = QStandardItemModel(1, 3)
    table = DeskTable(model, "Things", EMPTY_WORDS, (120, 80, 100), 1, None, 150)
    model.setParent(table)
    qtbot.addWidget(table)
    table.resize(600, 240)
    table.show()
    assert table.columnWidth(1) == table.viewport().width() - 220
    table.setColumnWidth(0, 200)
    assert table.columnWidth(1) == table.viewport().width() - 300
    table.resize(300, 240)
    assert table.columnWidth(1) == 150
    assert table.horizontalScrollBar().maximum() > 0


def test_a_click_selects_the_whole_row(qtbot: QtBot) -> None:
    table = a_table(qtbot, ("a", "1"), ("b", "2"))
    assert table.selected_row() is None
    second = table.visualRect(table.model().index(1, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert table.selected_row() == 1
    assert len(table.selectionModel().selectedIndexes()) == 2


def test_arrows_move_in_the_table_and_tab_leaves_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    table, beside = a_table(qtbot, ("a", "1"), ("b", "2")), QPushButton("beside")
    column = QVBoxLayout(window)
    column.addWidget(table)
    column.addWidget(beside)
    with qtbot.waitActive(window):
        window.show()
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.selected_row() == 1
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert table.currentIndex().column() == 0
    assert beside.hasFocus()


def test_an_empty_table_says_why_it_is_empty(qtbot: QtBot) -> None:
    empty, filled = a_table(qtbot), a_table(qtbot, ("", ""))
    everything = empty.viewport().width() * empty.viewport().height()
    inked = everything - count_of(picture_of(empty.viewport()), DAY.panel)
    lines = everything - count_of(picture_of(filled.viewport()), DAY.panel)
    assert inked > 300
    assert lines < inked + filled.viewport().width()


def test_the_elastic_column_takes_what_is_left(qtbot: QtBot) -> None:
    table = a_table(qtbot, ("a", "1"))
    assert table.columnWidth(1) == 80
    assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()


def test_it_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    assert a_table(qtbot).accessibleName() == "Things"
