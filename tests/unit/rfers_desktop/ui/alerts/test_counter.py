"""The number that nobody has acknowledged is always told, and so is that sounds are muted."""

import pytest
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
