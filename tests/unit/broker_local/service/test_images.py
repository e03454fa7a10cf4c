"""What a GeoTIFF says of itself, and what is refused."""

from datetime import UTC, datetime

import pytest
from pyproj import Geod

from broker_local.protocol.errors import ProtocolError
from broker_local.service.images import is_tiff, read_image
from tests.geotiffs import a_geotiff


def test_the_footprint_is_the_images_area_in_lon_lat() -> None:
    footprint = read_image(a_geotiff(), "f").footprint
    area, _ = Geod(ellps="WGS84").geometry_area_perimeter(footprint)
    assert area == pytest.approx(400 * 300, rel=0.002)
    assert -115 < footprint.centroid.x < -113
    assert footprint.exterior.is_ccw


def test_the_time_is_the_tiffs_own() -> None:
    assert read_image(a_geotiff(taken="2008:03:02 11:25:35"), "f").taken_at == datetime(
        2008, 3, 2, 11, 25, 35, tzinfo=UTC
    )
    assert read_image(a_geotiff(taken="yesterday"), "f").taken_at is None
    assert read_image(a_geotiff(), "f").taken_at is None


@pytest.mark.filterwarnings("ignore::rasterio.errors.NotGeoreferencedWarning")
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "expected a GeoTIFF"),
        (b"\x89PNG....", "expected a GeoTIFF"),
        (b"II*\0" + b"\xff" * 200, "can be opened"),
        (a_geotiff()[:60], "can be opened"),
        (a_geotiff(crs=None), "with a place"),
        (a_geotiff(crs="EPSG:4326", west=179.0, north=10.0), "on the Earth"),
    ],
)
def test_what_is_no_placed_geotiff_is_refused(content: bytes, told: str) -> None:
    with pytest.raises(ProtocolError, match=told) as caught:
        read_image(content, "properties.RasterFile")
    assert caught.value.field == "properties.RasterFile"


def test_a_tiff_is_known_by_its_first_bytes() -> None:
    assert is_tiff(a_geotiff())
    assert not is_tiff(b"{}")
