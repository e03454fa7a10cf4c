"""Tests of subscribing by drawing, on the real window with a session whose other end is the test."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.requests import Acknowledgement, ListSubscriptions, Refusal, Subscribe
from broker_local.protocol.subscription import Subscription
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.session.items import ReplyReceived, TopicsReceived
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.workspace import SubscriptionState
from tests.builders import a_subscription, an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.map.map_hands import LEFT, click, drag, key
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


@pytest.fixture
def part(desk: WindowDesk) -> SubscribePart:
    desk.log_in()
    return desk.window.part(SubscribePart)


def asked(desk: WindowDesk) -> Subscription:
    (subscription,) = desk.session.asked
    assert isinstance(subscription, Subscription)
    return subscription


def test_a_circle_takes_two_inputs(desk: WindowDesk, part: SubscribePart, qtbot: QtBot) -> None:
    qtbot.mouseClick(desk.button("Subscribe"), LEFT)
    QApplication.processEvents()
    assert part.card.isVisible()
    drag(desk.window.map, (200, 150), (260, 150))
    made = asked(desk)
    assert made.spatial is not None
    assert made.spatial.zone.geom_type == "Point"
    assert made.spatial.buffer_m > 0
    assert desk.workspace.subscriptions()[0].state is SubscriptionState.PENDING
    assert desk.window.map.mark_count() == 1
    assert desk.window.map.tool is not part.tool  # the pencil is put down
    assert part.model.sketch.is_empty


def test_a_polygon_of_four_corners_takes_six_inputs(desk: WindowDesk, part: SubscribePart, qtbot: QtBot) -> None:
    qtbot.mouseClick(part.card.shapes.buttons[Shape.POLYGON], LEFT)
    for x, y in ((150, 100), (250, 100), (250, 180), (150, 180)):
        click(desk.window.map, x, y)
    key(desk.window.map, Qt.Key.Key_Return)
    made = asked(desk)
    assert made.spatial is not None
    assert len(made.spatial.zone.exterior.coords) == 5  # type: ignore[attr-defined]


def test_topic_and_tool_used_last_are_there_again(tmp_path: Path, qtbot: QtBot) -> None:
    for has_chosen in (True, False):
        desk = WindowDesk(tmp_path)
        qtbot.addWidget(desk.window)
        desk.window.show()
        desk.log_in()
        part = desk.window.part(SubscribePart)
        if has_chosen:
            part.begin(Shape.RECTANGLE)
            part.model.set_topic("WSObservation")
        else:
            part.begin()
        drag(desk.window.map, (150, 100), (250, 180))
        made = asked(desk)
        assert made.topic == "WSObservation"
        assert made.spatial is not None
        assert made.spatial.zone.geom_type == "Polygon"
        desk.window.close()


def test_escape_parks_and_resume_goes_on(desk: WindowDesk, part: SubscribePart, qtbot: QtBot) -> None:
    part.begin(Shape.LINE)
    for x in (150, 250):
        click(desk.window.map, x, 100)
    drawn = part.model.sketch
    key(desk.window.map, Qt.Key.Key_Escape)
    assert part.model.sketch.is_empty
    assert desk.window.map.tool is not part.tool
    assert part.card.parked_row.isVisibleTo(part.card)
    qtbot.mouseClick(part.card.resume, LEFT)
    assert part.model.sketch == drawn
    assert desk.window.map.tool is part.tool
    key(desk.window.map, Qt.Key.Key_Return)
    assert asked(desk).spatial is not None
    assert not part.card.parked_row.isVisibleTo(part.card)


def test_a_drawing_outlives_the_window(tmp_path: Path, qtbot: QtBot) -> None:
    first = WindowDesk(tmp_path)
    qtbot.addWidget(first.window)
    first.window.show()
    first.log_in()
    first.window.part(SubscribePart).begin(Shape.LINE)
    click(first.window.map, 150, 100)
    drawn = first.window.part(SubscribePart).model.sketch
    first.window.close()
    second = WindowDesk(tmp_path)
    qtbot.addWidget(second.window)
    second.window.show()
    second.log_in()
    part = second.window.part(SubscribePart)
    part.resume()
    assert part.model.sketch == drawn
    shown = second.window.map.shown_area()
    assert shown.covers(shapely.Point(drawn.vertices[0]))
    second.window.close()


def test_after_a_crash_the_officer_is_told_where_the_drawing_is(tmp_path: Path, qtbot: QtBot) -> None:
    for is_again in (False, True):
        desk = WindowDesk(tmp_path)
        qtbot.addWidget(desk.window)
        desk.window.show()
        desk.log_in()
        part = desk.window.part(SubscribePart)
        assert ("A drawing was not finished" in desk.window.notice.text()) is is_again
        part.resume()
        assert "A drawing was not finished" not in desk.window.notice.text()
        part.begin(Shape.POLYGON)
        click(desk.window.map, 150, 100)
        click(desk.window.map, 250, 100)


def test_another_tool_of_the_map_leaves_the_drawing_as_it_is(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.POLYGON)
    click(desk.window.map, 150, 100)
    desk.window.pane.bar.zoom_in.trigger()
    assert not part.card.is_drawing
    assert desk.window.pane.bar.zoom_in.isChecked()
    part.begin(Shape.POLYGON)
    assert not desk.window.pane.bar.zoom_in.isChecked()
    assert len(part.model.sketch.vertices) == 1


def test_what_is_wrong_is_not_sent(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.RECTANGLE)
    part.model.set_filter("Sped > 80")
    drag(desk.window.map, (150, 100), (250, 180))
    assert desk.session.asked == []
    assert part.model.sketch.is_finished
    part.model.set_filter("Speed > 80")
    key(desk.window.map, Qt.Key.Key_Return)
    assert asked(desk).filter is not None


def test_a_topic_that_is_gone_is_said(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.RECTANGLE)
    part.model.sends_when_drawn = False
    drag(desk.window.map, (150, 100), (250, 180))
    desk.tell(TopicsReceived({name: t for name, t in builtin_topics().items() if name != "EALocation"}))
    part.send()
    assert desk.session.asked == []
    assert "EALocation" in part.card.message.text()


def test_a_refused_subscription_says_why(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.RECTANGLE)
    part.model.set_name("My sector")
    drag(desk.window.map, (150, 100), (250, 180))
    refusal = Refusal("r", "subscription", "fewer", "1001", "too many subscriptions")
    desk.tell(ReplyReceived(Subscribe("r", asked(desk)), refusal))
    assert "too many subscriptions" in desk.window.notice.text()
    assert desk.workspace.subscriptions()[0].state is SubscriptionState.REFUSED


def test_everywhere_the_shown_area_and_a_pasted_geometry_are_zones_too(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.EVERYWHERE)
    part.model.finish()
    shown = desk.window.map.shown_area()
    part.take_shown_area()
    part.model.finish()
    QGuiApplication.clipboard().setText("POLYGON ((-114 51, -113 51, -113 52, -114 51))")
    part.paste()
    part.model.finish()
    QGuiApplication.clipboard().setText("nothing of the sort")
    part.paste()
    everywhere, area, pasted = desk.session.asked
    assert everywhere.spatial is None  # type: ignore[union-attr]
    assert area.spatial.zone.equals_exact(shown, 1e-9)  # type: ignore[union-attr]
    assert pasted.spatial.zone.bounds == (-114, 51, -113, 52)  # type: ignore[union-attr]
    assert "GeoJSON or WKT" in desk.window.notice.text()


def test_values_that_came_are_offered_in_the_filter(desk: WindowDesk, part: SubscribePart, qtbot: QtBot) -> None:
    desk.tell(received(1, an_event(assetname="Engine 7")))
    part.begin(Shape.CIRCLE)
    qtbot.keyClicks(part.card.filter.typed.editor, "AssetName = ")
    assert part.card.filter.typed.editor.offered.texts() == ["'Engine 7'"]


def test_discarding_throws_it_away(desk: WindowDesk, part: SubscribePart, qtbot: QtBot) -> None:
    part.begin(Shape.POLYGON)
    click(desk.window.map, 150, 100)
    qtbot.mouseClick(part.card.discard, LEFT)
    assert part.model.sketch.is_empty
    assert part.keeper.parked == ()


def test_nobody_draws_before_the_login(desk: WindowDesk) -> None:
    part = desk.window.part(SubscribePart)
    assert not any(command.is_possible() for command in part.commands())


CIRCLE = a_subscription(id="c", zone=shapely.Point(-114.07, 51.05), buffer_m=2000.0, name="Centre", filter="Speed > 80")


def select_first(desk: WindowDesk, qtbot: QtBot) -> None:
    table = desk.window.subscriptions.table
    at = table.visualRect(table.model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=at)


@pytest.fixture
def editing(desk: WindowDesk, part: SubscribePart, qtbot: QtBot) -> SubscribePart:
    """The circle is live, and taken up to be changed."""
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (CIRCLE,))))
    assert not desk.window.commands.action("subscription.edit").isEnabled()
    select_first(desk, qtbot)
    desk.window.commands.run("subscription.edit")
    return part


def test_a_subscription_is_changed_where_it_is(desk: WindowDesk, editing: SubscribePart) -> None:
    assert editing.model.sketch.shape is Shape.CIRCLE
    assert (editing.card.name.text(), editing.card.filter.text()) == ("Centre", "Speed > 80")
    assert editing.card.subscribe.text() == "Change"
    editing.model.set_buffer(3000.0)
    key(desk.window.map, Qt.Key.Key_Return)
    (record,) = desk.workspace.subscriptions()
    assert record.subscription.id == "c"
    assert record.subscription.spatial is not None
    assert record.subscription.spatial.buffer_m == 3000.0
    assert editing.card.subscribe.text() == "Subscribe"


def test_what_was_only_looked_at_is_not_parked(desk: WindowDesk, editing: SubscribePart) -> None:
    key(desk.window.map, Qt.Key.Key_Escape)
    assert editing.keeper.parked == ()
    assert editing.model.sketch.is_empty


def test_a_new_one_does_not_replace_the_one_that_is_changed(desk: WindowDesk, editing: SubscribePart) -> None:
    editing.model.set_buffer(3000.0)
    editing.begin()
    assert editing.model.replaces == ""
    assert len(editing.keeper.parked) == 1
    drag(desk.window.map, (200, 150), (260, 150))
    assert len(desk.workspace.subscriptions()) == 2
    editing.resume()
    key(desk.window.map, Qt.Key.Key_Return)
    assert len(desk.workspace.subscriptions()) == 2


def test_one_that_ended_meanwhile_begins_anew(desk: WindowDesk, editing: SubscribePart) -> None:
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", ())))
    key(desk.window.map, Qt.Key.Key_Return)
    (record,) = desk.workspace.subscriptions()
    assert record.subscription.id != "c"
    assert record.subscription.name == "Centre"
