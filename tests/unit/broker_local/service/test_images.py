"""What a GeoTIFF says of itself, and what is refused."""

import contextlib
import zlib
from datetime import UTC, datetime

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from pyproj import Geod, Transformer

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.limits import MAX_EXTENT_DEG
from broker_local.service.images import is_tiff, read_image
from tests import geotiffs
from tests.geotiffs import a_geotiff, a_hand_made_tiff

TO_LONLAT = Transformer.from_crs("EPSG:32611", "EPSG:4326", always_xy=True)


def lonlat_of(row: int, column: int) -> shapely.Point:
    """The middle of a pixel of an image that `a_geotiff` made."""
    return shapely.Point(TO_LONLAT.transform(700_000.0 + (column + 0.5) * 100.0, 5_670_000.0 - (row + 0.5) * 100.0))


def with_hole() -> NDArray[np.uint16]:
    """90 × 100 pixels, valid in the lower right quarter alone."""
    pixels = np.zeros((90, 100), dtype=np.uint16)
    pixels[45:, 50:] = 300
    return pixels


def test_the_footprint_is_the_images_area_in_lon_lat() -> None:
    footprint = read_image(a_geotiff(), "f").footprint
    area, _ = Geod(ellps="WGS84").geometry_area_perimeter(footprint)
    assert area == pytest.approx(400 * 300, rel=0.002)
    assert -115 < footprint.centroid.x < -113
    assert footprint.exterior.is_ccw


@pytest.mark.parametrize(
    "content",
    [
        a_geotiff(pixels=with_hole(), nodata=0),
        a_geotiff(pixels=with_hole(), mask=with_hole() > 0),
        a_geotiff(pixels=np.where(with_hole() > 0, 300.0, np.nan).astype(np.float32)),
        a_geotiff(pixels=np.stack((with_hole(), np.where(with_hole() > 0, 65535, 0))).astype(np.uint16), alpha="YES"),
        a_geotiff(pixels=with_hole(), nodata=0, tiled=True, blockxsize=16, blockysize=32, compress="deflate"),
    ],
    ids=["nodata", "mask", "nan", "alpha", "tiles"],
)
def test_only_valid_pixels_are_in_the_footprint(content: bytes) -> None:
    footprint = read_image(content, "f").footprint
    assert all(footprint.contains(lonlat_of(row, column)) for row, column in ((45, 50), (89, 99), (60, 75)))
    assert not any(footprint.contains(lonlat_of(row, column)) for row, column in ((0, 0), (40, 75), (60, 40)))


def test_a_large_image_is_covered_though_its_mask_is_made_coarse() -> None:
    pixels = np.zeros((1_500, 2_100), dtype=np.uint8)
    specks = [(0, 0), (777, 1_333), (1_499, 2_099), (1_000, 3)]
    for speck in specks:
        pixels[speck] = 1
    footprint = read_image(a_geotiff(pixels=pixels, nodata=0), "f").footprint
    assert all(footprint.contains(lonlat_of(*speck)) for speck in specks)
    assert footprint.area < 0.01


def test_an_image_across_the_antimeridian_is_cut_there() -> None:
    footprint = read_image(
        a_geotiff(crs="EPSG:32760", west=780_000.0, north=7_900_000.0, pixel=10_000.0), "f"
    ).footprint
    assert footprint.geom_type == "MultiPolygon"
    assert footprint.bounds[0] == -180.0
    assert footprint.bounds[2] == 180.0
    assert all(part.bounds[2] - part.bounds[0] < 5.0 < MAX_EXTENT_DEG for part in footprint.geoms)


