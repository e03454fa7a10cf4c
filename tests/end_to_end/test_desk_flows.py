"""What an officer does at the desk, with a real mouse and real keys, on a real matcher: each flow from start to end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from broker_local.broker.choose import EMBEDDED
from broker_local.protocol.subscription import Priority, SubscriptionOptions
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.store.alerts import AlertState
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.alerts.part import AlertsPart
from rfers_desktop.ui.charts.part import ChartsPart
from rfers_desktop.ui.notifications_part import NotificationsPart
from rfers_desktop.ui.subscribe.part import SubscribePart
from tests.builders import a_zone, an_event
from tests.end_to_end.companion import Companion, Desk, Publisher
from tests.end_to_end.desk_hands import WAIT_MS, Hands, live_one, open_window
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, LEFT
from tests.unit.rfers_desktop.ui.photos import a_photo

pytestmark = [
    pytest.mark.broker,
    pytest.mark.display,
    pytest.mark.parametrize("companion", [EMBEDDED], indirect=True),  # a desk does not care which broker it is
]
CTRL, CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier(0x06000000)
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def hands(companion: Companion, qtbot: QtBot) -> Iterator[Hands]:
    made = open_window(companion, qtbot)
    yield made
    made.window.close()


def subscribe(hands: Hands, topic: str, filter_text: str = "", priority: Priority = Priority.NORMAL) -> None:
    draft = SubscriptionDraft(
        "North", topic, a_zone(*CALGARY), filter_text=filter_text, options=SubscriptionOptions(priority=priority)
    )
    hands.window.show_change(hands.window._workspace.subscribe(draft))


def click_at(hands: Hands, lon: float, lat: float) -> None:
    hands.look_at_calgary()
    hands.canvas.settle()
    at = hands.pixel(lon, lat)
    hands.click(at.x(), at.y())


def test_a_zone_is_looked_at_before_it_is_sent_and_taken_back_after(
    hands: Hands, qtbot: QtBot, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    bob, workspace = desk("bob"), hands.window._workspace
    publisher.publish(*(an_event(id=f"past {i}", assetid=f"{i}", speed=90, geometry=CALGARY) for i in range(14)))
    publisher.publish(an_event(id="slow", assetid="99", speed=20, geometry=CALGARY))
    bob.wait_for(lambda: bob.counter("accepted") == 15)
    part = hands.window.part(SubscribePart)
    verdict, field = part.dry_run.view, part.card.filter.typed

    hands.press_tool(Shape.CIRCLE)
    middle = hands.pixel(*CALGARY)
    hands.drag((middle.x(), middle.y()), (middle.x() + 50, middle.y()), SHIFT)  # to be looked at first
    qtbot.waitUntil(lambda: verdict.words.text() == "Would have matched 15 in the last 6 hours.", timeout=WAIT_MS)
    assert part.dry_run.dots.count() == 15
    assert workspace.subscriptions() == ()

    QTest.mouseClick(field.editor.viewport(), LEFT, pos=QPoint(5, 5))
    QTest.keyClicks(field.editor, "Sped > 80")
    assert "did you mean 'Speed'" in field.message.text()
    assert not part.card.subscribe.isEnabled()
    QTest.keyClick(field.editor, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(field.editor, "Speed > 80")
    QTest.keyClick(field.editor, Qt.Key.Key_Escape)  # what is offered is not wanted
    assert [row.value.currentText() for row in part.card.filter.builder.rows] == ["80"]
    qtbot.waitUntil(lambda: verdict.words.text() == "Would have matched 14 in the last 6 hours.", timeout=WAIT_MS)

    QTest.mouseClick(part.card.subscribe, LEFT)
    made = live_one(hands, qtbot)
    assert made.filter is not None
    publisher.publish(an_event(id="told", assetid="1", speed=90, geometry=CALGARY))
    qtbot.waitUntil(lambda: hands.window.notifications.model.rowCount() == 1, timeout=WAIT_MS)
    hands.key(Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: workspace.subscriptions() == (), timeout=WAIT_MS)
    publisher.publish(an_event(id="not told", assetid="1", speed=90, geometry=CALGARY))
    hands.key(Qt.Key.Key_Z, CTRL_SHIFT)
    assert live_one(hands, qtbot) == made
    publisher.publish(an_event(id="told again", assetid="1", speed=90, geometry=CALGARY))
    qtbot.waitUntil(lambda: hands.window.notifications.model.rowCount() == 2, timeout=WAIT_MS)
    assert [row.notification.event.id for row in hands.window.notifications.rows()] == ["told again", "told"]


def test_an_alert_is_seen_explained_acknowledged_and_resolved_by_key(
    hands: Hands, qtbot: QtBot, publisher: Publisher
) -> None:
    alerts, details = hands.window.part(AlertsPart), hands.window.part(NotificationsPart).details
    workspace = hands.window._workspace
    subscribe(hands, "FireIncReports", "IncCause = 'Gas'", Priority.CRITICAL)
    live_one(hands, qtbot)
    photo = a_photo(60, 40)
    report = an_event("FireIncReports", id="e1", ReportID="R1", IncCause="Gas", IncPhoto=photo, geometry=CALGARY)
    publisher.publish(report)
    qtbot.waitUntil(lambda: [toast.title.text() for toast in alerts.toasts.shown] == ["R1 · Gas"], timeout=WAIT_MS)

    click_at(hands, *CALGARY)
    assert [row.notification.event.id for row in hands.window.notifications.selection()] == ["e1"]
    qtbot.waitUntil(lambda: details.card.picture.isVisible(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "IncCause is 'Gas'" in details.card.why.reasons.text(), timeout=WAIT_MS)
    assert "from its edge" in details.card.why.reasons.text()
    QTest.mouseClick(details.card.why.draw, LEFT)
    assert details.edge.line is not None

    hands.key(Qt.Key.Key_A)
    assert [alert.state for alert in workspace.alerts()] == [AlertState.ACKNOWLEDGED]
    qtbot.waitUntil(lambda: alerts.toasts.shown == [], timeout=WAIT_MS)
    publisher.publish(report)  # sent twice: no new event
    hands.key(Qt.Key.Key_A)
    assert [alert.state for alert in workspace.alerts()] == [AlertState.RESOLVED]
    publisher.publish(an_event("FireIncReports", id="e2", ReportID="R1", IncCause="Gas", geometry=CALGARY))
    qtbot.waitUntil(lambda: [a.state for a in workspace.alerts()] == [AlertState.NEW], timeout=WAIT_MS)
    said = [(entry.who, entry.title) for entry in workspace.alert_log()]
    assert said == [("ann", "R1 · Gas"), ("ann", "R1 · Gas")]


def test_sensors_that_are_clicked_are_charted_and_compared_with_the_threshold_that_they_matched(
    hands: Hands, qtbot: QtBot, publisher: Publisher
) -> None:
    part = hands.window.part(ChartsPart)
    subscribe(hands, "WSObservation", "Temperature > 27", Priority.LOW)
    live_one(hands, qtbot)
    east = (CALGARY[0] + 0.05, CALGARY[1])
    for i, temperature in enumerate((28.0, 33.0)):
        publisher.publish(
            an_event("WSObservation", id=f"w{i}", SensorID="West", temperature=temperature, geometry=CALGARY),
            an_event("WSObservation", id=f"e{i}", SensorID="East", temperature=temperature + 5, geometry=east),
        )
    qtbot.waitUntil(lambda: hands.window.notifications.model.rowCount() == 4, timeout=WAIT_MS)
    click_at(hands, *CALGARY)
    qtbot.waitUntil(lambda: part.charted == [("WSObservation", "='West'")], timeout=WAIT_MS)
    QApplication.processEvents()
    QTest.mouseClick(part.panel.compare, LEFT, pos=QPoint(8, part.panel.compare.height() // 2))
    click_at(hands, *east)
    qtbot.waitUntil(lambda: len(part.charted) == 2, timeout=WAIT_MS)
    temperature = next(plot for plot in part.panel._shown if plot.attribute == "Temperature")
    assert [curve.values for curve in temperature.curves] == [(28.0, 33.0), (33.0, 38.0)]
    assert [limit.value for limit in temperature.limits] == [27.0]
