"""Tests of rfers_desktop/ui/panels/notifications_model.py."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from broker_local.protocol.notification import MatchedSubscription
from rfers_desktop.store.notifications import NotificationsChanged
from rfers_desktop.ui.panels.notifications_model import SURE, NotificationsModel, columns
from rfers_desktop.ui.panels.row_choice import RowChoice
from rfers_desktop.ui.sure_bar import DEGREES
from tests.builders import TOPICS, an_event
from tests.unit.rfers_desktop.kept_notifications import a_stored

pytestmark = pytest.mark.display


@pytest.fixture
def model(qtbot: QtBot) -> NotificationsModel:
    made = NotificationsModel(TOPICS)
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Warning, made)
    return made


def numbers(model: NotificationsModel) -> list[int]:
    return [model.stored(row).notification.number for row in range(model.rowCount())]


def test_whatever_comes_and_goes_the_rows_are_those_there_are_newest_first(model: NotificationsModel) -> None:
    choice = random.Random(7)
    there: set[int] = set()
    model.choose(RowChoice())
    for _ in range(60):
        came = set(choice.sample(range(1, 400), choice.randrange(8))) - there
        gone = set(choice.sample(sorted(there), min(len(there), choice.randrange(5))))
        model.apply(
            NotificationsChanged(
                added=tuple(a_stored(number) for number in came), removed=tuple(a_stored(number) for number in gone)
            )
        )
        there = (there | came) - gone
        assert numbers(model) == sorted(there, reverse=True)
        assert model.total == len(there)


def test_what_comes_while_the_rows_are_worked_out_is_shown_too(model: NotificationsModel, qtbot: QtBot) -> None:
    model.apply(NotificationsChanged(added=(a_stored(1), a_stored(2))))
    with qtbot.waitSignal(model.settled):
        model.choose(RowChoice(topic="EALocation"))
        model.apply(NotificationsChanged(added=(a_stored(3),), removed=(a_stored(1),)))
    assert numbers(model) == [3, 2]
    assert model.is_settled


def test_a_sorted_table_takes_in_what_comes_soon(model: NotificationsModel, qtbot: QtBot) -> None:
    model.apply(NotificationsChanged(added=(a_stored(1), a_stored(2))))
    with qtbot.waitSignal(model.settled):
        model.sort(0, Qt.SortOrder.AscendingOrder)
    with qtbot.waitSignal(model.settled):
        model.apply(NotificationsChanged(added=(a_stored(3),), removed=(a_stored(1),)))
    assert numbers(model) == [2, 3]
    assert model.row_of(a_stored(3)) == 1
    assert model.row_of(a_stored(1)) is None


@pytest.mark.parametrize("column", range(len(columns())))
def test_every_column_can_be_sorted_by(model: NotificationsModel, qtbot: QtBot, column: int) -> None:
    events = [
        an_event(publisher="b"),
        an_event("WSObservation"),
        an_event("FireIncReports", geometry=None, address="x"),
    ]
    model.apply(NotificationsChanged(added=tuple(a_stored(n, event) for n, event in enumerate(events, start=1))))
    with qtbot.waitSignal(model.settled):
        model.sort(column, Qt.SortOrder.AscendingOrder)
    texts = [model.data(model.index(row, column)) for row in range(3)]
    assert texts == sorted(texts)  # type: ignore[type-var]


def test_the_newest_notification_of_a_thing_is_found_shown_or_not(model: NotificationsModel, qtbot: QtBot) -> None:
    model.apply(NotificationsChanged(added=(a_stored(1), a_stored(2))))
    with qtbot.waitSignal(model.settled):
        model.choose(RowChoice(topic="WSObservation"))
    newest = model.newest_of(("EALocation", "='A1'"))
    assert newest is not None
    assert newest.notification.number == 2
    assert model.newest_of(("EALocation", "='none'")) is None
    assert [stored.notification.number for stored in model.everything()] == [1, 2]


def test_a_new_desk_forgets_what_is_being_worked_out(model: NotificationsModel) -> None:
    model.apply(NotificationsChanged(added=(a_stored(1),)))
    model.sort(1, Qt.SortOrder.AscendingOrder)
    model.clear(TOPICS)
    assert model.is_settled
    assert model.rowCount() == 0


def test_how_sure_a_match_is_is_shown_told_and_sorted_by(model: NotificationsModel, qtbot: QtBot) -> None:
    degrees = {1: (1.0, 0.2), 2: (1.0, 1.0), 3: (0.4, 0.4), 4: (1.0, 0.7)}
    rows = []
    for number, pair in degrees.items():
        stored = a_stored(number)
        matched = (MatchedSubscription("h", "Hot ridge", *pair),)
        rows.append(replace(stored, notification=replace(stored.notification, matched=matched)))
    model.apply(NotificationsChanged(added=tuple(rows)))
    with qtbot.waitSignal(model.settled):
        model.sort(SURE, Qt.SortOrder.DescendingOrder)
    assert numbers(model) == [2, 4, 3, 1]
    told = [model.data(model.index(row, SURE)) for row in range(4)]
    assert told == ["certain", "likely, 70–100 %", "possible, 40 %", "possible, 20–100 %"]
    assert model.data(model.index(1, SURE), DEGREES) == (1.0, 0.7)
    tip = model.data(model.index(1, SURE), Qt.ItemDataRole.ToolTipRole)
    assert tip == "Hot ridge: Possible to 100 %, certain to 70 %."
