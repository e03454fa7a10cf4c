"""Tests of the table of notifications."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from rfers_desktop.store.notifications import NotificationsChanged, StoredNotification
from rfers_desktop.ui.panels.notifications import NotificationsPanel
from rfers_desktop.ui.panels.notifications_model import NotificationsModel
from tests.builders import A_MOMENT, EA_LOCATION, TOPICS, an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, a_notification

pytestmark = pytest.mark.display


def stored(number: int, era: int = 0, topic: str = "EALocation") -> StoredNotification:
    event = an_event(topic, id=f"event of {number}", time=A_MOMENT + timedelta(seconds=number))
    return StoredNotification(era, a_notification(number, event), RECEIVED, (topic, f"#{number}"))


def added(*numbers: int) -> NotificationsChanged:
    return NotificationsChanged(added=tuple(stored(number) for number in numbers))


@pytest.fixture
def panel(qtbot: QtBot) -> NotificationsPanel:
    made = NotificationsPanel(TOPICS)
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Warning, made)
    qtbot.addWidget(made)
    made.resize(1200, 300)
    made.show()
    return made


def numbers_of(panel: NotificationsPanel) -> list[int]:
    return [row.notification.number for row in panel.rows()]


def cells(panel: NotificationsPanel, row: int = 0) -> dict[str, str]:
    model = panel.model
    across = Qt.Orientation.Horizontal
    columns = range(model.columnCount())
    return {str(model.headerData(column, across)): str(model.data(model.index(row, column))) for column in columns}


def test_the_newest_is_on_top(panel: NotificationsPanel) -> None:
    panel.apply(added(1, 2))
    panel.apply(added(3))
    assert numbers_of(panel) == [3, 2, 1]


def test_one_that_comes_late_takes_its_place(panel: NotificationsPanel) -> None:
    panel.apply(added(1, 4))
    panel.apply(added(3, 2))
    panel.apply(added(6, 5))
    assert numbers_of(panel) == [6, 5, 4, 3, 2, 1]


def test_an_inbox_that_begins_anew_stands_above_the_old_one(panel: NotificationsPanel) -> None:
    panel.apply(added(7))
    panel.apply(NotificationsChanged(added=(stored(1, era=1),)))
    assert numbers_of(panel) == [1, 7]


def test_what_went_is_no_longer_shown(panel: NotificationsPanel) -> None:
    panel.apply(added(1, 2, 3))
    panel.apply(NotificationsChanged(removed=(stored(2), stored(9))))
    assert numbers_of(panel) == [3, 1]


def test_a_row_tells_what_happened_where_and_why_it_came(panel: NotificationsPanel) -> None:
    panel.apply(added(5))
    row = cells(panel)
    assert row["No."] == "5"
    assert row["Sent (UTC)"] == "2008-04-12 14:15:26"
    assert row["Topic"] == "Emergency asset locations"
    assert row["What"] == "A1"
    assert "63 km/h" in row["Details"]
    assert row["Matched subscription"] == "North sector"


def test_a_topic_nobody_knows_is_shown_by_its_name(panel: NotificationsPanel) -> None:
    panel.apply(NotificationsChanged(added=(stored(1),)))
    panel.model.use_topics({})
    assert cells(panel)["Topic"] == "EALocation"


def test_new_titles_are_shown_at_once(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.clear({})
    panel.apply(added(1, 2))
    with qtbot.waitSignal(panel.model.dataChanged):
        panel.model.use_topics({"EALocation": EA_LOCATION})
    assert cells(panel, row=1)["Topic"] == "Emergency asset locations"


def test_a_new_desk_has_no_notifications(panel: NotificationsPanel) -> None:
    panel.apply(added(1, 2))
    panel.clear(TOPICS)
    assert panel.rows() == []


def test_a_double_click_asks_to_look_at_the_event(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.apply(added(1, 2))
    at = panel.table.visualRect(panel.model.index(1, 1)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    with qtbot.waitSignal(panel.look_at) as asked:
        qtbot.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.args[0].notification.number == 1


def test_return_asks_to_look_at_the_selected_event(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.apply(added(1, 2))
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    with qtbot.waitSignal(panel.look_at) as asked:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert asked.args[0].notification.number == 2


def test_a_selected_row_stays_selected_when_more_come(panel: NotificationsPanel) -> None:
    panel.apply(added(1, 2))
    panel.table.selectRow(1)
    panel.apply(added(3))
    assert panel.table.selected_row() == 2


def test_cells_have_no_children_and_no_other_roles(panel: NotificationsPanel) -> None:
    model = NotificationsModel(TOPICS)
    model.apply(added(1))
    cell = model.index(0, 0)
    assert model.rowCount(cell) == model.columnCount(cell) == 0
    assert model.rowCount(QModelIndex()) == 1
    assert model.data(cell, Qt.ItemDataRole.DecorationRole) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None


def test_what_an_earlier_life_received_stands_below(panel: NotificationsPanel) -> None:
    panel.apply(added(5))
    panel.apply(NotificationsChanged(restored=(stored(3), stored(4))))
    panel.apply(NotificationsChanged(restored=(stored(1), stored(2))))
    assert numbers_of(panel) == [5, 4, 3, 2, 1]


def test_typing_narrows_the_rows_and_escape_shows_them_again(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.apply(NotificationsChanged(added=(stored(1), stored(2, topic="WSObservation"))))
    panel.search()
    with qtbot.waitSignal(panel.model.settled):
        qtbot.keyClicks(panel.bar.words, "s1 WSObs")
    assert numbers_of(panel) == [2]
    assert panel.bar.count.text() == "1 of 2"
    with qtbot.waitSignal(panel.model.settled):
        qtbot.keyClicks(panel.bar.words, " nowhere")
    assert panel.table.when_empty == "None is like that."
    with qtbot.waitSignal(panel.model.settled):
        qtbot.keyClick(panel.table, Qt.Key.Key_Escape)
    assert numbers_of(panel) == [2, 1]
    assert panel.table.when_empty.startswith("Nothing yet.")


@pytest.mark.parametrize("column", [0, 1, 2, 3, 4, 6, 8])
def test_a_row_is_found_by_what_a_column_says(panel: NotificationsPanel, qtbot: QtBot, column: int) -> None:
    panel.apply(NotificationsChanged(added=(stored(7), stored(8, topic="WSObservation"))))
    says = panel.model.index(0, column).data()
    with qtbot.waitSignal(panel.model.settled):
        panel.bar.words.setText(says)
    assert 8 in numbers_of(panel)


def test_a_click_on_a_heading_sorts_and_another_turns_it_round(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.apply(NotificationsChanged(added=(stored(1, topic="WSObservation"), stored(2), stored(3))))
    header = panel.table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(2) + 20, header.height() // 2)
    with qtbot.waitSignal(panel.model.settled):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert numbers_of(panel) == [3, 2, 1]  # A1, A1, S1
    with qtbot.waitSignal(panel.model.settled):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert numbers_of(panel) == [1, 3, 2]


def test_the_selection_stays_on_its_notification_when_rows_are_sorted(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.apply(added(1, 2, 3))
    assert panel.select(panel.model.stored(0))
    with qtbot.waitSignal(panel.model.settled):
        panel.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert [kept.notification.number for kept in panel.selection()] == [3]
    assert panel.table.selected_row() == 2


def test_one_selected_row_is_told_and_several_are_not(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.apply(added(1, 2))
    with qtbot.waitSignal(panel.selected) as told:
        panel.table.selectRow(0)
    assert told.args[0].notification.number == 2
    with qtbot.waitSignal(panel.selected) as told:
        panel.table.selectAll()
    assert told.args == [None]
    assert [kept.notification.number for kept in panel.selection()] == [2, 1]


def test_one_that_is_not_shown_cannot_be_selected(panel: NotificationsPanel) -> None:
    panel.apply(added(1))
    assert not panel.select(stored(7))


def test_return_in_the_search_leads_to_the_table(panel: NotificationsPanel, qtbot: QtBot) -> None:
    panel.activateWindow()
    panel.search()
    qtbot.keyClick(panel.bar.words, Qt.Key.Key_Return)
    assert panel.table.hasFocus()
