"""Tests of the map's tools in the real window: keys take them up, the status bar says what a click will do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.geo.projections import WEB_MERCATOR, utm_for
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.map.tools.measure import MeasureTool
from rfers_desktop.ui.map.view_place import view_at
from tests.unit.rfers_desktop.raster_files import write_geotiff
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, click, drag, key
from tests.unit.rfers_desktop.ui.window_desk import NORTH, WindowDesk

pytestmark = pytest.mark.display
HINT = "What the next click will do"
SHIFT, ALT, CTRL = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture(scope="module")
def one_desk(qapp: QApplication) -> Iterator[WindowDesk]:
    """One window for all: it takes seconds to make."""
    made = WindowDesk()
    made.window.show()
    assert QTest.qWaitForWindowExposed(made.window)
    yield made
    made.window.close()


@pytest.fixture
def desk(one_desk: WindowDesk) -> WindowDesk:
    one_desk.window.pane.bar.projections.use(WEB_MERCATOR)
    one_desk.window.map.set_view(view_at(MapPlace(*CALGARY, 20.0), one_desk.window.map.view, WEB_MERCATOR))
    one_desk.window.pane.bar.history.begin_here()
    one_desk.window.activateWindow()
    assert QTest.qWaitForWindowActive(one_desk.window)
    one_desk.window.map.setFocus()
    return one_desk


def facts(desk: WindowDesk) -> list[tuple[str, str]]:
    """All lines of what was identified."""

    def lines(item: QTreeWidgetItem) -> list[tuple[str, str]]:
        inner = [line for row in range(item.childCount()) for line in lines(item.child(row))]
        return [(item.text(0), item.text(1)), *inner]

    tree = desk.window.pane.identified.tree
    return [line for row in range(tree.topLevelItemCount()) for line in lines(tree.topLevelItem(row))]


def test_each_tool_is_taken_up_by_its_key_and_the_status_bar_says_what_a_click_will_do(desk: WindowDesk) -> None:
    for which, modifiers, words in (
        (Qt.Key.Key_Z, Qt.KeyboardModifier.NoModifier, "Click to zoom in"),
        (Qt.Key.Key_Z, SHIFT, "Click to zoom out"),
        (Qt.Key.Key_I, Qt.KeyboardModifier.NoModifier, "Click a place to see what all layers have there"),
        (Qt.Key.Key_M, Qt.KeyboardModifier.NoModifier, "Click where the distance begins"),
        (Qt.Key.Key_M, SHIFT, "Click the first corner of the area"),
        (Qt.Key.Key_C, Qt.KeyboardModifier.NoModifier, "Click a place to copy its coordinates"),
        (Qt.Key.Key_H, Qt.KeyboardModifier.NoModifier, "Drag to move the map"),
    ):
        key(desk.window.map, which, modifiers)
        assert desk.said(HINT).startswith(words)


def test_a_box_is_zoomed_to_the_way_back_is_taken_and_the_way_forth(desk: WindowDesk, qtbot: QtBot) -> None:
    canvas = desk.window.map
    key(canvas, Qt.Key.Key_Z)
    desk.window.pane.bar.history.settle()
    assert not desk.window.pane.bar.previous.isEnabled()
    first = canvas.view
    drag(canvas, (100, 100), (200, 160))
    nearer = canvas.view
    assert nearer.units_per_px < first.units_per_px / 3
    qtbot.waitUntil(lambda: desk.window.pane.bar.previous.isEnabled())
    QTest.keyClick(desk.window, Qt.Key.Key_Left, ALT)
    assert canvas.view.units_per_px == pytest.approx(first.units_per_px)
    QTest.keyClick(desk.window, Qt.Key.Key_Right, ALT)
    assert canvas.view.units_per_px == pytest.approx(nearer.units_per_px)
    key(canvas, Qt.Key.Key_Home)
    assert canvas.shown_area().area > 1000  # square degrees


def test_identify_tells_the_temperature_of_a_pixel_and_what_the_base_map_knows(
    desk: WindowDesk, qtbot: QtBot, tmp_path: Path
) -> None:
    pane, canvas = desk.window.pane, desk.window.map
    image = write_geotiff(tmp_path / "hot.tif", np.full((40, 40), 321.5, np.float32))
    with qtbot.waitSignal(pane.thermal.added, timeout=20_000):
        pane.thermal.add(image, "hot", datetime(2026, 7, 1, tzinfo=UTC), "Flight 3")
    west, south, east, north = pane.thermal.layer.images[0].bounds
    canvas.fit(canvas.projection.bounds_to_map((west, south, east, north)))
    key(canvas, Qt.Key.Key_I)
    click(canvas, canvas.view.width // 2, canvas.view.height // 2)
    assert any("321.5" in value for _, value in facts(desk))
    canvas.fit(canvas.projection.bounds_to_map((-116.0, 51.3, -115.8, 51.5)))
    click(canvas, canvas.view.width // 2, canvas.view.height // 2)
    assert ("Banff National Park", "") in facts(desk)
    assert ("accuracy", "approximate: drawn by hand") in facts(desk)
    assert desk.window.pane.identified.isVisible()  # its panel came to the front


def test_a_measurement_snaps_to_the_corner_of_a_zone_if_snapping_is_on(desk: WindowDesk) -> None:
    desk.log_in()
    desk.window.show_change(desk.workspace.drain())
    canvas, bar = desk.window.map, desk.window.pane.bar
    zone = NORTH.spatial.zone
    canvas.fit(canvas.projection.bounds_to_map(zone.bounds))
    corner = canvas.projection.point_to_map(*zone.exterior.coords[0])
    bar.snapper._drawn = lambda bounds: [canvas.projection.geometry_to_map(zone)]
    key(canvas, Qt.Key.Key_S)
    assert bar.snap.isChecked()
    key(canvas, Qt.Key.Key_M)
    at = canvas.view.pixel(*corner).toPoint() + QPoint(4, -3)
    click(canvas, at.x(), at.y())
    tool = canvas.tool
    assert isinstance(tool, MeasureTool)
    assert tool._corners[0] == pytest.approx(zone.exterior.coords[0][:2])
    assert desk.said(HINT).startswith("Click the next corner")


def test_coordinates_are_copied_as_they_are_read_out(desk: WindowDesk) -> None:
    desk.window.pane.readout.use(CoordinateFormat.MGRS)
    key(desk.window.map, Qt.Key.Key_C)
    click(desk.window.map, 200, 150)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("11U")
    assert copied == desk.window.pane.readout.text()
    assert desk.said(HINT).startswith(f"Copied {copied}")


def test_a_position_is_gone_to_in_any_form(desk: WindowDesk, qtbot: QtBot) -> None:
    canvas = desk.window.map
    for text in (
        "51.05, -114.07",
        "51°03.000' N 114°04.200' W",
        "51°03'00\" N 114°04'12\" W",
        "11U 705357 5659470",
        "11U QS 05357 59470",
    ):
        canvas.pan(3, 3)
        QTest.keyClick(desk.window, Qt.Key.Key_G, CTRL)
        dialog = desk.window.pane.bar.ask_position()
        dialog.text.clear()
        qtbot.keyClicks(dialog.text, text)
        QTest.keyClick(dialog.text, Qt.Key.Key_Return)
        lon, lat = canvas.projection.point_to_lonlat(canvas.view.x, canvas.view.y)
        assert (lon, lat) == pytest.approx(CALGARY, abs=0.01), text
    dialog.close()


def test_a_position_is_gone_to_in_the_projects_own_system(desk: WindowDesk, qtbot: QtBot) -> None:
    canvas, bar = desk.window.map, desk.window.pane.bar
    bar.projections.use(utm_for(*CALGARY))
    x, y = canvas.projection.point_to_map(*CALGARY)
    canvas.pan(3, 3)
    dialog = bar.ask_position()
    dialog.text.clear()
    dialog.formats.setCurrentIndex(dialog.formats.findData(CoordinateFormat.PROJECT))
    qtbot.keyClicks(dialog.text, f"{x:.0f} {y:.0f}")
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    assert (canvas.view.x, canvas.view.y) == pytest.approx((x, y), abs=20)  # a pixel
    dialog.close()


def test_a_place_is_searched_and_the_overview_is_clicked(desk: WindowDesk, qtbot: QtBot) -> None:
    canvas, pane = desk.window.map, desk.window.pane
    QTest.keyClick(desk.window, Qt.Key.Key_F, CTRL)
    assert pane.bar.search.hasFocus()
    qtbot.keyClicks(pane.bar.search, "Kelowna")
    QTest.keyClick(pane.bar.search, Qt.Key.Key_Return)

    def is_there() -> bool:
        lon, lat = canvas.projection.point_to_lonlat(canvas.view.x, canvas.view.y)
        return abs(lon + 119.49) < 0.1 and abs(lat - 49.88) < 0.1

    qtbot.waitUntil(is_there, timeout=20_000)
    overview = pane.furniture.overview
    QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=overview.rect().center())
    assert not is_there()
    canvas.setFocus()
    key(canvas, Qt.Key.Key_O)
    assert overview.isHidden()
