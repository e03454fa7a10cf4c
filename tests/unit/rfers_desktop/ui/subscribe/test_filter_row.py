"""Tests of one condition that is chosen, not typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from rfers_desktop.drafting.filter_rows import Ask, Row
from rfers_desktop.ui.subscribe.filter_row import FilterRow

pytestmark = pytest.mark.display

ASSETS, REPORTS = (builtin_topics()[name] for name in ("EALocation", "FireIncReports"))
LEFT = Qt.MouseButton.LeftButton


def a_row(qtbot: QtBot, row: Row, is_report: bool = False) -> FilterRow:
    made = FilterRow(REPORTS if is_report else ASSETS, row, lambda topic, attribute: ("Arson",))
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    "row",
    [
        Row("Speed", Ask.GREATER, ("80",)),
        Row("Speed", Ask.BETWEEN, ("5", "8")),
        Row("AssetID", Ask.ONE_OF, ("a", "b")),
        Row("AssetName", Ask.MISSING),
    ],
)
def test_a_row_is_shown_and_read_as_it_is(qtbot: QtBot, row: Row) -> None:
    assert a_row(qtbot, row).row() == row


def test_the_unit_is_beside_the_value(qtbot: QtBot) -> None:
    made = a_row(qtbot, Row("Speed", Ask.GREATER, ("80",)))
    assert (made.unit.text(), made.unit.isVisible()) == ("km/h", True)


def test_fields_are_there_as_the_comparison_needs_them(qtbot: QtBot) -> None:
    made = a_row(qtbot, Row("Speed", Ask.GREATER, ("80",)))
    for ask, shown in ((Ask.BETWEEN, (True, True)), (Ask.MISSING, (False, False)), (Ask.LESS, (True, False))):
        made.ask.setCurrentIndex(made.ask.findData(ask.value))
        assert (made.value.isVisible(), made.second.isVisible()) == shown


def test_usual_and_seen_values_are_offered(qtbot: QtBot) -> None:
    made = a_row(qtbot, Row("IncCause", Ask.EQUAL, ("",)), is_report=True)
    values = [made.value.itemText(index) for index in range(made.value.count())]
    assert values == ["Electricity", "Human", "Lightning", "Gas", "Arson"]


def test_another_attribute_offers_its_own_comparisons(qtbot: QtBot) -> None:
    made = a_row(qtbot, Row("Speed", Ask.GREATER, ("80",)))
    with qtbot.waitSignal(made.changed):
        made.attribute.setCurrentIndex(made.attribute.findData("AssetName"))
    assert made.ask.findData(Ask.GREATER.value) < 0
    assert made.row() == Row("AssetName", Ask.EQUAL, ("",))


def test_typing_and_removing_are_told(qtbot: QtBot) -> None:
    made = a_row(qtbot, Row("Speed", Ask.GREATER, ("",)))
    with qtbot.waitSignal(made.changed):
        qtbot.keyClicks(made.value.lineEdit(), "9")
    assert made.row() == Row("Speed", Ask.GREATER, ("9",))
    with qtbot.waitSignal(made.removed):
        qtbot.mouseClick(made.remove, LEFT)


SENSORS = builtin_topics()["WSObservation"]


def a_word_row(qtbot: QtBot, row: Row) -> FilterRow:
    made = FilterRow(SENSORS, row, lambda topic, attribute: ())
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_word_is_chosen_with_its_hedge_and_its_picture(qtbot: QtBot) -> None:
    made = a_word_row(qtbot, Row("Temperature", Ask.NOT_WORD, ("VERY hot",), "necessity >= 0.5"))
    assert made.row() == Row("Temperature", Ask.NOT_WORD, ("VERY hot",), "necessity >= 0.5")
    assert not made.value.isVisible()
    assert not made.unit.isVisible()
    assert not made.word.term.itemIcon(0).isNull()
    assert made.word.with_words.toolTip() == "WITH necessity >= 0.5"
    with qtbot.waitSignal(made.changed):
        made.word.term.setCurrentIndex(made.word.term.findData("warm"))
    made.word.hedge.setCurrentIndex(0)
    assert made.row() == Row("Temperature", Ask.NOT_WORD, ("warm",), "necessity >= 0.5")


def test_another_attribute_has_other_words_and_one_without_has_none(qtbot: QtBot) -> None:
    made = a_word_row(qtbot, Row("Temperature", Ask.WORD, ("hot",)))
    made.attribute.setCurrentIndex(made.attribute.findData("Humidity"))
    assert made.row() == Row("Humidity", Ask.WORD, ("parched",))
    made.attribute.setCurrentIndex(made.attribute.findData("SensorName"))
    assert made.row().ask is not Ask.WORD
    assert not made.word.isVisible()


def test_hedges_that_are_not_in_the_list_are_kept(qtbot: QtBot) -> None:
    row = Row("Humidity", Ask.WORD, ("SOMEWHAT VERY dry",))
    assert a_word_row(qtbot, row).row() == row
