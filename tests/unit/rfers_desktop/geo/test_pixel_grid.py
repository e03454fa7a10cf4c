"""Tests of the pixels over the whole map."""

from __future__ import annotations

from rfers_desktop.geo.pixel_grid import TILE_PX, GridTile, PixelBox, PixelGrid, tiles_of

GRID = PixelGrid(10.0)


def test_pixels_lie_to_the_right_and_below_the_origin() -> None:
    assert GRID.bounds(PixelBox(0, 0, 1, 1)) == (0.0, -10.0, 10.0, 0.0)
    assert GRID.bounds(PixelBox(-2, -3, 0, 0)) == (-20.0, 0.0, 0.0, 30.0)


def test_the_box_around_an_area_touches_all_of_it_and_no_pixel_more() -> None:
    assert GRID.box_around((5.0, 5.0, 15.0, 25.0)) == PixelBox(0, -3, 2, 0)
    assert GRID.box_around(GRID.bounds(PixelBox(3, 4, 5, 6))) == PixelBox(3, 4, 5, 6)


def test_shared_pixels_and_empty_boxes() -> None:
    assert PixelBox(0, 0, 10, 10).shared_with(PixelBox(5, 6, 20, 20)) == PixelBox(5, 6, 10, 10)
    apart = PixelBox(0, 0, 10, 10).shared_with(PixelBox(15, 0, 20, 20))
    assert apart.is_empty
    assert apart.width == 0
    assert list(tiles_of(apart)) == []


def test_tiles_cover_a_box_once() -> None:
    tiles = list(tiles_of(PixelBox(-1, 0, TILE_PX + 1, TILE_PX)))
    assert tiles == [GridTile(-1, 0), GridTile(0, 0), GridTile(1, 0)]
    assert tiles[0].box == PixelBox(-TILE_PX, 0, 0, TILE_PX)
