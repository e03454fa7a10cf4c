"""The number that nobody has acknowledged is always told, and so is that sounds are muted."""

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Priority
from rfers_desktop.ui.alerts.counter import AlertCounter
from tests.unit.rfers_desktop.alerting import an_alert

pytestmark = pytest.mark.display


def test_it_counts_in_the_tone_of_what_matters_most(qtbot: QtBot) -> None:
    counter = AlertCounter()
    qtbot.addWidget(counter)
    assert (counter.text(), counter.property("tone")) == ("No alerts", "quiet")
    counter.show_calling([an_alert("a", priority=Priority.CRITICAL), an_alert("b")])
    assert (counter.text(), counter.property("tone")) == ("● 2 unacknowledged", "bad")
    assert counter.accessibleName() == "Unacknowledged alerts: 2"
    counter.show_calling([an_alert("b")])
    assert counter.property("tone") == "waiting"


def test_it_says_that_sounds_are_muted(qtbot: QtBot) -> None:
    counter = AlertCounter()
    qtbot.addWidget(counter)
    counter.show_muted(True)
    assert counter.text() == "No alerts · muted"


def test_that_alerts_cannot_be_heard_here_is_said_and_why(qtbot: QtBot) -> None:
    counter = AlertCounter()
    qtbot.addWidget(counter)
    counter.show_unheard("no player")
    assert "no sound" in counter.text()
    assert counter.toolTip() == "no player"


def test_nothing_of_the_number_is_cut_however_little_room_there_is(qtbot: QtBot) -> None:
    beside = QWidget()
    qtbot.addWidget(beside)
    row = QHBoxLayout(beside)
    counter = AlertCounter()
    hint = QLabel("what the next click will do, in a long sentence " * 3)
    row.addWidget(hint, 1)
    row.addWidget(counter)
    beside.show()
    counter.show_unheard("no player")
    counter.show_calling([an_alert(f"a{number}", priority=Priority.CRITICAL) for number in range(12)])
    counter.say("9 alerts: resolved")
    beside.resize(10, 40)
    assert counter.text() == "9 alerts: resolved · ● 12 unacknowledged · no sound"
    assert counter.width() >= counter.sizeHint().width()
