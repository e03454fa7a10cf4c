"""Tests of the arithmetic and the addresses of tile services."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.mercator import HALF_WORLD, point_to_map
from rfers_desktop.layers.tile_services import (
    TileAddress,
    WmsService,
    XyzService,
    checked_url,
    host_of,
    service_at,
    tiles_in,
    with_query,
    zoom_for,
)


def test_the_first_tile_is_the_world_and_its_quarters_are_counted_from_the_north_west() -> None:
    assert TileAddress(0, 0, 0).bounds == (-HALF_WORLD, -HALF_WORLD, HALF_WORLD, HALF_WORLD)
    assert TileAddress(1, 0, 0).bounds == (-HALF_WORLD, 0.0, 0.0, HALF_WORLD)
    assert TileAddress(1, 1, 1).bounds == (0.0, -HALF_WORLD, HALF_WORLD, 0.0)


def test_calgary_is_in_the_tile_that_everybody_else_says() -> None:
    x, y = point_to_map(-114.07, 51.05)
    assert list(tiles_in((x, y, x + 1, y + 1), 10)) == [TileAddress(10, 187, 342)]


def test_tiles_of_an_area_cover_it_and_stop_at_the_edge_of_the_world() -> None:
    assert len(list(tiles_in((-9e9, -9e9, 9e9, 9e9), 2))) == 16
    assert list(tiles_in((1.0, 1.0, 2.0, 2.0), 1)) == [TileAddress(1, 1, 0)]
    assert list(tiles_in((9e9, 0.0, 9.1e9, 1.0), 3)) == []


def test_a_parent_covers_its_child() -> None:
    child = TileAddress(10, 187, 342)
    parent = child.parent(3)
    assert parent == TileAddress(7, 23, 42)
    assert parent.bounds[0] <= child.bounds[0]
    assert parent.bounds[3] >= child.bounds[3]


def test_the_zoom_level_follows_the_size_of_a_pixel_within_what_the_service_has() -> None:
    of_level_10 = 2 * HALF_WORLD / 256 / 2**10
    assert zoom_for(of_level_10, 0, 19) == 10
    assert zoom_for(of_level_10 / 1.1, 0, 19) == 10
    assert zoom_for(of_level_10 / 1.5, 0, 19) == 11
    assert zoom_for(of_level_10, 0, 5) == 5
    assert zoom_for(1e9, 2, 19) == 2


def test_an_xyz_service_fills_its_template() -> None:
    tile = TileAddress(10, 187, 342)
    assert XyzService("https://t.example/{z}/{x}/{y}.png").url(tile) == "https://t.example/10/187/342.png"
    assert XyzService("https://t.example/{z}/{x}/{-y}.png").url(tile) == "https://t.example/10/187/681.png"
    assert XyzService("https://{s}.t.example/{z}/{x}/{y}").url(tile)[8] in "abc"


@pytest.mark.parametrize(
    "template",
    [
        "https://t.example/tiles",
        "https://t.example/{z}/{x}",
        "https://t.example/{z}/{x}/{y}/{key.__class__}",
        "https://t.example/{z}/{x}/{y",
        "ftp://t.example/{z}/{x}/{y}",
        "file:///{z}/{x}/{y}",
        "{z}/{x}/{y}",
    ],
)
def test_what_is_no_template_of_the_web_is_refused(template: str) -> None:
    with pytest.raises(ProtocolError, match="tile service: expected an"):
        XyzService(template)


@pytest.mark.parametrize("zooms", [(-1, 5), (6, 5), (0, 99)])
def test_zoom_levels_must_make_sense(zooms: tuple[int, int]) -> None:
    with pytest.raises(ProtocolError, match="zoom levels: expected from 0 up to at most 22"):
        XyzService("https://t.example/{z}/{x}/{y}", least_zoom=zooms[0], most_zoom=zooms[1])


@pytest.mark.parametrize(("version", "name"), [("1.3.0", "CRS"), ("1.1.1", "SRS")])
def test_a_wms_is_asked_for_the_square_of_a_tile(version: str, name: str) -> None:
    service = WmsService("http://w.example/wms?map=fires&request=x", "hot,cold", version)
    asked = parse_qs(urlsplit(service.url(TileAddress(1, 1, 0))).query, keep_blank_values=True)
    assert asked["map"] == ["fires"]
    assert "request" not in asked
    assert asked["REQUEST"] == ["GetMap"]
    assert asked["LAYERS"] == ["hot,cold"]
    assert asked[name] == ["EPSG:3857"]
    assert [float(bound) for bound in asked["BBOX"][0].split(",")] == pytest.approx([0.0, 0.0, HALF_WORLD, HALF_WORLD])
    assert asked["WIDTH"] == asked["HEIGHT"] == ["256"]


def test_services_that_draw_something_else_have_another_key() -> None:
    first = WmsService("http://w.example/wms", "a")
    assert first.key != WmsService("http://w.example/wms", "b").key
    assert first.key == WmsService("http://w.example/wms", "a").key
    assert XyzService("http://t.example/{z}/{x}/{y}").key == "http://t.example/{z}/{x}/{y}"


def test_a_wms_needs_a_layer_and_a_known_version() -> None:
    with pytest.raises(ProtocolError, match="the name of a layer"):
        WmsService("http://w.example/wms", "")
    with pytest.raises(ProtocolError, match="1.1.1 or 1.3.0"):
        WmsService("http://w.example/wms", "a", "2.0")


@pytest.mark.parametrize(
    "url", ["javascript:1", "http://", "http://a b/", "http://a\n/", "http://a:bad/", "/etc/passwd"]
)
def test_only_addresses_of_the_web_are_fetched(url: str) -> None:
    with pytest.raises(ProtocolError, match="begins http:// or https://"):
        checked_url(url, "address")


def test_parameters_take_the_place_of_those_of_the_same_name() -> None:
    assert with_query("http://w.example/p?request=old&key=1#there", {"REQUEST": "new"}) == (
        "http://w.example/p?key=1&REQUEST=new"
    )


def test_a_service_is_made_again_from_what_is_remembered_of_it() -> None:
    made = WmsService("http://w.example/wms?map=7", "fires", "1.1.1", "EPSG:900913", "image/jpeg")
    again = service_at(made.kept_address, made.layers, "Fires")
    tile = TileAddress(3, 1, 2)
    assert again.url(tile) == made.url(tile)
    assert again.title == "Fires"
    assert "CRS=EPSG" not in again.url(tile)  # version 1.1.1 calls it SRS
    assert isinstance(service_at("http://w.example/{z}/{x}/{y}"), XyzService)


def test_a_service_without_a_name_is_called_by_its_host() -> None:
    assert host_of("https://tiles.example.org:8080/{z}") == "tiles.example.org"
