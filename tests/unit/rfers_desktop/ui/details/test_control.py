"""Tests of rfers_desktop/ui/details/control.py, in the whole window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.requests import Acknowledgement, Explain, Explanation, ListSubscriptions
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.session.items import ImageFailed, ImageReceived, NotificationReceived, ReplyReceived
from rfers_desktop.ui.details.control import DetailsControl
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.notifications_part import NotificationsPart
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace
from tests.builders import a_subscription, a_zone, an_event
from tests.geotiffs import a_geotiff
from tests.unit.rfers_desktop.desk_doubles import LOGIN, FakeSession, received
from tests.unit.rfers_desktop.ui.photos import a_photo

pytestmark = pytest.mark.display

ZONED = a_subscription(id="subscription", zone=a_zone())
PHOTO = blob_ref(a_photo())


class Station:
    """A window with somebody logged in."""

    def __init__(self, qtbot: QtBot) -> None:
        self.session, wake_up = FakeSession(), WakeUp()
        self.window = MainWindow(Workspace(wake_up, self.session.open), wake_up)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.log_in(LOGIN)
        self.hear(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (ZONED,))))

    @property
    def control(self) -> DetailsControl:
        return self.window.part(NotificationsPart).details

    def hear(self, *items: object) -> None:
        self.session.tell(items)  # type: ignore[arg-type]
        self.window.drain()

    def select(self, row: int = 0) -> None:
        panel = self.window.notifications
        assert panel.select(panel.model.stored(row))


@pytest.fixture
def station(qtbot: QtBot) -> Iterator[Station]:
    made = Station(qtbot)
    yield made
    made.window.close()


def report(number: int, **attributes: object) -> NotificationReceived:
    return received(number, an_event("FireIncReports", reportid=f"R{number}", **attributes))  # type: ignore[arg-type]


def test_a_selected_row_is_shown_and_set_apart_on_the_map(station: Station) -> None:
    station.hear(received(1, an_event(speed=92)))
    plain = station.window.map.picture(QSize(300, 200), 1.0)
    station.select()
    assert ("Speed", "92 km/h") in station.control.card.facts.rows()
    assert station.window.map.picture(QSize(300, 200), 1.0) != plain
    station.window.notifications.table.clearSelection()
    assert station.window.map.picture(QSize(300, 200), 1.0) == plain


def test_who_clicks_a_row_reads_its_details_unless_a_zone_is_drawn(station: Station, qtbot: QtBot) -> None:
    station.hear(received(1), received(2))
    table, card = station.window.notifications.table, station.control.card
    station.select()
    assert card.visibleRegion().isEmpty()  # nobody clicked
    at = table.visualRect(table.model().index(1, 1)).center()
    station.window.part(SubscribePart).begin(Shape.POLYGON)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert card.visibleRegion().isEmpty()
    station.window.part(SubscribePart).park()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: not card.visibleRegion().isEmpty())


def test_a_click_on_the_map_selects_the_newest_row_of_what_is_there(station: Station, qtbot: QtBot) -> None:
    station.hear(received(1), received(2), report(3, geometry=(-114.0, 51.0)))
    station.window.map.zoom_to_all()
    x, y = station.window.map.projection.point_to_map(-114.07, 51.05)
    at = station.window.map.pixel_of(x, y).toPoint()
    qtbot.mouseClick(station.window.map.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [stored.notification.number for stored in station.window.notifications.selection()] == [2]
    assert station.control.card.title.text() == "A1"


def test_why_it_matched_is_asked_told_and_drawn(station: Station, qtbot: QtBot) -> None:
    station.hear(received(1))
    station.select()
    assert station.session.explained == [("subscription", "event of 1")]
    asked = Explain("explain 1", "subscription", "EALocation", "event of 1")
    found = Explanation(True, ("Contain: the event is within the zone, 7.0 km from its edge",))
    station.hear(ReplyReceived(asked, Acknowledgement("explain 1", explanation=found)))
    assert "7.0 km from its edge" in station.control.card.why.reasons.text()
    qtbot.mouseClick(station.control.card.why.draw, Qt.MouseButton.LeftButton)
    line = station.control.edge.line
    assert line is not None
    assert line.is_inside
    assert line.metres == pytest.approx(7_010, rel=0.01)  # to the eastern or western side


def test_without_a_link_the_way_to_the_zone_is_told(station: Station) -> None:
    station.hear(received(1))
    workspace = station.window._workspace
    workspace._session = None
    station.select()
    assert "Without a link" in station.control.card.why.reasons.text()
    assert "inside the zone's edge" in station.control.card.why.reasons.text()


def test_a_photo_that_came_with_the_event_is_shown_and_enlarged(station: Station, qtbot: QtBot) -> None:
    station.hear(report(1, incphoto=a_photo()))
    station.select()
    qtbot.waitUntil(lambda: not station.control.card.picture.isHidden())
    assert not station.control.card.picture.pixmap().isNull()
    station.control.card.enlarge.emit()
    assert station.control.viewer is not None
    assert station.control.viewer.isVisible()


def test_a_photo_is_fetched_when_it_is_looked_at(station: Station, qtbot: QtBot) -> None:
    station.hear(report(1, incphoto=PHOTO))
    assert station.session.fetched == []
    station.select()
    assert station.session.fetched == [(1, PHOTO)]
    station.hear(ImageReceived(PHOTO, a_photo()))
    qtbot.waitUntil(lambda: not station.control.card.picture.isHidden())


def test_a_photo_that_does_not_come_is_told(station: Station) -> None:
    station.hear(report(1, incphoto=PHOTO))
    station.select()
    station.hear(ImageFailed(PHOTO, "no answer"))
    assert station.control.card.caption.text() == "No picture: no answer"


def test_a_thermal_image_has_a_preview(station: Station, qtbot: QtBot) -> None:
    image = an_event("WFireRSImage", geometry="POLYGON ((0 0, 1 0, 1 1, 0 0))", rasterfile=a_geotiff())
    station.hear(received(1, image))
    station.select()
    qtbot.waitUntil(lambda: not station.control.card.picture.isHidden())
    assert "hottest" in station.control.card.caption.text()


def test_another_user_sees_nothing_of_it(station: Station) -> None:
    station.hear(received(1))
    station.select()
    station.window.log_in(LOGIN)
    assert "Select a notification" in station.control.card.topic.text()
