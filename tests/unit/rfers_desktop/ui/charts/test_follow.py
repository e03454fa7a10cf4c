"""The map keeps what it follows in view, and says how fast it goes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.store.object_key import ObjectKey, object_key
from rfers_desktop.ui.charts.follow import Follow
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.corner_widget import CornerWidget
from rfers_desktop.workspace import Workspace
from tests.builders import A_MOMENT, EA_LOCATION, an_event
from tests.unit.rfers_desktop.desk_doubles import a_workspace, received

pytestmark = pytest.mark.display


class Chase:
    """An engine on its way, and the map that follows it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.workspace: Workspace = a_workspace()[0]
        self.canvas = MapCanvas()
        qtbot.addWidget(self.canvas)
        self.canvas.resize(600, 400)
        self.canvas.show()
        self.follow = Follow(self.workspace, self.canvas)
        self.steps = 0

    def drive(self, lon: float, speed: float | None = 50.0) -> ObjectKey:
        self.steps += 1
        at = A_MOMENT + timedelta(minutes=self.steps)
        event = an_event(id=f"e{self.steps}", AssetName="Engine 4", geometry=(lon, 51.0), time=at, speed=speed)
        self.workspace.receive([received(self.steps, event)])
        return object_key(event, EA_LOCATION)

    def is_in_view(self, lon: float) -> bool:
        x, y = self.canvas.projection.point_to_map(lon, 51.0)
        west, south, east, north = self.canvas.view.bounds
        return bool(west < x < east and south < y < north)


@pytest.fixture
def chase(qtbot: QtBot) -> Iterator[Chase]:
    made = Chase(qtbot)
    yield made
    made.canvas.stop()


def test_it_stays_in_view_wherever_it_goes(chase: Chase) -> None:
    chase.follow.begin(chase.drive(-120.0))
    assert chase.is_in_view(-120.0)
    for lon in (-120.05, -119.0, -114.0):
        chase.drive(lon)
        chase.follow.refresh()
        assert chase.is_in_view(lon)


def test_a_small_step_leaves_the_map_where_it_is(chase: Chase) -> None:
    chase.follow.begin(chase.drive(-114.0))
    before = chase.canvas.view
    chase.drive(-114.001)
    chase.follow.refresh()
    assert chase.canvas.view == before


def test_the_sign_says_who_how_fast_and_how_far(chase: Chase) -> None:
    key = chase.drive(-114.0, speed=None)
    chase.drive(-114.01, speed=None)
    chase.follow.begin(key)
    assert chase.follow.sign.text == "Following Engine 4 · 42 km/h · 702 m in 1 min"
    chase.drive(-114.02, speed=63.0)
    chase.follow.refresh()
    assert "63 km/h" in chase.follow.sign.text
    assert chase.follow.sign.isVisible()
    chase.follow.stop()
    assert not chase.follow.sign.isVisible()


def test_what_has_no_place_is_said(chase: Chase) -> None:
    chase.follow.begin(("EALocation", "unknown"))
    assert "no place" in chase.follow.sign.text


def test_the_sign_leaves_the_corner_to_the_legend_of_thermal_images(chase: Chase) -> None:
    legend = CornerWidget(chase.canvas, Qt.Corner.TopLeftCorner)
    legend.resize(100, 180)
    legend.place()
    chase.follow.begin(chase.drive(-114.0))
    assert not chase.follow.sign.geometry().intersects(legend.geometry())
    chase.canvas.resize(800, 400)
    assert abs(chase.follow.sign.geometry().center().x() - 400) <= 1
