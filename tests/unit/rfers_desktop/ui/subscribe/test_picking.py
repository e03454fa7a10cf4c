"""Tests of things on the map that become the zone."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtCore import QPoint, Qt

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.map.view_place import view_at
from rfers_desktop.ui.subscribe.part import SubscribePart
from tests.builders import a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, LEFT, SHIFT, click, key
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display

BANFF_PARK = (-115.9, 51.5)


@pytest.fixture
def part(desk: WindowDesk) -> SubscribePart:
    desk.log_in()
    made = desk.window.part(SubscribePart)
    made.begin(Shape.FEATURES)
    return made


def look_at(desk: WindowDesk, lon: float, lat: float, m_per_px: float) -> QPoint:
    """Bring a place into the middle; its pixel."""
    canvas = desk.window.map
    canvas.set_view(view_at(MapPlace(lon, lat, m_per_px), canvas.view, canvas.projection))
    return canvas.pixel_of(*canvas.projection.point_to_map(lon, lat)).toPoint()


def test_a_circle_is_drawn_around_an_asset_where_it_is_now(desk: WindowDesk, part: SubscribePart) -> None:
    desk.tell(received(1, an_event(assetname="Engine 7", geometry=CALGARY)))
    at = look_at(desk, *CALGARY, 30.0)
    click(desk.window.map, at.x(), at.y())
    assert part.model.sketch.picked_name == "Engine 7"
    assert part.model.sketch.picked == shapely.Point(CALGARY)
    assert part.model.buffer_m == 1000.0
    key(desk.window.map, Qt.Key.Key_Return)
    (asked,) = desk.session.asked
    assert "Engine 7 1 km" in asked.name  # type: ignore[union-attr]


def test_the_circle_around_an_asset_does_not_widen_what_is_taken_instead(desk: WindowDesk, part: SubscribePart) -> None:
    desk.tell(received(1, an_event(assetname="Engine 7", geometry=CALGARY)))
    at = look_at(desk, *CALGARY, 30.0)
    click(desk.window.map, at.x(), at.y())
    assert part.model.buffer_m == 1000.0
    at = look_at(desk, *BANFF_PARK, 300.0)
    click(desk.window.map, at.x(), at.y())
    assert part.model.buffer_m == 0.0
    part.model.set_buffer(300.0)
    at = look_at(desk, *CALGARY, 30.0)
    click(desk.window.map, at.x(), at.y())
    assert part.model.buffer_m == 300.0  # what was asked for stays


def test_a_feature_of_a_layer_is_taken_over_whole(desk: WindowDesk, part: SubscribePart) -> None:
    at = look_at(desk, *BANFF_PARK, 300.0)
    click(desk.window.map, at.x(), at.y())
    assert "Banff" in part.model.sketch.picked_name
    picked = part.model.sketch.picked
    assert picked is not None
    assert picked.geom_type == "Polygon"
    assert picked.contains(shapely.Point(BANFF_PARK))


def test_a_second_click_goes_deeper(desk: WindowDesk, part: SubscribePart) -> None:
    at = look_at(desk, *BANFF_PARK, 300.0)
    click(desk.window.map, at.x(), at.y())
    park = part.model.sketch.picked
    click(desk.window.map, at.x(), at.y())
    below = part.model.sketch.picked
    assert park is not None
    assert below is not None
    assert below.area > park.area


def test_shift_adds_and_does_not_mix_sorts(desk: WindowDesk, part: SubscribePart) -> None:
    west = a_subscription(id="w", zone=a_zone(-114.2, 51.05, 0.05), name="West")
    east = a_subscription(id="e", zone=a_zone(-113.9, 51.05, 0.05), name="East")
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (west, east))))
    desk.tell(received(1, an_event(geometry=CALGARY)))
    middle = look_at(desk, -114.05, 51.05, 60.0)
    canvas = desk.window.map
    pixels = [canvas.pixel_of(*canvas.projection.point_to_map(lon, 51.05)).toPoint() for lon in (-114.2, -113.9)]
    click(canvas, pixels[0].x(), pixels[0].y())
    assert part.model.sketch.picked_name == "West"
    click(canvas, pixels[1].x(), pixels[1].y(), LEFT, SHIFT)
    assert part.model.sketch.picked_name == "West and East"
    assert part.model.sketch.picked is not None
    assert part.model.sketch.picked.geom_type == "MultiPolygon"
    at = canvas.pixel_of(*canvas.projection.point_to_map(*CALGARY)).toPoint()
    click(canvas, at.x(), at.y(), LEFT, SHIFT)
    assert part.model.sketch.picked_name == "West and East"
    assert "not mixed" in desk.window.notice.text()
    assert middle is not None


def test_a_click_on_nothing_changes_nothing(desk: WindowDesk, part: SubscribePart) -> None:
    at = look_at(desk, -150.0, 20.0, 2.0)  # the open sea
    before = part.model.sketch
    for entry in desk.window.pane.layers.tree:
        desk.window.pane.layers.change(entry.id, is_visible=False)
    click(desk.window.map, at.x(), at.y())
    assert part.model.sketch == before
