"""Tests of geometries out of pasted text."""

from __future__ import annotations

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.pasted import read_geometry

SQUARE = shapely.box(-115, 50, -113, 52)
GEOJSON = '{"type": "Point", "coordinates": [-114, 51]}'
FEATURE = f'{{"type": "Feature", "properties": {{}}, "geometry": {GEOJSON}}}'


@pytest.mark.parametrize(
    "text",
    [
        "POINT (-114 51)",
        "  point z(-114 51 1040)\n",
        GEOJSON,
        FEATURE,
        f'{{"type": "FeatureCollection", "features": [{FEATURE}]}}',
    ],
)
def test_a_point_is_read_from_all_its_spellings(text: str) -> None:
    assert read_geometry(text).equals(shapely.Point(-114, 51))


@pytest.mark.parametrize(
    "wkt",
    [
        SQUARE.wkt,
        SQUARE.difference(shapely.box(-114.5, 50.5, -113.5, 51.5)).wkt,
        "LINESTRING (0 0, 1 1)",
        "MULTIPOINT ((0 0), (1 1))",
        "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))",
        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
    ],
)
def test_every_kind_of_geometry_can_be_pasted(wkt: str) -> None:
    assert read_geometry(wkt).equals(shapely.from_wkt(wkt))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "zone: expected GeoJSON or WKT, got nothing"),
        ("a circle around Calgary", "zone: expected GeoJSON or WKT, got 'a circle around Calgary'"),
        ("POLYGON ((1 2, 3))", "zone: expected GeoJSON or WKT"),
        ("POINT EMPTY", "expected a geometry with positions"),
        ("GEOMETRYCOLLECTION (POINT (1 2))", "expected one of Point"),
        ("POINT (200 10)", "longitude from -180 to 180"),
        ("POINT (nan nan)", "expected"),
        ("POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))", "expected a valid Polygon"),
        ("{", "zone: expected JSON"),
        ("[1, 2]", "expected a JSON object"),
        ('{"type": "FeatureCollection", "features": []}', "zone.features: expected one feature, got 0"),
        ('{"type": "Feature", "geometry": null}', "expected a JSON object"),
        ("{\ud800", "zone: expected JSON"),
    ],
)
def test_text_that_is_no_geometry_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        read_geometry(text)
    assert complaint in str(raised.value)
