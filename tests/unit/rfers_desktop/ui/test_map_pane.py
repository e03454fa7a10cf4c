"""Tests of the map with all that belongs to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize, QUrl
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from shapely import box

from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.layers.identify import Spot
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.ui.map_pane import MapPane, _kept_format
from rfers_desktop.ui.themes import DAY
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import a_workspace, received
from tests.unit.rfers_desktop.raster_files import write_geotiff
from tests.unit.rfers_desktop.tile_server import tile_server
from tests.unit.rfers_desktop.ui.dragged_files import drag_and_drop

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def drop(pane: MapPane, file: Path) -> None:
    """Drag a file over the map and let it go there."""
    assert drag_and_drop(pane.canvas.viewport(), QUrl.fromLocalFile(str(file))) == [True, True]


def test_what_the_desk_is_told_of_can_be_identified_and_found_by_name(window: QMainWindow, tmp_path: Path) -> None:
    workspace, _ = a_workspace()
    pane = MapPane(window, workspace, tmp_path)
    try:
        change = workspace.receive([received(1, an_event(assetname="Engine 7", geometry=(-114.07, 51.05)))])
        pane.apply(change.drawn)
        (mark,) = change.drawn.put
        at = pane.canvas.pixel_of(*mark.bounds[:2])
        x, y = mark.bounds[:2]
        spot = Spot(-114.07, 51.05, x, y, at.x(), at.y(), 6.0, pane.canvas.view.units_per_px)
        found = [thing for source in pane._sources() for thing in source.identify(spot)]
        assert (found[0].title, found[0].key) == ("Engine 7", mark.key)
        assert "Calgary" in [thing.title for thing in found[1:]]  # and what the base map has there
        hits = [hit for provider in pane._providers() for hit in provider.search("engine", 5)]
        assert "Engine 7" in [hit.title for hit in hits]
        pane.canvas.pan(3, 3)
        pane.identified.look_at.emit(mark.key)
        assert (pane.canvas.view.x, pane.canvas.view.y) == pytest.approx((x, y), abs=pane.canvas.view.units_per_px)
        pane.clear()
        assert pane.canvas.mark_count() == 0
    finally:
        pane.close()


def test_a_dropped_image_becomes_a_layer_and_a_broken_one_is_told_of(
    window: QMainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace, _ = a_workspace()
    pane = MapPane(window, workspace, tmp_path / "settings")
    try:
        image = write_geotiff(tmp_path / "dem.tif", np.full((40, 40), 7, np.uint16))
        drop(pane, image)
        qtbot.waitUntil(lambda: pane.layers.tree.entries[0].title == "dem", timeout=20_000)
        entry = pane.layers.tree.entries[0]
        assert pane.images.raster(entry) is not None
        x, y = pane.canvas.projection.point_to_map(*box(*pane._bounds_of(entry)).centroid.coords[0])
        assert (pane.canvas.view.x, pane.canvas.view.y) == pytest.approx((x, y), rel=1e-3)
        before = pane.layers.tree
        broken = tmp_path / "broken.tif"
        broken.write_bytes(b"II*\0 and no more")
        with qtbot.waitSignal(pane.problem, timeout=20_000) as told:
            drop(pane, broken)
        assert "broken.tif" in told.args[0]
        assert pane.layers.tree == before
    finally:
        pane.close()


BAD_FILES = (
    ("empty.geojson", b"", "expected a GeoJSON, got an empty file"),
    ("empty.tif", b"", "empty.tif: expected"),
    ("torn.gpkg", b"SQLite format 3\0" + bytes(200), "torn.gpkg: expected"),
    ("torn.geojson", b'{"type": "FeatureCollection", "features": [{', "torn.geojson: expected a whole map file"),
    ("really.gpkg", b'{"type": "FeatureCollection", "features": []}', "name it really.geojson"),
    ("notes.txt", b"hello", ".gpx, .tif, .tiff, .mbtiles, got '.txt'"),
    ("noindex.shp", b"\0\0\x27\x0a" + bytes(96), "copy all files of the Shapefile"),
    ("picture.tif", b"\x89PNG\r\n\x1a\n" + bytes(50), "picture.tif: expected"),
    ("away.kml", None, "expected a file that can be read"),
    ("away.mbtiles", None, "expected a file that can be read"),
)


def test_a_file_that_is_no_good_gives_a_clear_message_and_leaves_the_map_as_it_was(
    window: QMainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace, _ = a_workspace()
    pane = MapPane(window, workspace, tmp_path / "settings")
    try:
        before, view = pane.layers.tree, pane.canvas.view
        for name, content, words in BAD_FILES:
            file = tmp_path / name
            if content is not None:
                file.write_bytes(content)
            with qtbot.waitSignal(pane.problem, timeout=20_000) as told:
                drop(pane, file)
            assert words in told.args[0]
            assert pane.layers.tree == before
            assert pane.canvas.view == view
    finally:
        pane.close()


def test_a_map_service_is_a_layer_that_is_fetched_once_and_kept_on_disk(
    window: QMainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    with tile_server() as server:
        source = Source(SourceKind.TILES, f"{server.url}/{{z}}/{{x}}/{{y}}.png")
        workspace, _ = a_workspace()
        pane = MapPane(window, workspace, tmp_path / "settings")
        try:
            pane.add_service(LayerEntry("service", "Service", source))
            pane.ground.painting()
            qtbot.waitUntil(lambda: bool(server.asked) and not pane.images._fetcher.is_busy, timeout=20_000)
            pane.images._take_tiles()
            picture = pane.canvas.picture(QSize(200, 200), 1.0)
            assert picture.pixelColor(100, 100).name() == "#ff0000"  # what the server draws
        finally:
            pane.close()
        asked = len(server.asked)
    again = MapPane(window, a_workspace()[0], tmp_path / "settings")  # the layer is remembered, the server is away
    try:
        assert again.layers.tree.entries[0].title == "Service"
        again.ground.painting()
        qtbot.waitUntil(lambda: len(again.images._services[source.address].painting().tiles) > 0, timeout=20_000)
        assert again.canvas.picture(QSize(200, 200), 1.0).pixelColor(100, 100).name() == "#ff0000"
        assert len(server.asked) == asked
    finally:
        again.close()


def test_the_format_of_coordinates_is_remembered(window: QMainWindow, tmp_path: Path) -> None:
    pane = MapPane(window, a_workspace()[0], tmp_path)
    assert pane.readout.format is CoordinateFormat.DECIMAL
    pane.readout.choices[CoordinateFormat.MGRS].trigger()
    pane.close()
    again = MapPane(window, a_workspace()[0], tmp_path)
    assert again.readout.format is CoordinateFormat.MGRS
    again.close()
    (tmp_path / "map.json").write_text('{"coordinates": 7}')
    assert _kept_format(tmp_path / "map.json") is CoordinateFormat.DECIMAL


def test_a_users_thermal_image_is_looked_at_and_told_of_in_the_legend(
    window: QMainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    pane = MapPane(window, a_workspace()[0], tmp_path / "settings")
    try:
        image = write_geotiff(tmp_path / "a.tif", np.linspace(10, 90, 1600, dtype=np.float32).reshape(40, 40))
        with qtbot.waitSignal(pane.thermal.added, timeout=20_000):
            pane.add_thermal([image])
        (shown,) = pane.thermal.layer.images
        x, y = pane.canvas.projection.point_to_map(*box(*shown.bounds).centroid.coords[0])
        assert (pane.canvas.view.x, pane.canvas.view.y) == pytest.approx((x, y), rel=1e-3)
        rows = pane.output._source.legend(pane.canvas.view, DAY)
        assert len(rows) == 1
        assert " – " in rows[0].text
        assert pane.output._source.legend(replace(pane.canvas.view, x=x + 1e7), DAY) == ()  # elsewhere
        pane.thermal_panel.is_shown.click()
        assert pane.output._source.legend(pane.canvas.view, DAY) == ()
    finally:
        pane.close()
