"""Tests of users' images and tile services among the layers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.rasters import Raster
from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, Source, SourceKind
from rfers_desktop.layers.tile_fetching import TileFailed
from rfers_desktop.layers.tile_services import TileAddress
from rfers_desktop.ui.image_layers import ImageLayers
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


def test_a_server_that_fails_for_some_tiles_is_told_of_once_and_again_much_later(
    layers: ImageLayers, qtbot: QtBot
) -> None:
    told: list[str] = []
    layers.problem.connect(told.append)
    with tile_server() as server:
        entry = an_entry(SourceKind.TILES, f"{server.url}/{{z}}/{{x}}/{{y}}")
        right = server.answer
        server.answer = lambda path: right(path) if len(server.asked) % 2 else (500, {}, b"")
        layers.tile_painting(entry)
        qtbot.waitUntil(lambda: len(server.asked) > 1 and not layers._fetcher.is_busy, timeout=20_000)
        qtbot.waitUntil(lambda: len(told) == 1)
        (service,) = (content.service for content in layers._services.values())
        failed = TileFailed(service, TileAddress(0, 0, 0), told[0])
        layers._tell_failure(failed)
        assert len(told) == 1
        layers._clock = lambda: time.monotonic() + 3_600.0
        layers._tell_failure(failed)
        assert len(told) == 2


def test_what_cannot_be_read_while_it_is_painted_is_told_of(layers: ImageLayers, qtbot: QtBot, tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", np.ones((9, 9), np.float32))
    entry = an_entry(SourceKind.RASTER, str(path))
    qtbot.waitUntil(lambda: layers.raster_painting(entry) is not None, timeout=20_000)
    painting = layers.raster_painting(entry)
    assert isinstance(painting, RasterPainting)
    painting.problems.add("a.tif: it went away")
    with qtbot.waitSignal(layers.problem, timeout=20_000) as problem:
        pass
    assert problem.args == ["a.tif: it went away"]


def test_an_image_is_added_when_it_was_found_good(layers: ImageLayers, qtbot: QtBot, tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", np.ones((9, 9), np.float32))
    for _ in range(2):  # also when it is known already
        with qtbot.waitSignal(layers.added, timeout=20_000) as added:
            layers.add(path)
        assert added.args == [path]


def test_an_image_that_was_mended_can_be_added_again(layers: ImageLayers, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(b"II*\0 and no more")
    with qtbot.assertNotEmitted(layers.added), qtbot.waitSignal(layers.problem, timeout=20_000):
        layers.add(path)
    path.unlink()
    write_geotiff(path, np.ones((9, 9), np.float32))
    with qtbot.waitSignal(layers.added, timeout=20_000):
        layers.add(path)


def test_a_hidden_service_is_asked_for_nothing_and_a_removed_image_is_let_go(
    layers: ImageLayers, qtbot: QtBot, tmp_path: Path
) -> None:
    image = an_entry(SourceKind.RASTER, str(write_geotiff(tmp_path / "a.tif", np.ones((9, 9), np.float32))))
    qtbot.waitUntil(lambda: layers.raster_painting(image) is not None, timeout=20_000)
    with tile_server() as server:
        entry = an_entry(SourceKind.TILES, f"{server.url}/{{z}}/{{x}}/{{y}}")
        hidden = replace(entry, is_visible=False)
        assert layers.tile_painting(hidden) is None
        layers.tile_painting(entry)
        layers.keep_only(LayerTree((hidden,)))
        qtbot.waitUntil(lambda: not layers._fetcher.is_busy, timeout=20_000)
        asked = len(server.asked)
        layers._canvas.zoom(True)
        assert not layers._fetcher.is_busy
        assert len(server.asked) == asked
    assert layers.raster(image) is None
