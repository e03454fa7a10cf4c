"""Tests of the line for numbers over the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.drafting.numeric_entry import BufferEntry
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.ui.map.number_entry import NumberEntry

pytestmark = pytest.mark.display


@pytest.fixture
def entry(qtbot: QtBot) -> NumberEntry:
    behind = QWidget()
    qtbot.addWidget(behind)
    behind.resize(600, 400)
    behind.show()
    return NumberEntry(behind, lambda: WEB_MERCATOR)


def test_it_says_with_every_key_what_enter_will_do(entry: NumberEntry, qtbot: QtBot) -> None:
    previewed: list[object] = []
    entry.previewed.connect(previewed.append)
    entry.open("5")
    assert entry.says.text() == "A buffer of 5.00 m"
    qtbot.keyClicks(entry.text, "0 km")
    assert entry.says.text() == "A buffer of 50.00 km"
    assert previewed[-1] == BufferEntry(50_000.0)
    qtbot.keyClicks(entry.text, "x")
    assert "expected" in entry.says.text()
    assert previewed[-1] is None


def test_enter_gives_the_entry_and_goes(entry: NumberEntry, qtbot: QtBot) -> None:
    entry.open("500")
    with qtbot.waitSignal(entry.entered) as told, qtbot.waitSignal(entry.left):
        QTest.keyClick(entry.text, Qt.Key.Key_Return)
    assert told.args == [BufferEntry(500.0)]
    assert not entry.isVisible()


def test_enter_on_what_cannot_be_read_stays(entry: NumberEntry) -> None:
    entry.open("@")
    QTest.keyClick(entry.text, Qt.Key.Key_Return)
    assert entry.isVisible()


def test_escape_goes_and_gives_nothing(entry: NumberEntry, qtbot: QtBot) -> None:
    entry.open("500")
    with qtbot.assertNotEmitted(entry.entered), qtbot.waitSignal(entry.left):
        QTest.keyClick(entry.text, Qt.Key.Key_Escape)
    assert not entry.isVisible()
