"""Tests of rfers_desktop/ui/panels/row_bar.py."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.store.notifications import NotificationsChanged
from rfers_desktop.ui.panels.row_bar import RowBar
from rfers_desktop.ui.panels.row_choice import RowChoice
from tests.builders import EA_LOCATION, TOPICS
from tests.unit.rfers_desktop.kept_notifications import a_stored

pytestmark = pytest.mark.display


@pytest.fixture
def bar(qtbot: QtBot) -> RowBar:
    made = RowBar(TOPICS)
    qtbot.addWidget(made)
    made.resize(900, 40)
    made.show()
    return made


def test_typing_is_told_once_when_it_pauses(bar: RowBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.chosen) as told:
        qtbot.keyClicks(bar.words, "Engine 7")
    assert told.args == [RowChoice(words=("engine", "7"))]


def test_a_filter_is_read_against_the_topic_that_is_chosen(bar: RowBar, qtbot: QtBot) -> None:
    bar.topic.setCurrentIndex(bar.topic.findData("EALocation"))
    with qtbot.waitSignal(bar.chosen) as told:
        qtbot.keyClicks(bar.filter, "speed > 80")
    assert told.args[0].topic == "EALocation"
    assert list(told.args[0].filters) == ["EALocation"]


def test_without_a_topic_a_filter_is_read_against_all_that_have_what_it_speaks_of(bar: RowBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.chosen) as told:
        qtbot.keyClicks(bar.filter, "Temperature > 30")
    assert list(told.args[0].filters) == ["WSObservation"]
    bar.filter.clear()
    qtbot.keyClicks(bar.filter, "Temprature > 30")
    qtbot.waitUntil(bar.problem.isVisible)
    assert "did you mean 'Temperature'" in bar.problem.text()


def test_a_filter_that_is_wrong_is_told_of_and_changes_nothing(bar: RowBar, qtbot: QtBot) -> None:
    bar.topic.setCurrentIndex(bar.topic.findData("EALocation"))
    with qtbot.assertNotEmitted(bar.chosen, wait=0):
        qtbot.keyClicks(bar.filter, "Sped > 80")
        qtbot.waitUntil(bar.problem.isVisible)
    assert "Speed" in bar.problem.text()


def test_subscriptions_are_offered_as_notifications_come(bar: RowBar, qtbot: QtBot) -> None:
    bar.hear_of(NotificationsChanged(added=(a_stored(1), a_stored(2)), restored=(a_stored(3),)))
    assert [bar.subscription.itemText(row) for row in range(bar.subscription.count())] == ["All subscriptions", "North"]
    with qtbot.waitSignal(bar.chosen) as told:
        bar.subscription.setCurrentIndex(1)
    assert told.args[0].subscription_id == "subscription"


def test_a_chosen_topic_stays_when_topics_change_and_goes_with_its_topic(bar: RowBar) -> None:
    bar.topic.setCurrentIndex(bar.topic.findData("EALocation"))
    bar.use_topics({"EALocation": EA_LOCATION})
    assert bar.choice().topic == "EALocation"
    bar.use_topics({})
    assert bar.choice().topic is None


def test_resetting_narrows_no_more(bar: RowBar, qtbot: QtBot) -> None:
    bar.topic.setCurrentIndex(1)
    qtbot.keyClicks(bar.words, "x")
    assert bar.is_narrowing
    bar.reset()
    assert not bar.is_narrowing
    assert bar.choice() == RowChoice()


def test_down_leads_on(bar: RowBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar.words, Qt.Key.Key_Down)


def test_the_count_says_how_many_are_left_out(bar: RowBar) -> None:
    bar.show_count(1_234, 100_000)
    assert bar.count.text() == "1,234 of 100,000"
    bar.show_count(5, 5)
    assert bar.count.text() == "5"
