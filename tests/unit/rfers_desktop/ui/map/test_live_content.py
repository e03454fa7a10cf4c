"""Tests of the live marks: what is at a pixel, what fades, and that a quiet hour repaints nothing in full."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import LayerChange, PointMark, Reading, ShapeMark, Style
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.detail_level import Level, Limits
from rfers_desktop.ui.map.live_content import LiveContent
from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display

VIEW = View(0.0, 0.0, 1.0, 400, 300)


def an_asset(number: int, x: float, y: float, time_s: float | None = None) -> PointMark:
    return PointMark(("event", str(number)), x, y, Style.ASSET, f"Engine {number}", time_s=time_s)


def test_what_is_at_a_pixel_is_found_the_nearest_first(qapp: QApplication) -> None:
    live = LiveContent(VIEW)
    live.put([an_asset(1, 0, 0), an_asset(2, 6, 0), an_asset(3, 90, 90)])
    live.put([ShapeMark(("event", "s"), shapely.box(-50, -50, 50, 50), Style.INCIDENT, "fire")])
    assert live.objects_at(VIEW, 200, 150, 6) == [("event", "1"), ("event", "2"), ("event", "s")]
    assert live.objects_at(VIEW, 290, 60, 6) == [("event", "3")]
    assert live.objects_at(VIEW, 10, 10, 6) == []


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_every_level_finds_what_is_at_a_pixel(qapp: QApplication, ratio: float) -> None:
    view = View(0.0, 0.0, 1.0, 400, 300, ratio)
    rng = np.random.default_rng(6)
    x, y = rng.uniform(-200, 200, 500), rng.uniform(-150, 150, 500)
    levels = set()
    for limits in (Limits(1000, 2000, 3000), Limits(10, 1000, 2000), Limits(10, 20, 30)):
        live = LiveContent(view, limits=limits)
        live.put_points([("p", str(n)) for n in range(500)], x, y, Style.SENSOR)
        levels.add(live.level)
        near = {("p", str(n)) for n in np.flatnonzero((x - 20) ** 2 + (y - 10) ** 2 <= 20**2).tolist()}
        assert near <= set(live.objects_at(view, 220, 140, 22))
    assert levels == {Level.SYMBOLS, Level.DOTS, Level.DENSITY}


def test_a_mark_that_becomes_a_shape_is_one_thing(qapp: QApplication) -> None:
    live = LiveContent(VIEW)
    live.put([an_asset(1, 0, 0)])
    live.put([ShapeMark(("event", "1"), shapely.box(0, 0, 9, 9), Style.INCIDENT, "fire")])
    assert len(live) == 1
    live.put([an_asset(1, 0, 0)])
    assert len(live) == 1
    live.take([("event", "1"), ("event", "unknown")])
    assert live.is_empty


def test_a_mark_fades_when_its_time_has_come_and_only_then_is_touched(qapp: QApplication) -> None:
    live = LiveContent(VIEW)
    live.set_clock(1000.0)
    live.put([an_asset(1, 0, 0, time_s=1000.0), an_asset(2, 50, 0, time_s=1100.0)])
    live.look_at(VIEW)
    live.touches.forget()
    live.set_clock(1060.0)
    assert not live.touches
    live.set_clock(1125.0)
    assert live.touches
    assert not live.touches.is_all
    assert live.newest() == {Style.ASSET: 1100.0}


class Updates(QObject):
    """Counts how often a window was brought up to date."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.UpdateRequest
        return False


def test_a_quiet_hour_of_live_updates_paints_the_whole_viewport_not_once(qtbot: QtBot) -> None:
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(800, 600)
    with qtbot.waitActive(canvas):
        canvas.show()
    canvas.set_view(canvas.view)  # somebody has looked around
    rng, (x_min, y_min, x_max, y_max) = np.random.default_rng(8), canvas.view.bounds
    at = rng.uniform((x_min, y_min), (x_max, y_max), (60, 2))
    canvas.set_clock(0.0)
    qtbot.waitUntil(lambda: not canvas.is_busy)
    trails: list[list[tuple[float, float]]] = [[] for _ in at]
    updates = Updates()
    canvas.windowHandle().installEventFilter(updates)
    for wanted in (1, 2):  # the window is still to be painted because it became the active one
        canvas.windowHandle().requestUpdate()
        qtbot.waitUntil(lambda wanted=wanted: updates.count >= wanted)  # type: ignore[misc]
    canvas.repaint_now()
    before = canvas.full_paints
    for second in range(0, 3600, 30):
        now = float(second)
        number = second // 30 % 60
        at[number] += rng.normal(0, 400, 2)
        place = (float(at[number][0]), float(at[number][1]))
        trails[number].append(place)
        is_sensor = number % 3 == 0
        trail = tuple(trails[number][-100:]) if len(trails[number]) > 1 else ()
        mark = PointMark(
            *(("event", str(number)), *place, Style.SENSOR if is_sensor else Style.ASSET, f"Unit {number}"),
            trail=() if is_sensor else trail,
            trail_times=() if is_sensor else tuple(now - 600 * i for i in reversed(range(len(trail)))),
            time_s=now,
            reading=Reading(20.0 + number, 0.3) if is_sensor else None,
        )
        canvas.apply(LayerChange(put=(mark,)))
        canvas.set_clock(now)
        canvas.repaint_now()
    assert canvas.mark_count() == 60
    assert canvas.full_paints == before
    assert canvas.painted_px > 0
