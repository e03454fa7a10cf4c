"""The crs member: known codes only, and the way to WGS 84."""

import numpy as np
import pytest

from broker_local.protocol.crs import parse_crs
from broker_local.protocol.errors import ProtocolError


@pytest.mark.parametrize("value", [None, "EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84", "epsg:4326"])
def test_wgs84_needs_no_transformation(value: object) -> None:
    assert parse_crs(value, "crs") is None


@pytest.mark.parametrize(
    "value",
    [
        "EPSG:26911",
        "urn:ogc:def:crs:EPSG::26911",
        "urn:ogc:def:crs:EPSG:9.9.1:26911",
        {"type": "name", "properties": {"name": "EPSG:26911"}},
    ],
)
def test_utm_coordinates_become_lon_lat(value: object) -> None:
    to_lonlat = parse_crs(value, "crs")
    assert to_lonlat is not None
    lon, lat = to_lonlat(np.array([[500_000.0, 5_650_000.0]]))[0]
    assert lon == pytest.approx(-117.0)  # the central meridian of zone 11
    assert 50.9 < lat < 51.1


@pytest.mark.parametrize("value", ["EPSG:999999", "EPSG:", "+proj=longlat", "nonsense", 26911, {}, "x" * 200])
def test_an_unknown_system_is_refused(value: object) -> None:
    with pytest.raises(ProtocolError, match="crs: expected a"):
        parse_crs(value, "crs")


def test_coordinates_outside_the_projection_are_refused() -> None:
    to_lonlat = parse_crs("EPSG:26911", "crs")
    assert to_lonlat is not None
    with pytest.raises(ProtocolError, match="inside the area of EPSG:26911"):
        to_lonlat(np.array([[1e300, 1e300]]))
