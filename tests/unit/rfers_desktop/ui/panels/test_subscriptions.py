"""Tests of the table of subscriptions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Subscription
from rfers_desktop.ui.panels.subscriptions import SubscriptionsPanel
from rfers_desktop.ui.themes import DAY
from rfers_desktop.workspace import NotificationsChanged, SubscriptionRecord, SubscriptionsChanged, SubscriptionState
from tests.builders import TOPICS, a_subscription, a_zone
from tests.unit.rfers_desktop.kept_notifications import a_stored

pytestmark = pytest.mark.display

NORTH = a_subscription(id="north", zone=a_zone(), buffer_m=500, filter="Speed > 80")
SOUTH = a_subscription(id="south", name="South")


def record(
    subscription: Subscription = NORTH, state: SubscriptionState = SubscriptionState.LIVE, reason: str | None = None
) -> SubscriptionRecord:
    return SubscriptionRecord(subscription, state, reason)


@pytest.fixture
def panel(qtbot: QtBot) -> SubscriptionsPanel:
    made = SubscriptionsPanel(TOPICS)
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Warning, made)
    qtbot.addWidget(made)
    made.resize(460, 300)
    made.show()
    return made


def cells(panel: SubscriptionsPanel, row: int = 0) -> dict[str, str]:
    model = panel.model
    across = Qt.Orientation.Horizontal
    columns = range(model.columnCount())
    return {str(model.headerData(column, across)): str(model.data(model.index(row, column))) for column in columns}


def test_a_row_tells_what_is_asked_for(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(),)))
    shown = " ".join(cells(panel).values())
    for words in ("North sector", "live", "Speed > 80", "the asset is within 500 m of the zone"):
        assert words in shown


def test_a_subscription_without_a_zone_listens_everywhere(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(SOUTH),)))
    assert "everywhere" in " ".join(cells(panel).values())


@pytest.mark.parametrize(
    ("state", "word", "colour"),
    [
        (SubscriptionState.PENDING, "asked for", DAY.waiting),
        (SubscriptionState.LIVE, "live", DAY.good),
        (SubscriptionState.ENDING, "ending", DAY.waiting),
        (SubscriptionState.REFUSED, "refused", DAY.bad),
        (SubscriptionState.UNANSWERED, "no answer", DAY.bad),
    ],
)
def test_each_state_has_a_word_and_a_colour(
    panel: SubscriptionsPanel, state: SubscriptionState, word: str, colour: str
) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(state=state),)))
    column = next(column for column, name in enumerate(cells(panel)) if name == "State")
    cell = panel.model.index(0, column)
    assert str(panel.model.data(cell)).endswith(word)
    assert panel.model.data(cell, Qt.ItemDataRole.ForegroundRole) == QColor(colour)


def test_a_change_keeps_the_row_where_it_is(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(NORTH, SubscriptionState.PENDING), record(SOUTH))))
    panel.apply(SubscriptionsChanged(changed=(record(NORTH),)))
    assert [panel.model.record(row) for row in (0, 1)] == [record(NORTH), record(SOUTH)]
    assert panel.model.rowCount() == 2


def test_one_that_ended_is_no_longer_shown(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(NORTH), record(SOUTH))))
    panel.apply(SubscriptionsChanged(removed=("north", "never heard of")))
    assert panel.model.rowCount() == 1
    assert panel.model.record(0).subscription is SOUTH


def test_the_tooltip_says_why_it_was_refused(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(state=SubscriptionState.REFUSED, reason="too many"),)))
    assert panel.model.data(panel.model.index(0, 0), Qt.ItemDataRole.ToolTipRole) == "too many"


def test_the_tooltip_of_a_live_one_tells_its_topic(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(),)))
    tooltip = str(panel.model.data(panel.model.index(0, 0), Qt.ItemDataRole.ToolTipRole))
    assert "Emergency asset locations" in tooltip
    panel.model.use_topics({})
    assert "EALocation" in str(panel.model.data(panel.model.index(0, 0), Qt.ItemDataRole.ToolTipRole))


def test_a_click_selects_and_says_so(panel: SubscriptionsPanel, qtbot: QtBot) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(NORTH), record(SOUTH))))
    assert panel.selected() is None
    at = panel.table.visualRect(panel.model.index(1, 0)).center()
    with qtbot.waitSignal(panel.selection_changed):
        qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert panel.selected() == record(SOUTH)


def test_return_asks_to_look_at_the_zone(panel: SubscriptionsPanel, qtbot: QtBot) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(NORTH),)))
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    with qtbot.waitSignal(panel.look_at) as asked:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert asked.args == ["north"]


def test_a_new_desk_has_no_subscriptions_and_no_selection(panel: SubscriptionsPanel, qtbot: QtBot) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(NORTH),)))
    panel.table.selectRow(0)
    with qtbot.waitSignal(panel.selection_changed):
        panel.model.clear(TOPICS)
    assert panel.model.rowCount() == 0
    assert panel.selected() is None


def names(panel: SubscriptionsPanel) -> list[str]:
    rows = range(panel.model.rowCount())
    return [panel.model.record(row).subscription.name for row in rows if not panel.table.isRowHidden(row)]


def test_a_click_sorts_rows_and_the_selected_one_stays_selected(panel: SubscriptionsPanel, qtbot: QtBot) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(SOUTH), record(NORTH))))
    panel.table.selectRow(0)
    header = panel.table.horizontalHeader()
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, header.height() // 2))
    assert names(panel) == ["North sector", "South"]
    assert panel.selected() == record(SOUTH)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, header.height() // 2))
    assert names(panel) == ["South", "North sector"]


def test_typing_hides_what_is_not_looked_for(panel: SubscriptionsPanel, qtbot: QtBot) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(SOUTH), record(NORTH))))
    qtbot.keyClicks(panel.words, "speed live")
    assert names(panel) == ["North sector"]
    panel.words.clear()
    assert names(panel) == ["South", "North sector"]


def test_how_many_notifications_each_brought_is_counted(panel: SubscriptionsPanel) -> None:
    panel.apply(SubscriptionsChanged(changed=(record(a_subscription(id="subscription")), record(SOUTH))))
    panel.model.count(NotificationsChanged(added=(a_stored(1), a_stored(2)), restored=(a_stored(3),)))
    panel.model.count(NotificationsChanged(removed=(a_stored(3),)))
    assert [cells(panel, row)["Told"] for row in (0, 1)] == ["2", "0"]
