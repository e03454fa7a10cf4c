"""Tests of reading images of any CRS and band type."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import rasterio
import shapely
from rasterio.enums import ColorInterp, Resampling
from rasterio.shutil import copy as copy_image

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.pixel_grid import PixelBox, PixelGrid, tiles_of
from rfers_desktop.geo.projections import WEB_MERCATOR, by_epsg, utm_for
from rfers_desktop.geo.rasters import MAX_PIXELS_AT_ONCE, RasterKind, open_raster
from tests.unit.rfers_desktop.raster_files import placed_at_calgary, transformer, write_geotiff

GRID = PixelGrid(80.0)  # finer than the images, whose pixels are about 160 map units at Calgary


def lonlat_of(epsg: int, pixel: float, column: float, row: float, rotation_deg: float = 0.0) -> tuple[float, float]:
    """Where a place in the image is on the Earth, by other means than the code under test."""
    x, y = placed_at_calgary(epsg, pixel, rotation_deg) @ (column, row)
    lon, lat = transformer(epsg, 4326).transform(x, y)
    return float(lon), float(lat)


def some_values(dtype: str, side: int = 20) -> np.ndarray:
    return (np.arange(side * side).reshape(side, side) % 200 + 1).astype(dtype)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "float32", "float64"])
@pytest.mark.parametrize(
    ("epsg", "pixel", "rotation_deg"), [(32611, 100.0, 0.0), (4326, 0.001, 0.0), (3978, 100.0, 25.0)]
)
def test_every_pixel_of_the_map_shows_the_image_pixel_that_is_there(
    tmp_path: Path, dtype: str, epsg: int, pixel: float, rotation_deg: float
) -> None:
    values = some_values(dtype)
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values, epsg, pixel, rotation_deg))
    box = raster.box_in(GRID)
    (pixels,) = raster.read_values(GRID, [box])
    for row in range(1, 19):
        for column in range(1, 19):
            lon, lat = lonlat_of(epsg, pixel, column + 0.5, row + 0.5, rotation_deg)
            x, y = WEB_MERCATOR.point_to_map(lon, lat)
            at = int(-y // GRID.step) - box.top, int(x // GRID.step) - box.left
            assert pixels.is_valid[at]
            assert pixels.values[at] == values[row, column]
    lon, lat = lonlat_of(epsg, pixel, 12.5, 7.5, rotation_deg)
    assert raster.value_at(lon, lat) == (float(values[7, 12]),)


def test_the_same_place_has_the_same_values_in_another_projection_of_the_map(tmp_path: Path) -> None:
    values = some_values("float32")
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values))
    grid = PixelGrid(50.0, utm_for(*(-114.0, 51.0)))
    box = raster.box_in(grid)
    (pixels,) = raster.read_values(grid, [box])
    x, y = grid.projection.point_to_map(*lonlat_of(32611, 100.0, 7.5, 3.5))
    assert pixels.values[int(-y // 50) - box.top, int(x // 50) - box.left] == values[3, 7]


def test_a_part_read_alone_is_the_same_as_read_among_others(tmp_path: Path) -> None:
    raster = open_raster(write_geotiff(tmp_path / "a.tif", some_values("float32", 64)))
    grid = PixelGrid(11.0)
    tiles = [tile.box for tile in tiles_of(raster.box_in(grid))]
    together = raster.read_values(grid, tiles)
    assert len(tiles) > 4
    for box, pixels in zip(tiles, together, strict=True):
        (alone,) = raster.read_values(grid, [box])
        assert np.array_equal(alone.values, pixels.values, equal_nan=True)


@pytest.mark.parametrize(
    ("dtype", "nodata"), [("uint8", 0), ("uint16", 65535), ("float32", -9999.0), ("float32", float("nan"))]
)
def test_no_data_and_what_is_beyond_the_image_are_not_valid(tmp_path: Path, dtype: str, nodata: float) -> None:
    values = some_values(dtype)
    values[:, :10] = nodata
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values, nodata=nodata))
    box = raster.box_in(GRID)
    wider = PixelBox(box.left - 5, box.top - 5, box.right + 5, box.bottom + 5)
    (pixels,) = raster.read_values(GRID, [wider])
    share = pixels.is_valid.mean()
    assert 0.2 < share < 0.5
    assert not pixels.is_valid[:5].any()
    assert raster.value_at(*lonlat_of(32611, 100.0, 3.5, 3.5)) == (None,)
    assert raster.value_at(*lonlat_of(32611, 100.0, 15.5, 3.5)) == (float(values[3, 15]),)
    assert raster.value_at(*lonlat_of(32611, 100.0, -0.5, 3.5)) == ()


def test_a_number_that_is_none_is_not_valid_though_the_file_does_not_say_so(tmp_path: Path) -> None:
    values = some_values("float32")
    values[5:, :] = np.nan
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values))
    (pixels,) = raster.read_values(GRID, [raster.box_in(GRID)])
    assert 0.1 < pixels.is_valid.mean() < 0.4
    assert np.isfinite(raster.sample).all()


def test_an_internal_mask_and_an_alpha_band_make_pixels_invalid(tmp_path: Path) -> None:
    is_good = np.zeros((20, 20), dtype=np.uint8)
    is_good[:, 10:] = 255
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        masked = write_geotiff(tmp_path / "masked.tif", some_values("uint8"))
        with rasterio.open(masked, "r+") as file:
            file.write_mask(is_good)
    with_alpha = write_geotiff(tmp_path / "alpha.tif", np.stack([some_values("uint8"), is_good]))
    with rasterio.open(with_alpha, "r+") as file:
        file.colorinterp = [ColorInterp.gray, ColorInterp.alpha]
    for path in (masked, with_alpha):
        raster = open_raster(path)
        (pixels,) = raster.read_values(GRID, [raster.box_in(GRID)])
        half = pixels.is_valid.shape[1] // 2
        assert not pixels.is_valid[:, : half - 2].any(), path.name
        assert pixels.is_valid[5:-5, half + 2 : -5].all(), path.name


def test_scale_and_offset_of_the_file_make_the_values_physical(tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", np.full((20, 20), 3000, dtype=np.uint16))
    with rasterio.open(path, "r+") as file:
        file.scales, file.offsets, file.units = (0.1,), (-273.15,), ("degC",)
    raster = open_raster(path)
    (pixels,) = raster.read_values(GRID, [raster.box_in(GRID)])
    assert pixels.values[10, 10] == pytest.approx(26.85, abs=1e-4)
    assert raster.value_at(*lonlat_of(32611, 100.0, 3.5, 3.5))[0] == pytest.approx(26.85)
    assert raster.sample[0] == pytest.approx(26.85, abs=1e-4)
    assert raster.unit == "degC"


@pytest.mark.parametrize("has_overviews", [False, True])
def test_a_single_hot_pixel_is_seen_however_far_one_zooms_out(tmp_path: Path, has_overviews: bool) -> None:
    values = np.full((1000, 1000), 20.0, dtype=np.float32)
    values[501, 333] = 900.0
    path = write_geotiff(tmp_path / "a.tif", values, pixel=10.0)
    if has_overviews:
        with rasterio.open(path, "r+") as file:
            file.build_overviews([2, 4, 8, 16], Resampling.average)
    raster = open_raster(path)
    grid = PixelGrid(400.0)
    (pixels,) = raster.read_values(grid, [raster.box_in(grid)])
    assert pixels.values.size < 5_000
    assert np.nanmax(pixels.values) == 900.0


def test_colours_come_out_as_they_are_and_transparent_beyond_the_image(tmp_path: Path) -> None:
    bands = np.zeros((3, 20, 20), dtype=np.uint8)
    bands[0], bands[1, :, 10:] = 200, 100
    raster = open_raster(write_geotiff(tmp_path / "a.tif", bands, photometric="RGB"))
    assert raster.kind is RasterKind.COLOURS
    box = raster.box_in(GRID)
    (picture,) = raster.read_colours(GRID, [PixelBox(box.left - 3, box.top, box.right, box.bottom)])
    rows, columns, _ = picture.shape
    assert picture[rows // 2, columns // 4].tolist() == [200, 0, 0, 255]
    assert picture[rows // 2, columns * 3 // 4].tolist() == [200, 100, 0, 255]
    assert picture[rows // 2, 0].tolist()[3] == 0


def test_colours_of_16_bits_and_of_a_palette_are_colours_too(tmp_path: Path) -> None:
    deep = open_raster(write_geotiff(tmp_path / "d.tif", np.full((3, 9, 9), 0x8040, np.uint16), photometric="RGB"))
    path = write_geotiff(tmp_path / "p.tif", np.full((9, 9), 7, np.uint8))
    with rasterio.open(path, "r+") as file:
        file.write_colormap(1, {7: (10, 20, 30, 255)})
    palette = open_raster(path)
    for raster, expected in ((deep, [128, 128, 128, 255]), (palette, [10, 20, 30, 255])):
        assert raster.kind is RasterKind.COLOURS
        (picture,) = raster.read_colours(GRID, [raster.box_in(GRID)])
        assert picture[picture.shape[0] // 2, picture.shape[1] // 2].tolist() == expected


def test_mbtiles_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.mbtiles"
    bands = np.zeros((3, 512, 512), dtype=np.uint8)
    bands[2] = 222
    profile = {"driver": "MBTiles", "count": 3, "height": 512, "width": 512, "dtype": "uint8"}
    with rasterio.open(
        path, "w", **profile, crs="EPSG:3857", transform=placed_at_calgary(3857, 19.10925707129402), TILE_FORMAT="PNG"
    ) as file:
        file.write(bands)
    raster = open_raster(path)
    grid = PixelGrid(100.0)
    (picture,) = raster.read_colours(grid, [raster.box_in(grid)])
    assert (picture[..., 2] == 222).mean() > 0.5


def test_a_cloud_optimised_geotiff_is_read_as_the_plain_one_is(tmp_path: Path) -> None:
    plain, optimised = write_geotiff(tmp_path / "a.tif", some_values("uint16", 900)), tmp_path / "cog.tif"
    copy_image(plain, optimised, driver="COG", BLOCKSIZE=256)
    grid = PixelGrid(80.0)
    both = [open_raster(path) for path in (plain, optimised)]
    first, second = (raster.read_values(grid, [raster.box_in(grid)])[0] for raster in both)
    assert np.array_equal(first.values[first.is_valid], second.values[second.is_valid])
    assert first.is_valid.sum() > 100_000


def test_what_came_over_the_wire_is_read_from_memory(tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", some_values("uint16"))
    raster = open_raster(path.read_bytes(), "notification 7")
    path.unlink()
    (pixels,) = raster.read_values(GRID, [raster.box_in(GRID)])
    assert pixels.is_valid.any()


def test_the_moment_an_image_was_taken_is_its_own_tag(tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", some_values("uint8"))
    with rasterio.open(path, "r+") as file:
        file.update_tags(TIFFTAG_DATETIME="2008:03:02 11:25:35")
    assert open_raster(path).taken_at == datetime(2008, 3, 2, 11, 25, 35, tzinfo=UTC)


def test_the_outline_and_bounds_are_those_of_the_rotated_frame(tmp_path: Path) -> None:
    raster = open_raster(write_geotiff(tmp_path / "a.tif", some_values("uint8"), 32611, 100.0, 30.0))
    corners = [lonlat_of(32611, 100.0, c, r, 30.0) for c, r in ((0, 0), (20, 0), (20, 20), (0, 20))]
    assert shapely.Polygon(raster.outline).symmetric_difference(shapely.Polygon(corners)).area < 1e-7
    xy = WEB_MERCATOR.to_map(np.array(corners))
    assert raster.bounds_in(WEB_MERCATOR) == pytest.approx((*xy.min(axis=0), *xy.max(axis=0)), abs=1.0)


def test_hot_areas_are_outlined_where_they_are_with_their_peak(tmp_path: Path) -> None:
    values = np.full((50, 50), 20.0, dtype=np.float32)
    values[10:14, 20:26] = 400.0
    values[12, 22] = 800.0
    values[11, 23] = 30.0  # a cool spot inside
    values[40, 5] = 350.0
    values[:, 49] = np.nan
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values))
    large, small = raster.hot_areas(300.0)
    assert (large.peak, small.peak) == (800.0, 350.0)
    assert len(large.outline.interiors) == 1
    assert large.outline.contains(shapely.Point(lonlat_of(32611, 100.0, 22.5, 12.5)))
    assert not large.outline.contains(shapely.Point(lonlat_of(32611, 100.0, 23.5, 11.5)))
    assert small.outline.centroid.coords[0] == pytest.approx(lonlat_of(32611, 100.0, 5.5, 40.5), abs=1e-6)
    assert raster.hot_areas(1000.0) == []


def test_a_hot_spot_is_not_lost_when_the_image_is_made_smaller_first(tmp_path: Path) -> None:
    values = np.full((100, 130), 20.0, dtype=np.float32)
    values[77, 99] = 800.0
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values))
    (area,) = raster.hot_areas(300.0, most_px=16)
    assert area.peak == 800.0
    assert area.outline.covers(shapely.Point(lonlat_of(32611, 100.0, 99.5, 77.5)))


def test_more_hot_areas_than_anybody_can_look_at_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.zeros((20, 20), dtype=np.float32)
    values[::2, ::2] = 9.0
    raster = open_raster(write_geotiff(tmp_path / "a.tif", values))
    monkeypatch.setattr("rfers_desktop.geo.rasters.MAX_HOT_AREAS", 99)
    with pytest.raises(ProtocolError, match="at most 99 areas above the threshold, got more; raise the threshold"):
        raster.hot_areas(5.0)


def test_an_image_without_a_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a.tif: expected an image that says where it is, got no coordinate system"):
        open_raster(write_geotiff(tmp_path / "a.tif", some_values("uint8"), epsg=None))


def test_an_image_that_is_not_on_the_earth_is_refused(tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", some_values("uint8"), epsg=4326, pixel=100.0)
    with pytest.raises(ProtocolError, match="a place on the Earth"):
        open_raster(path)


@pytest.mark.parametrize(
    "content", [b"", b"II*\0", b"II*\0\x08\0\0\0garbage", b"\x89PNG\r\n", b"hello", b"II+\0" + b"\xff" * 99]
)
def test_what_is_not_an_image_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "fire.tif"
    path.write_bytes(content)
    for source in (path, content):
        with pytest.raises(ProtocolError, match=r"^(fire.tif|image): expected "):
            open_raster(source)


def test_a_file_that_is_not_there_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.tif", tmp_path):
        with pytest.raises(ProtocolError, match="expected a file that can be read"):
            open_raster(path)


def test_a_database_that_is_no_mbtiles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mbtiles"
    with sqlite3.connect(path) as database:
        database.execute("create table empty (x)")
    database.close()
    with pytest.raises(ProtocolError, match="a.mbtiles: expected"):
        open_raster(path)


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = write_geotiff(tmp_path / "a.tif", np.random.default_rng(1).random((300, 300)).astype("float32"))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(
        ProtocolError, match="a.tif: expected an image that can be read, got one that is damaged or cut"
    ):
        open_raster(path)


def test_a_file_that_goes_away_is_told_of_by_name(tmp_path: Path) -> None:
    raster = open_raster(write_geotiff(tmp_path / "a.tif", some_values("uint8")))
    (tmp_path / "a.tif").unlink()
    with pytest.raises(ProtocolError, match="a.tif: expected an image that can be read"):
        raster.read_values(GRID, [raster.box_in(GRID)])


def test_a_header_that_claims_too_much_is_refused_before_a_pixel_is_read(tmp_path: Path) -> None:
    side = int(MAX_PIXELS_AT_ONCE**0.5) + 100
    path = tmp_path / "huge.tif"
    profile = {"driver": "GTiff", "count": 1, "height": side, "width": side, "dtype": "uint8", "SPARSE_OK": True}
    with rasterio.open(path, "w", **profile, tiled=True, crs="EPSG:4326", transform=placed_at_calgary(4326, 1e-5)):
        pass
    with pytest.raises(ProtocolError, match="at most 200,000,000 pixels .* make overviews with gdaladdo"):
        open_raster(path)
    blocks = {"tiled": True, "blockxsize": 8192, "blockysize": 8192}
    profile |= {"height": 8192, "width": 8192, "dtype": "float64", **blocks}
    with rasterio.open(path, "w", **profile, crs="EPSG:4326", transform=placed_at_calgary(4326, 1e-5)):
        pass
    with pytest.raises(ProtocolError, match="at most 134,217,728 bytes in a block"):
        open_raster(path)


def test_complex_numbers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="bands of real numbers, got complex64"):
        open_raster(write_geotiff(tmp_path / "a.tif", some_values("complex64")))


def test_an_image_of_the_whole_world_can_be_shown_on_any_map(tmp_path: Path) -> None:
    path = tmp_path / "world.tif"
    profile = {"driver": "GTiff", "count": 1, "height": 180, "width": 360, "dtype": "float32", "crs": "EPSG:4326"}
    with rasterio.open(path, "w", **profile, transform=rasterio.transform.from_origin(-180, 90, 1, 1)) as file:
        file.write(np.ones((1, 180, 360), np.float32))
    raster = open_raster(path)
    for grid in (PixelGrid(100_000.0), PixelGrid(50_000.0, by_epsg(3978))):
        (pixels,) = raster.read_values(grid, [PixelBox(-20, -20, 20, 20)])
        assert pixels.is_valid.any(), grid.projection.name
