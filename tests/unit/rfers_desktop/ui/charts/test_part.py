"""A sensor that is clicked is charted; what is selected can be followed; the last hour is counted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.session.items import NotificationReceived, ReplyReceived
from rfers_desktop.ui.charts.part import CHART, DASHBOARD, MOST_COMPARED, ChartsPart
from tests.builders import A_MOMENT, an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import LEFT, NORTH, WindowDesk

pytestmark = pytest.mark.display


def sensor(number: int, name: str, temperature: float) -> NotificationReceived:
    measured = {"SensorID": name, "SensorName": name, "Temperature": temperature}
    at = A_MOMENT + timedelta(minutes=number)
    return received(
        number,
        an_event("WSObservation", id=f"e{number}", geometry=(-114.0, 51.0), time=at, **measured),  # type: ignore[arg-type]
    )


def names(part: ChartsPart) -> list[str]:
    return [curve.name for curve in part.panel._shown[0].curves] if part.panel._shown else []


def test_a_sensor_that_is_clicked_with_identify_is_charted(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(sensor(1, "S1", 20.0), sensor(2, "S1", 33.0))
    part, canvas = desk.window.part(ChartsPart), desk.window.map
    canvas.settle()
    desk.window.pane.bar.identify.trigger()
    at = canvas.pixel_of(*canvas.projection.point_to_map(-114.0, 51.0)).toPoint()
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=at)
    qtbot.waitUntil(lambda: names(part) == ["S1"])
    assert part.panel._shown[0].curves[0].values == (20.0, 33.0)
    assert not desk.window.docks.dock(CHART).isHidden()


def test_a_plain_click_on_a_sensor_charts_it_beside_its_details(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(sensor(1, "S1", 20.0), sensor(2, "S1", 33.0))
    part, canvas = desk.window.part(ChartsPart), desk.window.map
    canvas.settle()
    at = canvas.pixel_of(*canvas.projection.point_to_map(-114.0, 51.0)).toPoint()
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=at)
    qtbot.waitUntil(lambda: names(part) == ["S1"])
    for panel in (CHART, "details"):
        qtbot.waitUntil(lambda panel=panel: not desk.window.docks.dock(panel).visibleRegion().isEmpty())  # type: ignore[misc]


def test_what_is_selected_in_the_table_can_be_followed_and_charted(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    desk.tell(received(1, an_event(id="e1", AssetID="E4")))
    assert not desk.window.commands.action("map.follow").isEnabled()
    desk.window.notifications.table.selectRow(0)
    assert desk.window.commands.action("map.follow").isEnabled()
    assert part.charted == []
    qtbot.keyClick(desk.window.map, Qt.Key.Key_G)
    assert part.charted == [("EALocation", "='E4'")]
    qtbot.keyClick(desk.window.map, Qt.Key.Key_F)
    assert part.follow.key == ("EALocation", "='E4'")


def test_new_values_come_into_the_chart(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    desk.tell(sensor(1, "S1", 20.0))
    part.choose(("WSObservation", "='S1'"))
    desk.tell(sensor(2, "S1", 44.0))
    qtbot.waitUntil(lambda: part.panel._shown[0].curves[0].values == (20.0, 44.0))


def test_several_sensors_are_compared_when_that_is_wanted(desk: WindowDesk) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    desk.tell(*(sensor(i, f"S{i}", 20.0 + i) for i in range(1, 10)))
    for i in (1, 2):
        part.choose(("WSObservation", f"='S{i}'"))
    assert names(part) == ["S2"]
    part.panel.compare.setChecked(True)
    for i in range(3, 10):
        part.choose(("WSObservation", f"='S{i}'"))
    assert names(part) == [f"S{i}" for i in range(10 - MOST_COMPARED, 10)]
    part.clear()
    assert names(part) == []


def test_an_asset_is_followed_by_key_and_no_more_by_the_same_key(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    desk.tell(received(1, an_event(id="e1", AssetID="E4", geometry=(-120.0, 51.0))))
    part.choose(("EALocation", "='E4'"))
    assert names(part) == []  # an asset is charted when that is asked for
    qtbot.keyClick(desk.window.map, Qt.Key.Key_F)
    later = A_MOMENT + timedelta(hours=1)
    desk.tell(received(2, an_event(id="e2", AssetID="E4", geometry=(-110.0, 51.0), time=later)))
    x, _ = desk.window.map.projection.point_to_map(-110.0, 51.0)
    west, _, east, _ = desk.window.map.view.bounds
    assert west < x < east
    qtbot.keyClick(desk.window.map, Qt.Key.Key_F)
    assert part.follow.key is None
    qtbot.keyClick(desk.window.map, Qt.Key.Key_G)
    assert len(names(part)) == 1


def test_another_asset_is_followed_by_one_key(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    places = {"E4": (-120.0, 51.0), "E5": (-110.0, 51.0)}
    events = [an_event(id=f"of {name}", AssetID=name, geometry=place) for name, place in places.items()]
    desk.tell(*(received(number, event) for number, event in enumerate(events, 1)))
    action = desk.window.commands.action("map.follow")
    for name in places:
        part.choose(("EALocation", f"='{name}'"))
        assert not action.isChecked()
        qtbot.keyClick(desk.window.map, Qt.Key.Key_F)
        assert part.follow.key == ("EALocation", f"='{name}'")
        assert action.isChecked()


def test_who_moves_the_map_by_hand_follows_no_more_and_who_zooms_follows_on(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    part, canvas = desk.window.part(ChartsPart), desk.window.map
    desk.tell(received(1, an_event(id="e1", AssetID="E4", geometry=(-114.0, 51.0))))
    part.choose(("EALocation", "='E4'"))
    qtbot.keyClick(canvas, Qt.Key.Key_F)
    canvas.set_view(replace(canvas.view, units_per_px=canvas.view.units_per_px * 2))
    assert part.follow.key is not None
    canvas.push(60, 0)
    assert part.follow.key is None
    assert not part.follow.sign.isVisible()
    assert not desk.window.commands.action("map.follow").isChecked()
    qtbot.keyClick(canvas, Qt.Key.Key_F)
    x, y = canvas.projection.point_to_map(-60.0, 45.0)
    canvas.set_view(replace(canvas.view, x=x, y=y, units_per_px=canvas.view.units_per_px / 3))
    assert part.follow.key is None


def test_the_last_hour_is_counted_while_somebody_looks(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    part = desk.window.part(ChartsPart)
    desk.window.docks.reveal(DASHBOARD)
    part.count()
    assert [count.name for count in part.dashboard.rows.counts] == ["North sector"]


def test_the_last_hour_is_counted_as_soon_as_somebody_looks(desk: WindowDesk) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    desk.tell(ReplyReceived(ListSubscriptions("list"), Acknowledgement("list", (NORTH,))))
    desk.window.docks.reveal(DASHBOARD)
    assert [count.name for count in part.dashboard.rows.counts] == [NORTH.name]


def test_another_user_sees_nothing_of_it(desk: WindowDesk) -> None:
    desk.log_in()
    part = desk.window.part(ChartsPart)
    desk.tell(sensor(1, "S1", 20.0))
    part.choose(("WSObservation", "='S1'"))
    part.switch_follow()
    desk.log_in()
    assert (part.charted, part.follow.key) == ([], None)
