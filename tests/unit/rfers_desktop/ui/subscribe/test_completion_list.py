"""Tests of the list below what is typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.drafting.filter_completion import Completion
from rfers_desktop.ui.subscribe.completion_list import CompletionList

pytestmark = pytest.mark.display

ITEMS = [Completion("Speed", "km/h"), Completion("AssetID"), Completion("AssetName")]


@pytest.fixture
def offered(qtbot: QtBot) -> Iterator[CompletionList]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    editor = QLineEdit(window)
    window.show()
    made = CompletionList(editor)
    made.offer(ITEMS, window.mapToGlobal(QPoint(390, 290)))
    yield made
    window.close()


def test_what_is_offered_is_shown_within_the_window(offered: CompletionList) -> None:
    window = offered.parentWidget()
    assert window is not None
    assert window.rect().contains(offered.geometry())
    assert offered.texts() == ["Speed", "AssetID", "AssetName"]
    assert offered.item(0).text() == "Speed   km/h"


def test_steps_go_round(offered: CompletionList) -> None:
    offered.step(-1)
    assert offered.currentRow() == 2
    offered.step(1)
    assert offered.currentRow() == 0


def test_the_marked_row_is_chosen_by_key_and_any_by_a_click(offered: CompletionList, qtbot: QtBot) -> None:
    chosen: list[str] = []
    offered.chosen.connect(chosen.append)
    offered.choose()
    at = offered.visualItemRect(offered.item(2)).center()
    QTest.mouseClick(offered.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["Speed", "AssetName"]


def test_nothing_to_offer_hides_it(offered: CompletionList) -> None:
    offered.offer([], QPoint())
    assert not offered.isVisible()
    offered.choose()
    assert offered.texts() == []
