"""The tree of alerts: a flood is one row with all of it below, a few are rows of their own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from rfers_desktop.store.alerts import AlertBook
from rfers_desktop.ui.alerts.alerts_model import COUNT, STATE, AlertsModel
from rfers_desktop.ui.look import Tone, ink
from tests.unit.rfers_desktop.alerting import NOON, a_cause, an_alert, key_of

pytestmark = pytest.mark.display


def test_qt_finds_nothing_wrong_with_the_tree() -> None:
    model = AlertsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_alerts([an_alert(f"t{i}") for i in range(20)] + [an_alert("x", subscription="few")], NOON)
    model.show_alerts([], NOON)
    assert tester.model() is model


def test_a_flood_is_one_row_with_all_of_it_below() -> None:
    model = AlertsModel()
    model.show_alerts([an_alert(f"t{i}") for i in range(30)] + [an_alert("x", subscription="few")], NOON)
    assert model.rowCount() == 2
    rows = [model.index(row, 0) for row in range(2)]
    (group,) = [row for row in rows if model.rowCount(row)]
    assert model.rowCount(group) == len(model.alerts_at(group)) == 30
    assert str(model.data(group)).startswith("30 alerts of North\n12:00:00 · normal · last: ")
    inside = model.index(3, 0, group)
    assert len(model.alerts_at(inside)) == 1
    assert model.parent(inside) == group


def test_a_row_says_state_and_number_of_events() -> None:
    book = AlertBook()
    book.take_in([a_cause("fire", f"e{i}") for i in range(1_200)], NOON)
    book.acknowledge([key_of("fire")], "ann", NOON)
    model = AlertsModel()
    model.show_alerts(book.alerts.values(), NOON)
    assert model.data(model.index(0, 0)) == "fire\n12:00:00 · North · normal"
    assert model.data(model.index(0, STATE)) == "● acknowledged"
    assert model.data(model.index(0, STATE), Qt.ItemDataRole.ForegroundRole) == ink(Tone.GOOD)
    assert model.data(model.index(0, COUNT)) == "1,200"
    assert [model.headerData(i, Qt.Orientation.Horizontal) for i in range(3)] == ["Alert", "State", "Events"]
