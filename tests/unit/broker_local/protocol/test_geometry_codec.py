"""GeoJSON geometries of every kind, in both directions."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.geometry_codec import decode_geometry, encode_geometry, kind_of
from broker_local.protocol.json_text import parse_json, write_json

_WKT = [
    "POINT (1 2)",
    "LINESTRING (0 0, 1 1, 2 0)",
    "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))",
    "MULTIPOINT (0 0, 1 1)",
    "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))",
    "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
]


@pytest.mark.parametrize("wkt", _WKT)
def test_every_kind_survives_the_way_there_and_back(wkt: str) -> None:
    geometry = shapely.from_wkt(wkt)
    again = decode_geometry(parse_json(write_json(encode_geometry(geometry)), "g", 10_000), "g")
    assert shapely.equals_identical(again, geometry)
    assert kind_of(again).value == geometry.geom_type


@settings(deadline=None, derandomize=True)
@given(st.floats(-180, 180), st.floats(-90, 90))
def test_coordinates_keep_every_bit(lon: float, lat: float) -> None:
    again = decode_geometry(parse_json(write_json({"type": "Point", "coordinates": [lon, lat]}), "g", 1000), "g")
    assert (again.x, again.y) == (lon, lat)


def test_too_many_vertices_are_refused() -> None:
    line = {"type": "LineString", "coordinates": [[i / 1000, 0] for i in range(100_001)]}
    with pytest.raises(ProtocolError, match="at most 100000 positions"):
        decode_geometry(line, "g")


def test_the_limit_counts_all_rings_together() -> None:
    part = [[[i / 1000, 0] for i in range(60_000)]] * 2
    with pytest.raises(ProtocolError, match="at most 100000 positions"):
        decode_geometry({"type": "MultiLineString", "coordinates": part}, "g")


@pytest.mark.parametrize("kind", ["MultiPoint", "LineString", "MultiLineString", "MultiPolygon", "Polygon"])
def test_an_empty_geometry_is_refused(kind: str) -> None:
    with pytest.raises(ProtocolError, match="g.coordinates: expected a"):
        decode_geometry({"type": kind, "coordinates": []}, "g")


def test_what_is_cut_at_the_antimeridian_is_not_too_wide() -> None:
    halves = shapely.MultiPolygon([shapely.box(179, 0, 180, 1), shapely.box(-180, 0, -179, 1)])
    sent = parse_json(write_json(encode_geometry(halves)), "g", 10_000)
    assert decode_geometry(sent, "g").equals(halves)
    sent = parse_json(write_json(encode_geometry(shapely.box(-179, 0, 179, 1))), "g", 10_000)
    with pytest.raises(ProtocolError, match="at most 180° from west to east"):
        decode_geometry(sent, "g")