def test_the_time_is_the_tiffs_own() -> None:
    assert read_image(a_geotiff(taken="2008:03:02 11:25:35"), "f").taken_at == datetime(
        2008, 3, 2, 11, 25, 35, tzinfo=UTC
    )
    assert read_image(a_geotiff(taken="yesterday"), "f").taken_at is None
    assert read_image(a_geotiff(), "f").taken_at is None


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "expected a GeoTIFF"),
        (b"\x89PNG....", "expected a GeoTIFF"),
        (b"<VRTDataset>/etc/passwd</VRTDataset>", "expected a GeoTIFF"),
        (b"II*\0" + b"\xff" * 200, "can be read"),
        (a_geotiff()[:60], "can be read"),
        (a_geotiff(crs=None), "with a place"),
        (a_hand_made_tiff(is_placed=False), "with a place"),
        (a_geotiff(crs="EPSG:4326", west=179.0, north=10.0), "on the Earth"),
        (a_geotiff(pixels=np.zeros((3, 4), dtype=np.uint8), nodata=0), "with valid pixels"),
    ],
)
def test_what_is_no_placed_geotiff_is_refused(content: bytes, told: str) -> None:
    with pytest.raises(ProtocolError, match=told) as caught:
        read_image(content, "properties.RasterFile")
    assert caught.value.field == "properties.RasterFile"


def test_a_hand_made_tiff_that_says_the_truth_is_fine() -> None:
    assert read_image(a_hand_made_tiff(), "f").footprint.equals_exact(read_image(a_geotiff(), "f").footprint, 1e-9)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (a_hand_made_tiff({geotiffs.WIDTH: 2**31 - 1, geotiffs.HEIGHT: 2**31 - 1}), "at most 400000000 pixels"),
        (a_hand_made_tiff({geotiffs.WIDTH: 40_000, geotiffs.HEIGHT: 40_000, geotiffs.ROWS_PER_STRIP: 1}), "pixels"),
        (a_hand_made_tiff({geotiffs.SAMPLES: 60_000}), "at most 256 bands"),
        (
            a_hand_made_tiff(
                {
                    geotiffs.WIDTH: 19_000,
                    geotiffs.HEIGHT: 19_000,
                    geotiffs.COMPRESSION: 5,
                    geotiffs.TILE_WIDTH: 19_200,
                    geotiffs.TILE_HEIGHT: 19_200,
                    geotiffs.TILE_OFFSETS: 8,
                    geotiffs.TILE_BYTES: 12,
                }
            ),
            "at most 134217728 bytes in a block",
        ),
        (a_hand_made_tiff({geotiffs.SAMPLES: 200, geotiffs.WIDTH: 19_000, geotiffs.HEIGHT: 19_000}), "bytes unpacked"),
    ],
)
def test_a_small_file_that_claims_to_be_huge_is_refused_by_its_header(content: bytes, told: str) -> None:
    assert len(content) < 400
    with pytest.raises(ProtocolError, match=told):
        read_image(content, "f")


@pytest.mark.parametrize(
    "content",
    [
        a_hand_made_tiff({geotiffs.STRIP_OFFSETS: 10**9}),
        a_hand_made_tiff({geotiffs.WIDTH: 0}),
        a_hand_made_tiff({geotiffs.ROWS_PER_STRIP: 0}),
        a_hand_made_tiff({geotiffs.COMPRESSION: 8}),
        a_hand_made_tiff({geotiffs.COMPRESSION: 8}, pixels=zlib.compress(bytes(12))[:-6]),
        a_hand_made_tiff({geotiffs.COMPRESSION: 7}),
        a_geotiff(pixels=with_hole())[:9_000],
        a_geotiff(pixels=with_hole())[:-1],
        a_geotiff(pixels=with_hole(), nodata=0)[:-1],
    ],
)
def test_a_file_whose_pixels_cannot_be_unpacked_is_refused(content: bytes) -> None:
    with pytest.raises(ProtocolError, match="can be read"):
        read_image(content, "f")


def test_a_loop_of_directories_ends() -> None:
    assert read_image(a_hand_made_tiff(next_ifd=20), "f").footprint.is_valid


@example([(174, 191)])  # places it nowhere on the Earth
@given(st.lists(st.tuples(st.integers(4, 2_000), st.integers(0, 255)), min_size=1, max_size=8))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(damages: list[tuple[int, int]]) -> None:
    content = bytearray(a_geotiff(pixels=np.arange(600, dtype=np.uint16).reshape(20, 30), compress="lzw", nodata=0))
    for at, value in damages:
        content[at % len(content)] = value
    with contextlib.suppress(ProtocolError):
        assert read_image(bytes(content), "f").footprint.is_valid


def test_a_tiff_is_known_by_its_first_bytes() -> None:
    assert is_tiff(a_geotiff())
    assert not is_tiff(b"{}")
