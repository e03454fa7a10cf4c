"""Tests of showing the tiles of a map service."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect
from PySide6.QtGui import QColor, QImage

from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, utm_for
from rfers_desktop.layers.tile_fetching import TileArrived, TileFailed, TileFetcher
from rfers_desktop.layers.tile_services import TileAddress, XyzService, tiles_in
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.sheet import blank, paint_box
from rfers_desktop.ui.map.tile_content import TileContent, wanted_tiles
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.tile_server import TileServer, tile_server

pytestmark = pytest.mark.display

SERVICE = XyzService("http://127.0.0.1:9/{z}/{x}/{y}", most_zoom=14)
X, Y = WEB_MERCATOR.point_to_map(-114.07, 51.05)
VIEW = View(X, Y, 60.0, 400, 300)


@pytest.fixture
def fetcher() -> Iterator[TileFetcher]:
    made = TileFetcher()
    yield made
    made.close(10.0)


def picture_of(colour: str, corner: str = "") -> bytes:
    image = QImage(256, 256, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    if corner:
        for x in range(64):
            for y in range(64):
                image.setPixelColor(x, y, QColor(corner))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def content_with(
    fetcher: TileFetcher, *tiles: tuple[TileAddress, str], projection: Projection = WEB_MERCATOR
) -> TileContent:
    content = TileContent(SERVICE, fetcher, projection)
    for tile, colour in tiles:
        content.take(TileArrived(SERVICE, tile, picture_of(colour, "#ffffff")))
    return content


def whole(content: TileContent, view: View) -> QImage:
    frame = PixelFrame.of(view)
    picture = blank(frame.width, frame.height)
    paint_box(picture, QPoint(0, 0), content.painting(), view, frame.rect, DAY)
    return picture


def middle_tile(zoom: int) -> TileAddress:
    return next(tiles_in((X, Y, X + 0.1, Y + 0.1), zoom))


def test_a_tile_is_shown_where_it_belongs(fetcher: TileFetcher) -> None:
    fine = wanted_tiles(SERVICE, VIEW)[-1].zoom
    tile = middle_tile(fine)
    picture = whole(content_with(fetcher, (tile, "#ff0000")), VIEW)
    box = VIEW.box(tile.bounds)
    assert picture.pixelColor(int(box.left()) + 8, int(box.top()) + 8).name() == "#ffffff"
    assert picture.pixelColor(int(box.right()) - 8, int(box.bottom()) - 8).name() == "#ff0000"
    assert picture.pixelColor(int(box.left()) - 3, int(box.top()) + 8).alpha() == 0


def test_a_coarser_tile_is_shown_until_the_finer_one_comes(fetcher: TileFetcher) -> None:
    fine = wanted_tiles(SERVICE, VIEW)[-1].zoom
    tile = middle_tile(fine)
    content = content_with(fetcher, (tile.parent(3), "#0000ff"))
    at = VIEW.box(tile.bounds).center().toPoint()
    assert whole(content, VIEW).pixelColor(at).name() == "#0000ff"
    bounds = content.take(TileArrived(SERVICE, tile, picture_of("#00ff00")))
    assert bounds == tile.bounds
    assert whole(content, VIEW).pixelColor(at).name() == "#00ff00"


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("is_utm", [False, True])
def test_parts_painted_one_by_one_are_to_the_bit_the_whole(fetcher: TileFetcher, ratio: float, is_utm: bool) -> None:
    projection = utm_for(-114.07, 51.05) if is_utm else WEB_MERCATOR
    x, y = projection.point_to_map(-114.07, 51.05)
    view = View(x, y, 47.3, 300, 200, ratio)
    tiles = wanted_tiles(SERVICE, view, projection)
    assert len(tiles) > 3
    colours = ("#aa0000", "#00aa00", "#0000aa", "#aaaa00")
    content = content_with(fetcher, *((tile, colours[i % 4]) for i, tile in enumerate(tiles)), projection=projection)
    expected, frame = whole(content, view), PixelFrame.of(view)
    assert expected.pixelColor(frame.width // 2, frame.height // 2).alpha() == 255
    picture = blank(frame.width, frame.height)
    for left in range(0, frame.width, 41):
        for top in range(0, frame.height, 67):
            box = QRect(left, top, 41, 67).intersected(frame.rect)
            paint_box(picture, QPoint(0, 0), content.painting(), view, box, DAY)
    assert picture == expected


def test_far_beyond_the_finest_level_the_finest_is_stretched(fetcher: TileFetcher) -> None:
    view = View(X, Y, 0.05, 200, 100)
    content = content_with(fetcher, (middle_tile(14), "#123456"))
    picture = whole(content, view)
    assert {picture.pixelColor(x, 50).name() for x in range(0, 200, 20)} <= {"#123456", "#ffffff"}
    assert picture.pixelColor(100, 50).alpha() == 255


def test_coarse_tiles_are_wanted_first_then_those_from_the_middle_outwards() -> None:
    tiles = wanted_tiles(SERVICE, VIEW)
    fine = [tile for tile in tiles if tile.zoom == tiles[-1].zoom]
    assert tiles[0].zoom == fine[0].zoom - 3
    assert fine[0] == middle_tile(fine[0].zoom)


def test_what_failed_or_is_no_picture_changes_nothing(fetcher: TileFetcher) -> None:
    content = TileContent(SERVICE, fetcher)
    other = XyzService("http://127.0.0.1:9/other/{z}/{x}/{y}")
    tile = middle_tile(5)
    assert content.take(TileFailed(SERVICE, tile, "no")) is None
    assert content.take(TileArrived(SERVICE, tile, b"\x89PNG broken")) is None
    assert content.take(TileArrived(other, tile, picture_of("#ff0000"))) is None
    assert content.take(TileArrived(SERVICE, tile, picture_of("#ff0000"))) is not None
    assert content.take(TileArrived(SERVICE, tile, picture_of("#ff0000"))) is None


def test_a_view_fetches_what_it_needs_from_a_server() -> None:
    woken = Event()
    server: TileServer
    with tile_server() as server:
        server.answer = lambda path: (200, {}, picture_of("#00aa00"))
        service = XyzService(f"{server.url}/{{z}}/{{x}}/{{y}}", most_zoom=14)
        fetcher = TileFetcher(None, woken.set)
        content = TileContent(service, fetcher)
        content.look_at(VIEW)
        wanted, shown = set(wanted_tiles(service, VIEW)), 0
        while shown < len(wanted):
            assert woken.wait(20)
            woken.clear()
            shown += sum(content.take(came) is not None for came in fetcher.drain())
        content.look_at(VIEW)
        assert not fetcher.drain()
        assert len(server.asked) == len(wanted)
        fetcher.close(10.0)
    assert whole(content, VIEW).pixelColor(200, 150).name() == "#00aa00"
