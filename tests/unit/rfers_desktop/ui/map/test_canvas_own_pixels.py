"""Tests that a change on the map has its own pixels painted and no others."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QRect
from PySide6.QtGui import QPaintEvent, QRegion
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import LayerChange, PointMark, Style, ZoneMark
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.content import Band
from rfers_desktop.ui.map.detail_level import Level
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

WIDTH, HEIGHT = 600, 400
REACH_PX = 24  # of a symbol or a zone's name around its place


class Watched(MapCanvas):
    """Tells what of the viewport was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted = QRegion()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted = self.painted.united(event.region())
        super().paintEvent(event)


@pytest.fixture
def canvas(qtbot: QtBot) -> Watched:
    made = Watched()
    qtbot.addWidget(made)
    made.resize(WIDTH, HEIGHT)
    with qtbot.waitActive(made):
        made.show()
    made.set_view(View(0.0, 0.0, 10.0, WIDTH, HEIGHT))
    made.set_clock(0.0)
    made.apply(LayerChange(put=(an_asset("1", -500.0), an_asset("2", 900.0), a_zone(300.0))))
    qtbot.waitUntil(lambda: not made.is_busy)
    made.repaint_now()
    made.painted = QRegion()
    return made


def an_asset(key: str, x: float, y: float = 800.0, style: Style = Style.ASSET) -> PointMark:
    return PointMark(("event", key), x, y, style, "", time_s=0.0)


def a_zone(side: float) -> ZoneMark:
    return ZoneMark(("zone", "1"), shapely.box(-side, -side - 1_000, side, side - 1_000), Style.ZONE_LIVE, "")


def around(x: float, y: float, reach: int = REACH_PX) -> QRect:
    return QRect(WIDTH // 2 + round(x / 10), HEIGHT // 2 - round(y / 10), 1, 1).adjusted(-reach, -reach, reach, reach)


@pytest.mark.parametrize(
    ("change", "places"),
    [
        (lambda map_: map_.apply(LayerChange(put=(an_asset("3", 0.0),))), [around(0, 800)]),
        (lambda map_: map_.apply(LayerChange(put=(an_asset("1", 0.0),))), [around(0, 800), around(-500, 800)]),
        (
            lambda map_: map_.apply(LayerChange(put=(an_asset("1", -500.0, style=Style.INCIDENT),))),
            [around(-500, 800)],
        ),
        (lambda map_: map_.apply(LayerChange(taken=(("event", "2"),))), [around(900, 800)]),
        (lambda map_: map_.select([("event", "2")]), [around(900, 800)]),
        (lambda map_: map_.apply(LayerChange(put=(a_zone(400.0),))), [around(0, -1_000, 40 + REACH_PX)]),
        (lambda map_: map_.apply(LayerChange(taken=(("zone", "1"),))), [around(0, -1_000, 30 + REACH_PX)]),
    ],
    ids=["append", "move", "restyle", "expire", "select", "zone edit", "zone gone"],
)
def test_a_change_has_its_own_pixels_painted_and_no_others(
    canvas: Watched, change: Callable[[MapCanvas], None], places: list[QRect]
) -> None:
    allowed = QRegion()
    for place in places:
        allowed = allowed.united(place)
    change(canvas)
    canvas.repaint_now()
    assert not canvas.painted.isEmpty()
    assert canvas.painted.subtracted(allowed).isEmpty(), list(canvas.painted)


def test_what_grows_old_has_its_own_pixels_painted_and_no_others(canvas: Watched) -> None:
    canvas.set_clock(200.0)  # the signs of age in the corner are painted too, by themselves
    canvas.repaint_now()
    above = QRegion(0, 0, WIDTH, HEIGHT - 100)
    symbols = QRegion(around(-500, 800)).united(around(900, 800))
    assert not canvas.painted.intersected(above).isEmpty()
    assert canvas.painted.intersected(above).subtracted(symbols).isEmpty()


def test_a_pan_paints_strips_of_the_sheets_and_no_more(canvas: Watched) -> None:
    before = canvas.sheet_px
    canvas.push(20, -10)
    canvas.repaint_now()
    strips = 20 * HEIGHT + 10 * (WIDTH - 20)
    assert 0 < canvas.sheet_px - before <= 2 * strips  # of the zones and of the live marks


def test_among_very_many_points_alerts_and_what_is_selected_are_symbols(canvas: Watched, qtbot: QtBot) -> None:
    rng, count = np.random.default_rng(1), 160_000
    x_min, y_min, x_max, y_max = canvas.view.bounds
    keys = [("crowd", str(number)) for number in range(count)]
    canvas.live.put_points(keys, rng.uniform(x_min, x_max, count), rng.uniform(y_min, y_max, count), Style.OTHER)
    canvas.touch(Band.LIVE, [])
    qtbot.waitUntil(lambda: not canvas.is_busy)
    assert canvas.live.level is Level.DENSITY
    assert count_of(picture_of(canvas), DAY.alert) == count_of(picture_of(canvas), DAY.selection) == 0
    alert = PointMark(("event", "3"), 0.0, 0.0, Style.INCIDENT, "", is_alert=True)
    canvas.apply(LayerChange(put=(alert,)))
    canvas.select([("crowd", "7")])
    canvas.repaint_now()
    assert count_of(picture_of(canvas), DAY.alert) > 10
    assert count_of(picture_of(canvas), DAY.selection) > 10
