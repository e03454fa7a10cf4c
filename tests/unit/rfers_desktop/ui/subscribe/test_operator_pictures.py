"""Tests of the list of comparisons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.operators import GeometryKind, Operator
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.drafting.spatial_choices import spatial_choices
from rfers_desktop.subscription_draft import SpatialTest
from rfers_desktop.ui.subscribe.operator_pictures import OperatorPictures

pytestmark = pytest.mark.display

ASSETS = builtin_topics()["EALocation"]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pictures(qtbot: QtBot) -> OperatorPictures:
    made = OperatorPictures()
    qtbot.addWidget(made)
    made.resize(360, 200)
    made.show()
    choices = spatial_choices(ASSETS, Sketch(Shape.POLYGON), 0.0)
    made.offer(choices, Operator.CONTAIN, GeometryKind.POLYGON, GeometryKind.POINT)
    return made


def chosen(pictures: OperatorPictures) -> list[SpatialTest]:
    tests: list[SpatialTest] = []
    pictures.chosen.connect(tests.append)
    return tests


def row_of(pictures: OperatorPictures, test: SpatialTest) -> int:
    return next(row for row in range(pictures.count()) if pictures.choice(row).test is test)


def click_row(pictures: OperatorPictures, row: int) -> None:
    item = pictures.item(row)
    pictures.scrollToItem(item)
    QTest.mouseClick(pictures.viewport(), LEFT, pos=pictures.visualItemRect(item).center())


def test_each_row_is_a_sentence(pictures: OperatorPictures) -> None:
    assert pictures.item(pictures.currentRow()).text() == "the zone contains the asset"
    assert pictures.count() == 15


def test_a_click_and_the_arrows_choose(pictures: OperatorPictures) -> None:
    tests = chosen(pictures)
    click_row(pictures, row_of(pictures, Operator.DISJOINT))
    QTest.keyClick(pictures, Qt.Key.Key_Up)
    assert tests == [Operator.DISJOINT, Operator.CONTAIN]


def test_what_can_never_be_is_grey_says_why_and_cannot_be_chosen(pictures: OperatorPictures) -> None:
    tests = chosen(pictures)
    row = row_of(pictures, Operator.OVERLAP)
    item = pictures.item(row)
    assert "one dimension" in item.toolTip()
    assert "one dimension" in item.data(Qt.ItemDataRole.AccessibleTextRole)
    assert not item.flags() & Qt.ItemFlag.ItemIsEnabled
    click_row(pictures, row)
    assert tests == []
    assert pictures.currentRow() == row_of(pictures, Operator.CONTAIN)


def test_the_reason_is_written_in_the_row_however_narrow(pictures: OperatorPictures) -> None:
    wide = pictures.sizeHintForRow(row_of(pictures, Operator.OVERLAP))
    pictures.resize(240, 200)
    assert pictures.sizeHintForRow(row_of(pictures, Operator.OVERLAP)) > wide


def test_offering_tells_nobody(pictures: OperatorPictures) -> None:
    tests = chosen(pictures)
    choices = spatial_choices(ASSETS, Sketch(Shape.POLYGON), 500.0)
    pictures.offer(choices, Operator.DISJOINT, GeometryKind.POLYGON, GeometryKind.POINT)
    assert tests == []
    assert "farther than 500 m" in pictures.item(pictures.currentRow()).text()


def test_it_is_painted(pictures: OperatorPictures) -> None:
    pictures.verticalScrollBar().setValue(200)
    assert not pictures.grab().isNull()
