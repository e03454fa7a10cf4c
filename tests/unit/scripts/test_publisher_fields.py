"""Moments are now or what is written; positions are written so that they can be read again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from pytestqt.qtbot import QtBot

from scripts.publisher_fields import MomentField, PlaceField

pytestmark = pytest.mark.display


def test_a_moment_is_now_until_another_is_written(qtbot: QtBot) -> None:
    field = MomentField()
    qtbot.addWidget(field)
    assert abs(field.moment() - datetime.now(UTC)) < timedelta(seconds=5)
    assert not field.written.isEnabled()
    field.is_now.setChecked(False)
    assert abs(field.moment() - datetime.now(UTC)) < timedelta(seconds=5)
    field.choose(datetime(2007, 11, 24, 18, 30, 5, tzinfo=UTC))
    assert field.moment() == datetime(2007, 11, 24, 18, 30, 5, tzinfo=UTC)
    assert field.written.text() == "2007-11-24 18:30:05"
    field.is_now.setChecked(True)
    assert abs(field.moment() - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_position_that_is_shown_can_be_read(qtbot: QtBot) -> None:
    field = PlaceField()
    qtbot.addWidget(field)
    assert field.place() is None
    field.show_place((-114.1270123, 51.0755456))
    assert field.place() == pytest.approx((-114.127012, 51.075546))
