"""The thesis's worked example (3.6.1): a municipality, `SPEED > 80`, and the one vehicle of three that fits both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shapely
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.notifications_part import NotificationsPart
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import LinkState, Login, SubscriptionState, Workspace
from tests.builders import an_event
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion, Desk, Publisher
from tests.unit.rfers_desktop.ui.map.map_hands import click, key

pytestmark = [pytest.mark.broker, pytest.mark.display]

MUNICIPALITY = shapely.Polygon([(-114.2, 50.95), (-113.95, 50.95), (-113.9, 51.1), (-114.1, 51.2), (-114.2, 51.1)])
INSIDE, OUTSIDE = (-114.07, 51.05), (-113.91, 51.19)  # the second is within the bounding box, not the polygon


@pytest.fixture
def window(companion: Companion, qtbot: QtBot):
    """Ann's window, logged in."""
    wake_up = WakeUp()
    workspace = Workspace(on_wake=wake_up)
    made = MainWindow(workspace, wake_up)
    qtbot.addWidget(made)
    made.show()
    made.log_in(Login("ann", companion.host, companion.port, PASSWORD))
    qtbot.waitUntil(lambda: workspace.link.state is LinkState.ONLINE, timeout=DEADLINE_S * 1000)
    yield made
    made.close()


def subscribe_by_hand(window: MainWindow, qtbot: QtBot) -> None:
    """What a dispatcher does: name it, write the filter, draw the municipality corner by corner, Enter."""
    part, canvas = window.part(SubscribePart), window.map
    canvas.fit(canvas.projection.bounds_to_map(MUNICIPALITY.bounds))
    part.begin(Shape.POLYGON)
    qtbot.keyClicks(part.card.name, "Municipality")
    qtbot.keyClicks(part.card.filter.typed.editor, "SPEED > 80")
    for lon, lat in MUNICIPALITY.exterior.coords[:-1]:
        at = canvas.pixel_of(*canvas.projection.point_to_map(lon, lat)).toPoint()
        click(canvas, at.x(), at.y())
    key(canvas, Qt.Key.Key_Return)


def test_exactly_the_right_one_of_three_vehicles_arrives_and_is_on_the_map(
    window: MainWindow, qtbot: QtBot, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    bob = desk("bob")
    subscribe_by_hand(window, qtbot)
    wait_ms = DEADLINE_S * 1000
    qtbot.waitUntil(
        lambda: [r.state for r in window._workspace.subscriptions()] == [SubscriptionState.LIVE], timeout=wait_ms
    )
    marks_before = window.map.mark_count()

    publisher.publish(
        an_event(id="slow", assetid="3", speed=42, geometry=INSIDE),
        an_event(id="right", assetid="4", speed=87, geometry=INSIDE),
        an_event(id="elsewhere", assetid="5", speed=95, geometry=OUTSIDE),
    )
    bob.wait_for(lambda: bob.counter("accepted") == 3)  # all three are through, whomever they were for

    qtbot.waitUntil(lambda: window.notifications.model.rowCount() > 0, timeout=wait_ms)
    (shown,) = window.notifications.rows()
    assert shown.notification.event.id == "right"
    assert shown.notification.event.attributes["Speed"] == 87
    assert [matched.name for matched in shown.notification.matched] == ["Municipality"]
    assert window.map.mark_count() == marks_before + 1
    mark = window._workspace.mark_of(shown)
    assert mark is not None
    assert window.map.rect().contains(window.map.pixel_of(mark.bounds[0], mark.bounds[1]).toPoint())
    assert (bob.counter("matched"), bob.counter("delivered")) == (1, 1)
    assert bob.event_ids() == []


def test_the_row_of_a_notification_tells_why_it_matched_and_how_far_the_edge_is(
    window: MainWindow, qtbot: QtBot, publisher: Publisher
) -> None:
    subscribe_by_hand(window, qtbot)
    wait_ms = DEADLINE_S * 1000
    qtbot.waitUntil(
        lambda: [r.state for r in window._workspace.subscriptions()] == [SubscriptionState.LIVE], timeout=wait_ms
    )
    publisher.publish(an_event(id="right", assetid="4", speed=87, geometry=INSIDE))
    qtbot.waitUntil(lambda: window.notifications.model.rowCount() > 0, timeout=wait_ms)
    table = window.notifications.table
    cell = table.visualRect(table.model().index(0, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    why = window.part(NotificationsPart).details.card.why
    qtbot.waitUntil(lambda: "Speed" in why.reasons.text(), timeout=wait_ms)  # the matcher's own words
    assert "87" in why.reasons.text()
    assert "km from its edge" in why.reasons.text()
    pixels_before = window.map.painted_px
    qtbot.mouseClick(why.draw, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.map.painted_px > pixels_before, timeout=wait_ms)  # the way is drawn
