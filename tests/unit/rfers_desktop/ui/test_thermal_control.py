"""Tests of thermal images in the window: panel, layer and map together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import utm_for
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.panels.thermal import ThermalPanel
from rfers_desktop.ui.thermal_control import ThermalControl
from tests.unit.rfers_desktop.raster_files import CALGARY, write_geotiff

pytestmark = pytest.mark.display
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture
def control(qtbot: QtBot) -> Iterator[ThermalControl]:
    canvas, panel = MapCanvas(), ThermalPanel()
    qtbot.addWidget(canvas)
    qtbot.addWidget(panel)
    canvas.resize(300, 200)
    canvas.show()
    made = ThermalControl(canvas, panel)
    yield made
    made.close()
    canvas.close()


def an_image(folder: Path, minute: int, heat: float = 100.0) -> Path:
    values = np.linspace(0, heat, 2500, dtype=np.float32).reshape(50, 50)
    return write_geotiff(folder / f"{minute}.tif", values)


def add(control: ThermalControl, qtbot: QtBot, path: Path, minute: int) -> None:
    with qtbot.waitSignal(control.added, timeout=20_000):
        control.add(path, path.name, NOON.replace(minute=minute))


def test_an_image_is_read_aside_and_then_shown_with_its_legend(
    control: ThermalControl, qtbot: QtBot, tmp_path: Path
) -> None:
    assert control.legend.isHidden()
    add(control, qtbot, an_image(tmp_path, 0), 0)
    assert not control.legend.isHidden()
    assert control._panel.moment.text() == "2026-07-01 12:00:00 UTC"
    assert len(control.content.painting().shown.images) == 1


def test_a_file_that_is_no_good_is_told_of_and_the_map_stays_as_it_was(
    control: ThermalControl, qtbot: QtBot, tmp_path: Path
) -> None:
    add(control, qtbot, an_image(tmp_path, 0), 0)
    bad = tmp_path / "bad.tif"
    bad.write_bytes(b"no image")
    shown = control.layer.shown
    with qtbot.waitSignal(control.problem, timeout=20_000) as problem:
        control.add(bad, "bad", NOON)
    assert "bad.tif: expected a GeoTIFF" in problem.args[0]
    assert control.layer.shown is shown


def test_a_newer_image_paints_its_own_pixels_at_once(control: ThermalControl, qtbot: QtBot, tmp_path: Path) -> None:
    canvas = control._canvas
    add(control, qtbot, an_image(tmp_path, 0), 0)
    canvas.fit(control.layer.images[0].raster.bounds_in(canvas.projection))
    qtbot.waitUntil(lambda: not canvas.is_busy)
    canvas.repaint_now()
    full_paints, painted_px = canvas.full_paints, canvas.painted_px
    small = write_geotiff(tmp_path / "small.tif", np.full((10, 10), 50.0, dtype=np.float32))
    add(control, qtbot, small, 1)
    assert not canvas._sheets.is_waiting_for_worker  # it was read ahead: no need to wait for a painting thread
    qtbot.waitUntil(lambda: canvas.painted_px > painted_px)
    assert canvas.full_paints == full_paints
    assert canvas.painted_px - painted_px < canvas.width() * canvas.height() / 10


def test_the_panel_steps_compares_and_colours_the_layer(control: ThermalControl, qtbot: QtBot, tmp_path: Path) -> None:
    for minute in range(3):
        add(control, qtbot, an_image(tmp_path, minute), minute)
    panel = control._panel
    panel.time.setValue(1)
    assert control.layer.index == 1
    panel.is_compared.click()
    assert control.layer.before_index == 0
    x_min, _, x_max, _ = control._canvas.view.bounds
    assert control.layer.shown.swipe_x == pytest.approx((x_min + x_max) / 2)
    panel.swipe.setValue(0)
    assert control.layer.shown.swipe_x == pytest.approx(x_min)
    panel.ramp.setCurrentText("Lagoon")
    assert control.layer.shown.colouring.ramp.name == "Lagoon"
    panel.range_set.emit(5.0, 1.0)
    assert "range: expected" in panel.problem.text()
    panel.opacity.setValue(40)
    assert control.layer.shown.opacity == 0.4
    panel.is_shown.click()
    assert control.legend.isHidden()


def test_playing_steps_by_itself(control: ThermalControl, qtbot: QtBot, tmp_path: Path) -> None:
    for minute in range(2):
        add(control, qtbot, an_image(tmp_path, minute), minute)
    control._clock.setInterval(1)
    control._panel.play.click()
    qtbot.waitUntil(lambda: control.layer.index == 0, timeout=20_000)
    control._panel.play.click()
    assert not control._clock.isActive()


def test_hot_spots_are_outlined_and_cleared(control: ThermalControl, qtbot: QtBot, tmp_path: Path) -> None:
    add(control, qtbot, an_image(tmp_path, 0), 0)
    control._panel.threshold.setValue(90.0)
    control._panel.outline.click()
    qtbot.waitUntil(lambda: len(control.layer.shown.hot_areas) == 1, timeout=20_000)
    assert control._panel.found.text() == "12:00:00: 1 found, the hottest 100"
    control._panel.end_outline.click()
    assert control.layer.shown.hot_areas == ()
    assert control._panel.found.text() == ""


def test_another_projection_ends_a_comparison_and_another_user_sees_nothing(
    control: ThermalControl, qtbot: QtBot, tmp_path: Path
) -> None:
    for minute in range(2):
        add(control, qtbot, an_image(tmp_path, minute), minute)
    control._panel.is_compared.click()
    control.set_projection(utm_for(*CALGARY))
    assert control.layer.shown.swipe_x is None
    control.clear()
    assert control.layer.images == ()
    assert control.legend.isHidden()


def test_the_line_is_dragged_on_the_map_and_the_slider_follows(
    control: ThermalControl, qtbot: QtBot, tmp_path: Path
) -> None:
    for minute in range(2):
        add(control, qtbot, an_image(tmp_path, minute), minute)
    assert control.handle.isHidden()
    control._panel.is_compared.click()
    assert control.handle.isVisible()
    assert control.handle.accessibleDescription() == "12:00:00 | 12:01:00"
    centre = control.handle.rect().center()
    QTest.mousePress(control.handle, Qt.MouseButton.LeftButton, pos=centre)
    QTest.mouseMove(control.handle, centre + QPoint(60, 0))
    QTest.mouseRelease(control.handle, Qt.MouseButton.LeftButton, pos=centre)
    view = control._canvas.view
    assert control.layer.shown.swipe_x == pytest.approx(view.place(210, 0)[0], abs=2 * view.units_per_px)
    assert control._panel.swipe.value() == pytest.approx(70, abs=1)
    was = control.handle.x()
    control._canvas.push(-50, 0)  # the line is a place on the earth
    assert control.handle.x() == pytest.approx(was - 50, abs=2)
    control._panel.is_compared.click()
    assert control.handle.isHidden()


def test_a_users_own_image_is_as_old_as_its_file_if_it_says_nothing_else(
    control: ThermalControl, qtbot: QtBot, tmp_path: Path
) -> None:
    path = an_image(tmp_path, 0)
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    with qtbot.waitSignal(control.added, timeout=20_000):
        control.add_file(path)
    assert control.layer.images[0].taken_at == NOON
    with qtbot.waitSignal(control.problem, timeout=20_000) as problem:
        control.add_file(tmp_path / "none.tif")
    assert "none.tif: expected a file that can be read" in problem.args[0]
