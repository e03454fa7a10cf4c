"""Tests of users' images and tile services among the layers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.rasters import Raster
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.tile_services import WmsService, XyzService
from rfers_desktop.ui.image_layers import ImageLayers, service_of
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.raster_content import RasterPainting
from rfers_desktop.ui.map.tile_content import TilePainting
from tests.unit.rfers_desktop.raster_files import write_geotiff
from tests.unit.rfers_desktop.tile_server import tile_server

pytestmark = pytest.mark.display


@pytest.fixture
def layers(qtbot: QtBot) -> Iterator[ImageLayers]:
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(200, 150)
    canvas.show()
    made = ImageLayers(canvas)
    yield made
    made.close()
    canvas.close()


def an_entry(kind: SourceKind, address: str, layer: str = "") -> LayerEntry:
    return LayerEntry("a", "A", Source(kind, address, layer))


def test_an_image_is_opened_aside_and_then_painted(layers: ImageLayers, qtbot: QtBot, tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", np.ones((9, 9), np.float32))
    entry = an_entry(SourceKind.RASTER, str(path))
    paint = layers.paintings()[SourceKind.RASTER]
    assert paint(entry) is None
    qtbot.waitUntil(lambda: paint(entry) is not None, timeout=20_000)
    painting = paint(replace(entry, opacity=0.4))
    assert isinstance(painting, RasterPainting)
    assert painting.opacity == 0.4
    assert isinstance(layers.raster(entry), Raster)


def test_an_image_that_is_no_good_is_told_of_once(layers: ImageLayers, qtbot: QtBot, tmp_path: Path) -> None:
    entry = an_entry(SourceKind.RASTER, str(tmp_path / "none.tif"))
    with qtbot.waitSignal(layers.problem, timeout=20_000) as problem:
        assert layers.raster_painting(entry) is None
    assert problem.args[0].startswith("none.tif: expected a file that can be read")
    with qtbot.assertNotEmitted(layers.problem, wait=50):
        assert layers.raster_painting(entry) is None


def test_tiles_of_a_service_come_and_are_painted(layers: ImageLayers, qtbot: QtBot) -> None:
    with tile_server() as server:
        entry = an_entry(SourceKind.TILES, f"{server.url}/{{z}}/{{x}}/{{y}}")

        def is_there() -> bool:
            painting = layers.tile_painting(entry)
            return isinstance(painting, TilePainting) and len(painting.tiles) > 0

        qtbot.waitUntil(is_there, timeout=20_000)


def test_a_server_that_fails_is_told_of(layers: ImageLayers, qtbot: QtBot) -> None:
    with tile_server() as server:
        server.answer = lambda path: (500, {}, b"")
        with qtbot.waitSignal(layers.problem, timeout=20_000) as problem:
            layers.tile_painting(an_entry(SourceKind.TILES, f"{server.url}/{{z}}/{{x}}/{{y}}"))
    assert "HTTP 500" in problem.args[0]


def test_an_address_that_is_no_service_is_told_of(layers: ImageLayers, qtbot: QtBot) -> None:
    with qtbot.waitSignal(layers.problem) as problem:
        assert layers.tile_painting(an_entry(SourceKind.TILES, "file:///{z}/{x}/{y}")) is None
    assert "begins http:// or https://" in problem.args[0]


def test_a_source_that_names_layers_is_a_wms() -> None:
    assert isinstance(service_of(Source(SourceKind.TILES, "http://w.example/wms", "fires")), WmsService)
    assert isinstance(service_of(Source(SourceKind.TILES, "http://w.example/{z}/{x}/{y}")), XyzService)
