"""Rings stand where alerts are, flash slowly, and paint no more than their own pixels."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Priority
from rfers_desktop.layers.marks import LayerChange, PointMark, Reading, Style
from rfers_desktop.ui.alerts import rings as room
from rfers_desktop.ui.alerts.rings import MOST_RINGS, AlertRings
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.detail_level import Level
from rfers_desktop.ui.map.sheet import pixels_of
from rfers_desktop.ui.map.stamps import badge_stamp
from tests.unit.rfers_desktop.alerting import an_alert

pytestmark = pytest.mark.display
HIGH = an_alert("fire", priority=Priority.HIGH, place=(-114.07, 51.05))


@pytest.fixture
def canvas(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MapCanvas]:
    monkeypatch.setattr(room, "wants_less_motion", lambda: False)
    made = MapCanvas()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    qtbot.waitExposed(made)
    made.repaint_now()
    qtbot.waitUntil(lambda: not made.is_busy)
    yield made
    made.stop()


def test_a_ring_stands_around_the_place_and_follows_the_map(canvas: MapCanvas) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([HIGH])
    (ring,) = rings.rings
    at = canvas.pixel_of(*canvas.projection.point_to_map(-114.07, 51.05))
    assert abs(ring.geometry().center().x() - at.x()) <= 2
    before = ring.pos()
    canvas.push(50, 20)
    assert (ring.x() - before.x(), ring.y() - before.y()) == (50, 20)
    canvas.push(5_000, 0)
    assert not ring.isVisible()
    canvas.push(-5_000, 0)
    assert ring.isVisible()


def test_a_ring_crosses_out_nothing_that_a_sensors_badge_says(canvas: MapCanvas) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([HIGH])
    (ring,) = rings.rings
    badge = badge_stamp(Reading(-33.0, 0.16, True, True), present_theme(), 1.0, 0, False, False, True)
    seen = pixels_of(badge) != 0
    across, down = np.flatnonzero(seen.any(axis=0)), np.flatnonzero(seen.any(axis=1))
    around = ring.grab().toImage().convertToFormat(badge.format())
    high, wide = np.ptp(down) // 2 - 3, np.ptp(across) // 2 - 6  # its words, without the room around them
    row, column = around.height() // 2, around.width() // 2
    inner = pixels_of(around)[row - high : row + high, column - wide : column + wide]
    assert (inner == inner[high, wide]).all()


def test_flashing_paints_the_ring_alone(canvas: MapCanvas, qtbot: QtBot) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([HIGH])
    canvas.repaint_now()
    full, painted, sheets = canvas.full_paints, canvas.painted_px, canvas.sheet_px
    rings._flash()
    qtbot.waitUntil(lambda: canvas.painted_px > painted)
    (ring,) = rings.rings
    assert canvas.full_paints == full
    assert canvas.sheet_px == sheets  # nothing of the map itself is drawn again
    assert canvas.painted_px - painted <= 2 * ring.width() * ring.height()


def test_it_flashes_no_more_than_twice_a_second(canvas: MapCanvas) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([HIGH])
    assert rings.is_flashing
    assert 1_000 / (2 * rings._timer.interval()) <= 2


@pytest.mark.parametrize(
    "alert", [replace(HIGH, priority=Priority.NORMAL), replace(HIGH, is_silenced=True)], ids=["normal", "silenced"]
)
def test_what_is_less_important_or_silenced_does_not_flash(canvas: MapCanvas, alert: object) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([alert])  # type: ignore[list-item]
    assert len(rings.rings) == 1
    assert not rings.is_flashing


def test_rings_are_steady_when_the_user_or_the_system_wants_less_motion(
    canvas: MapCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([HIGH])
    rings.keep_steady(True)
    assert not rings.is_flashing
    rings.keep_steady(False)
    assert rings.is_flashing
    monkeypatch.setattr(room, "wants_less_motion", lambda: True)
    rings.show_alerts([HIGH])
    assert not rings.is_flashing


def test_what_is_dealt_with_loses_its_ring_and_a_flood_has_a_bounded_number(canvas: MapCanvas) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([replace(HIGH, key=("t", str(i))) for i in range(MOST_RINGS + 20)])
    assert len(rings.rings) == MOST_RINGS
    rings.show_alerts([replace(HIGH, place=None), replace(HIGH, priority=Priority.LOW)])
    assert rings.rings == []
    assert not rings.is_flashing


def test_what_calls_is_a_symbol_among_more_marks_than_can_be_drawn(canvas: MapCanvas, qtbot: QtBot) -> None:
    x, y = canvas.projection.point_to_map(-114.07, 51.05)
    canvas.set_view(canvas.view)
    rng = np.random.default_rng(4)
    around = rng.normal((x, y), 3_000, (200_000, 2))
    canvas.live.put_points([("crowd", str(n)) for n in range(len(around))], *around.T, Style.ASSET)
    canvas.apply(LayerChange(put=(PointMark(("event", *HIGH.key), x, y, Style.ASSET, "Engine 7"),)))
    canvas.repaint_now()
    assert canvas.live.level is Level.DENSITY
    rings = AlertRings(canvas)
    at = canvas.pixel_of(x, y).toPoint() + canvas.viewport().pos()
    pictures = []
    for calling in ([], [HIGH], []):
        rings.show_alerts(calling)
        canvas.repaint_now()
        qtbot.waitUntil(lambda: not canvas.is_busy)
        pictures.append(canvas._sheets.picture().copy(at.x() - 8, at.y() - 8, 16, 16))
    assert pictures[0] == pictures[2]
    assert pictures[0] != pictures[1]


def test_a_ring_does_not_cross_out_that_the_data_stand_still(canvas: MapCanvas) -> None:
    rings = AlertRings(canvas)
    rings.show_alerts([HIGH])
    order = canvas.children()
    assert order.index(rings.rings[0]) < order.index(canvas.signs.frozen)
    assert order.index(rings.rings[0]) > order.index(canvas.viewport())


def test_a_flood_of_thousands_in_one_place_does_not_stop_the_window(canvas: MapCanvas, qtbot: QtBot) -> None:
    x, y = canvas.projection.point_to_map(-114.07, 51.05)
    rng = np.random.default_rng(5)
    places = rng.normal((x, y), 300, (6_000, 2)).tolist()
    flood = [replace(HIGH, key=("FireIncReports", f"='R{n}'"), place=(-114.07, 51.05)) for n in range(len(places))]
    marks = [
        PointMark(("event", *alert.key), mx, my, Style.INCIDENT, alert.key[1])
        for alert, (mx, my) in zip(flood, places, strict=True)
    ]
    canvas.apply(LayerChange(put=tuple(marks)))
    canvas.repaint_now()
    rings = AlertRings(canvas)
    begun = time.process_time()
    rings.show_alerts(flood)
    canvas.repaint_now()
    rings.show_alerts([])
    canvas.repaint_now()
    assert time.process_time() - begun < 8.0  # it was minutes; now it is a fraction of a second
