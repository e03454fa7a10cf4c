"""Tests of rfers_desktop/ui/repository/panel.py."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QDate, QDateTime, Qt, QTime, QTimeZone
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.repository.panel import RepositoryPanel
from rfers_desktop.workspace import RepositorySearch
from tests.builders import TOPICS
from tests.unit.rfers_desktop.kept_notifications import a_stored

pytestmark = pytest.mark.display


@pytest.fixture
def panel(qtbot: QtBot) -> RepositoryPanel:
    made = RepositoryPanel(TOPICS)
    qtbot.addWidget(made)
    made.resize(420, 600)
    made.show()
    return made


def test_words_times_topic_and_area_are_asked_for(panel: RepositoryPanel, qtbot: QtBot) -> None:
    panel.has_since.setChecked(True)
    utc = QTimeZone(QTimeZone.Initialization.UTC)
    panel.since.setDateTime(QDateTime(QDate(2026, 5, 1), QTime(6, 30), utc))
    panel.topic.setCurrentIndex(panel.topic.findData("EALocation"))
    panel.in_view.setChecked(True)
    qtbot.keyClicks(panel.words, "smoke mill")
    with qtbot.waitSignal(panel.asked) as asked:
        qtbot.keyClick(panel.words, Qt.Key.Key_Return)
    since = datetime(2026, 5, 1, 6, 30, tzinfo=UTC)
    assert asked.args == [RepositorySearch(since=since, text="smoke mill", topic="EALocation"), True]


def test_what_was_found_is_listed_and_looked_at(panel: RepositoryPanel, qtbot: QtBot) -> None:
    assert not panel.save.isEnabled()
    panel.show_found([a_stored(2), a_stored(1)])
    assert panel.model.rowCount() == 2
    assert panel.save.isEnabled()
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    with qtbot.waitSignal(panel.look_at) as looked:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert looked.args[0].notification.number == 2


def test_a_chosen_topic_stays_when_topics_change(panel: RepositoryPanel) -> None:
    panel.topic.setCurrentIndex(panel.topic.findData("EALocation"))
    panel.use_topics(TOPICS)
    assert panel.wanted().topic == "EALocation"
