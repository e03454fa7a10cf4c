"""Tests of cells of two lines."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage, QStandardItem, QStandardItemModel
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.panels.desk_table import DeskTable
from rfers_desktop.ui.panels.two_lines import TwoLines
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


def cell(qtbot: QtBot, text: str, is_selected: bool = False) -> QImage:
    model = QStandardItemModel(0, 1)
    model.appendRow(QStandardItem(text))
    table = DeskTable(model, "Things", "", (300,), 0, None)
    qtbot.addWidget(table)
    model.setParent(table)
    table.verticalHeader().setDefaultSectionSize(48)
    table.setItemDelegateForColumn(0, TwoLines(table))
    table.resize(300, 120)
    table.show()
    if is_selected:
        table.selectRow(0)
    box = table.visualRect(model.index(0, 0))
    return picture_of(table.viewport()).copy(box)


def test_the_first_line_is_dark_and_above_the_second_which_is_quiet(qtbot: QtBot) -> None:
    picture = cell(qtbot, "■■■■\n■■■■")
    upper, lower = (picture.copy(0, top, picture.width(), 24) for top in (0, 24))
    assert count_of(upper, DAY.text) > 20
    assert count_of(upper, DAY.quiet_text) == 0
    assert count_of(lower, DAY.quiet_text) > 20
    assert count_of(lower, DAY.text) == 0


def test_one_line_is_enough(qtbot: QtBot) -> None:
    picture = cell(qtbot, "■■■■")
    assert count_of(picture, DAY.text) > 20
    assert count_of(picture, DAY.quiet_text) == 0


def test_lines_that_are_too_long_stay_in_their_cell(qtbot: QtBot) -> None:
    picture = cell(qtbot, "■" * 100 + "\n" + "■" * 100)
    edge = picture.copy(picture.width() - 8, 0, 8, picture.height())
    assert count_of(edge, DAY.text) == count_of(edge, DAY.quiet_text) == 0


def test_a_selected_row_is_seen(qtbot: QtBot) -> None:
    assert cell(qtbot, "a\nb", is_selected=True) != cell(qtbot, "a\nb")
