"""Tests of filters built of rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.drafting.filter_rows import Ask, Row
from rfers_desktop.ui.subscribe.filter_builder import FilterBuilder
from rfers_desktop.ui.subscribe.filter_text import nothing_seen
from tests.builders import EA_LOCATION, WS_OBSERVATION

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def builder(qtbot: QtBot) -> FilterBuilder:
    made = FilterBuilder(nothing_seen)
    qtbot.addWidget(made)
    made.use_topic(EA_LOCATION)
    made.show()
    return made


def told(builder: FilterBuilder) -> list[str]:
    texts: list[str] = []
    builder.changed.connect(texts.append)
    return texts


def test_a_filter_is_built_without_typing_its_language(builder: FilterBuilder, qtbot: QtBot) -> None:
    texts = told(builder)
    qtbot.mouseClick(builder.add, LEFT)
    (row,) = builder.rows
    row.attribute.setCurrentIndex(row.attribute.findData("Speed"))
    row.ask.setCurrentIndex(row.ask.findData(Ask.GREATER.value))
    qtbot.keyClicks(row.value.lineEdit(), "80")
    assert texts[-1] == "Speed > 80"
    qtbot.mouseClick(builder.add, LEFT)
    qtbot.keyClicks(builder.rows[1].value.lineEdit(), "A1")
    assert texts[-1] == "Speed > 80 AND AssetID = 'A1'"
    builder.join.setCurrentIndex(1)
    assert texts[-1] == "Speed > 80 OR AssetID = 'A1'"
    qtbot.mouseClick(builder.rows[0].remove, LEFT)
    assert texts[-1] == "AssetID = 'A1'"


def test_rows_that_a_text_cannot_be_shown_by_do_not_stay_to_say_something_else(builder: FilterBuilder) -> None:
    builder.show_text("Speed > 80 AND AssetName LIKE 'Rescue%'")
    assert len(builder.rows) == 2
    builder.show_text("(Speed > 80 AND AssetName LIKE 'Rescue%') OR Speed < 1")
    assert builder.rows == []
    builder.show_text("Speed > 80")
    assert len(builder.rows) == 1
    builder.show_text("Speed >")  # it is only not right yet
    assert len(builder.rows) == 1


def test_a_condition_that_does_not_count_yet_is_said(builder: FilterBuilder, qtbot: QtBot) -> None:
    qtbot.mouseClick(builder.add, LEFT)
    assert "does not count" in builder.why_not.text()
    assert builder.why_not.isVisible()
    assert builder.add.isEnabled()
    qtbot.keyClicks(builder.rows[0].value.lineEdit(), "A1")
    assert not builder.why_not.isVisible()


def test_a_text_is_shown_as_rows(builder: FilterBuilder) -> None:
    builder.show_text("Speed > 80 OR AssetName LIKE 'Eng%'")
    assert [row.row() for row in builder.rows] == [
        Row("Speed", Ask.GREATER, ("80",)),
        Row("AssetName", Ask.LIKE, ("Eng%",)),
    ]
    assert builder.join.currentData() is False
    assert builder.join.isVisible()


@pytest.mark.parametrize(
    ("text", "why"), [("Speed > 1 AND (Speed < 5 OR Speed > 9)", "mixes AND and OR"), ("Speed >", "mended")]
)
def test_what_rows_cannot_show_is_said_and_the_rows_rest(builder: FilterBuilder, text: str, why: str) -> None:
    builder.show_text("Speed > 1")
    builder.show_text(text)
    assert why in builder.why_not.text()
    assert builder.why_not.isVisible()
    assert not builder.add.isEnabled()
    builder.show_text("Speed > 7")
    assert not builder.why_not.isVisible()
    assert [row.row().values for row in builder.rows] == [("7",)]


def test_a_row_that_is_not_filled_in_stays_while_the_text_says_the_same(builder: FilterBuilder) -> None:
    builder.show_text("Speed > 1")
    builder.add_row()
    builder.show_text("Speed > 1")
    assert len(builder.rows) == 2


def test_another_topic_has_other_rows(builder: FilterBuilder) -> None:
    builder.show_text("Speed > 1")
    builder.use_topic(WS_OBSERVATION)
    assert builder.rows == []
    assert builder.why_not.isVisible()
    builder.show_text("Temperature > 27 AND Humidity < 0.08")
    assert len(builder.rows) == 2
