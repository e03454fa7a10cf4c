"""Tests of how and for how long the user is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Priority, Sound, SubscriptionOptions
from rfers_desktop.ui.subscribe.option_fields import OptionFields

pytestmark = pytest.mark.display

NOW = datetime(2026, 8, 5, 14, 15, tzinfo=UTC)


@pytest.fixture
def fields(qtbot: QtBot) -> OptionFields:
    made = OptionFields(NOW.timestamp)
    qtbot.addWidget(made)
    made.show()
    return made


def choose(field: QComboBox, data: object) -> None:
    field.setCurrentIndex(next(index for index in range(field.count()) if field.itemData(index) == data))


def test_choices_are_told(fields: OptionFields) -> None:
    told: list[SubscriptionOptions] = []
    fields.changed.connect(told.append)
    choose(fields.priority, "critical")
    choose(fields.sound, "siren")
    choose(fields.ends, 4)
    choose(fields.expires, 3600.0)
    assert told[-1] == SubscriptionOptions(3600.0, Priority.CRITICAL, Sound.SIREN, None, NOW + timedelta(hours=4))
    choose(fields.ends, None)
    assert told[-1].ends_at is None


def test_a_moment_can_be_chosen_and_is_never_one_that_is_past(fields: OptionFields) -> None:
    told: list[SubscriptionOptions] = []
    fields.changed.connect(told.append)
    choose(fields.ends, "at")
    assert fields.moment.isVisible()
    assert told[-1].ends_at == datetime(2026, 8, 6, tzinfo=UTC)


def test_options_are_shown_without_telling(fields: OptionFields, qtbot: QtBot) -> None:
    ends = datetime(2026, 9, 1, 6, 30, tzinfo=UTC)
    with qtbot.assertNotEmitted(fields.changed):
        fields.show_options(SubscriptionOptions(None, Priority.HIGH, Sound.PING, "#112233", ends))
    assert fields.priority.currentData() == "high"
    assert fields.sound.currentData() == "ping"
    assert fields.moment.isVisible()
    assert fields.moment.dateTime().toMSecsSinceEpoch() == ends.timestamp() * 1000
    fields.show_options(SubscriptionOptions())
    assert (fields.priority.currentData(), fields.ends.currentData()) == ("normal", None)
    assert not fields.moment.isVisible()


def test_what_it_does_not_show_is_kept(fields: OptionFields) -> None:
    fields.show_options(SubscriptionOptions(colour="#112233"))
    told: list[SubscriptionOptions] = []
    fields.changed.connect(told.append)
    choose(fields.priority, "low")
    assert told[-1].colour == "#112233"
