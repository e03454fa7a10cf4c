"""Tests of keeping tiles of images."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.pixel_grid import GridTile, PixelGrid, tiles_of
from rfers_desktop.geo.raster_tiles import RasterTiles
from rfers_desktop.geo.rasters import Raster, open_raster
from tests.unit.rfers_desktop.raster_files import write_geotiff

GRID = PixelGrid(20.0)


@pytest.fixture
def raster(tmp_path: Path) -> Raster:
    return open_raster(write_geotiff(tmp_path / "a.tif", np.arange(10_000, dtype="float32").reshape(100, 100)))


def all_tiles(raster: Raster) -> list[GridTile]:
    return list(tiles_of(raster.box_in(GRID)))


def test_tiles_together_are_the_image(raster: Raster) -> None:
    tiles = RasterTiles().values(raster, GRID, all_tiles(raster))
    assert (
        sum(tile.box.width * tile.box.height for tile in tiles)
        == raster.box_in(GRID).width * raster.box_in(GRID).height
    )
    assert max(float(tile.pixels.values[tile.pixels.is_valid].max(initial=0.0)) for tile in tiles) == 9_999


def test_a_kept_tile_is_not_read_again(raster: Raster, tmp_path: Path) -> None:
    kept = RasterTiles()
    first = kept.values(raster, GRID, all_tiles(raster))
    (tmp_path / "a.tif").unlink()
    again = kept.values(raster, GRID, all_tiles(raster))
    assert [tile.pixels for tile in again] == [tile.pixels for tile in first]
    with pytest.raises(ProtocolError):
        kept.values(raster, PixelGrid(21.0), list(tiles_of(raster.box_in(PixelGrid(21.0)))))


def test_it_knows_which_tiles_would_have_to_be_read(raster: Raster) -> None:
    kept, (first, *others) = RasterTiles(), all_tiles(raster)
    kept.values(raster, GRID, [first])
    assert kept.has_values(raster, GRID, [first])
    assert not kept.has_values(raster, GRID, [first, *others])
    assert not kept.has_values(raster, PixelGrid(21.0), [first])


def test_tiles_the_image_does_not_touch_are_left_out(raster: Raster) -> None:
    assert RasterTiles().values(raster, GRID, [GridTile(0, 0)]) == []


def test_no_more_is_kept_than_allowed_the_least_lately_used_going_first(raster: Raster, tmp_path: Path) -> None:
    tiles = all_tiles(raster)
    kept = RasterTiles(most_bytes=700_000)  # two tiles and a bit
    assert len(tiles) > 3
    for tile in tiles:
        kept.values(raster, GRID, [tile])
    (tmp_path / "a.tif").unlink()
    kept.values(raster, GRID, [tiles[-1]])
    with pytest.raises(ProtocolError):
        kept.values(raster, GRID, [tiles[0]])


def test_a_forgotten_image_is_read_anew(raster: Raster, tmp_path: Path) -> None:
    kept = RasterTiles()
    kept.values(raster, GRID, all_tiles(raster))
    kept.forget(raster)
    (tmp_path / "a.tif").unlink()
    with pytest.raises(ProtocolError):
        kept.values(raster, GRID, all_tiles(raster))


def test_colours_are_kept_like_values(tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "c.tif", np.full((3, 20, 20), 9, np.uint8), photometric="RGB")
    raster, kept = open_raster(path), RasterTiles()
    first = kept.colours(raster, GRID, all_tiles(raster))
    path.unlink()
    assert len(first) >= 1
    assert [tile.colours is again.colours for tile, again in zip(first, kept.colours(raster, GRID, all_tiles(raster)))]
    kept.forget(raster)
    with pytest.raises(ProtocolError):
        kept.colours(raster, GRID, all_tiles(raster))
