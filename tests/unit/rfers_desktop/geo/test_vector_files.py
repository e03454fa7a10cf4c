"""Tests of reading users' map files: real files of every format, written here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio.raw
import pytest
import shapely
from pyproj import Transformer

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo import vector_files
from rfers_desktop.geo.features import Kind
from rfers_desktop.geo.vector_files import CrsMissing, ReadingCancelled, named_crs, read_vector_file

CALGARY = shapely.Point(-114.07, 51.05).buffer(0.1, quad_segs=2)
EDMONTON = shapely.Point(-113.49, 53.55).buffer(0.1, quad_segs=2)


pytestmark = pytest.mark.filterwarnings("ignore:'crs' was not provided")  # the writer's advice to these tests


def write(
    file: Path, driver: str, geometries: list[Any], crs: str | None = "EPSG:4326", layer: str | None = None
) -> Path:
    names = np.array([f"nr {number}" for number in range(len(geometries))], dtype=object)
    pyogrio.raw.write(
        file,
        np.array(shapely.to_wkb(geometries), dtype=object),
        [names, np.arange(len(geometries), dtype=np.int64)],
        ["name", "count"],
        geometry_type=geometries[0].geom_type,
        crs=crs,
        driver=driver,
        layer=layer,
        append=layer is not None and file.exists(),
        promote_to_multi=False,
    )
    return file


@pytest.mark.parametrize(
    ("name", "driver"), [("a.gpkg", "GPKG"), ("a.shp", "ESRI Shapefile"), ("a.geojson", "GeoJSON"), ("a.kml", "LIBKML")]
)
def test_every_format_is_read_with_its_attributes(tmp_path: Path, name: str, driver: str) -> None:
    (layer,) = read_vector_file(write(tmp_path / name, driver, [CALGARY, EDMONTON]))
    (part,) = layer.parts
    assert part.kind is Kind.AREA
    assert len(layer) == 2
    assert layer.left_out == 0
    assert np.allclose(part.bounds or (), shapely.total_bounds([CALGARY, EDMONTON]), atol=1e-6)
    by_lower = {column.lower(): part.columns[column].tolist() for column in part.columns}
    assert by_lower["name"] == ["nr 0", "nr 1"]


@pytest.mark.parametrize("crs", ["EPSG:26911", "EPSG:3005", "EPSG:3857", "EPSG:4269"])
def test_any_coordinate_system_becomes_lon_lat(tmp_path: Path, crs: str) -> None:
    to_crs = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    there = shapely.Point(to_crs.transform(-114.07, 51.05))
    (layer,) = read_vector_file(write(tmp_path / "a.gpkg", "GPKG", [there], crs))
    assert np.allclose(layer.parts[0].lonlat, [[-114.07, 51.05]], atol=1e-4)


def test_metres_without_a_system_are_refused_until_it_is_named(tmp_path: Path) -> None:
    metres = shapely.Point(Transformer.from_crs("EPSG:4326", "EPSG:3005", always_xy=True).transform(-120.0, 51.0))
    file = write(tmp_path / "a.shp", "ESRI Shapefile", [metres], crs=None)
    with pytest.raises(CrsMissing, match="looks like metres; say which CRS") as caught:
        read_vector_file(file)
    assert not caught.value.is_like_degrees
    (layer,) = read_vector_file(file, crs="EPSG:3005")
    assert np.allclose(layer.parts[0].lonlat, [[-120.0, 51.0]], atol=1e-6)


def test_degrees_without_a_system_are_a_question(tmp_path: Path) -> None:
    file = write(tmp_path / "a.shp", "ESRI Shapefile", [CALGARY], crs=None)
    with pytest.raises(CrsMissing) as caught:
        read_vector_file(file)
    assert caught.value.is_like_degrees


def test_a_geojson_in_metres_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "zone.geojson"
    file.write_text(json.dumps({"type": "Point", "coordinates": [1_488_700.0, 466_100.0]}))
    with pytest.raises(CrsMissing, match="looks like metres"):
        read_vector_file(file)


def test_all_layers_of_a_file_are_read(tmp_path: Path) -> None:
    write(tmp_path / "two.gpkg", "GPKG", [CALGARY], layer="areas")
    write(tmp_path / "two.gpkg", "GPKG", [shapely.Point(-114, 51)], layer="points")
    found = read_vector_file(tmp_path / "two.gpkg")
    assert [(layer.name, layer.parts[0].kind) for layer in found] == [("areas", Kind.AREA), ("points", Kind.POINT)]


def test_a_gpx_file_has_its_tracks_routes_and_waypoints_but_not_each_fix_as_well(tmp_path: Path) -> None:
    fixes = "".join(f'<trkpt lat="51.{n}" lon="-114.{n}"/>' for n in range(1, 6))
    gpx = (
        '<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">'
        '<wpt lat="51" lon="-114"><name>Camp</name></wpt>'
        f"<trk><name>Engine 3</name><trkseg>{fixes}</trkseg></trk></gpx>"
    )
    (tmp_path / "a.gpx").write_text(gpx)
    layers = read_vector_file(tmp_path / "a.gpx")
    assert [(layer.name, len(layer)) for layer in layers] == [("waypoints", 1), ("tracks", 1)]
    assert layers[1].parts[0].columns["name"].tolist() == ["Engine 3"]


def test_features_without_a_shape_are_left_out_and_counted(tmp_path: Path) -> None:
    features = [
        {"type": "Feature", "properties": {"name": "a"}, "geometry": {"type": "Point", "coordinates": [-114, 51]}},
        {"type": "Feature", "properties": {"name": "b"}, "geometry": None},
    ]
    file = tmp_path / "a.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    (layer,) = read_vector_file(file)
    assert layer.left_out == 1
    assert layer.parts[0].columns["name"].tolist() == ["a"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.geojson", b'{"type": "FeatureCollection", "features": [{"type": "Feat'),
        ("a.geojson", b'{"no": "map"}'),
        ("a.geojson", b'{"type": "FeatureCollection", "features": []}'),
        ("a.gpkg", b"SQLite format 3\x00" + bytes(4000)),
        ("a.kml", b"<kml><broken"),
        ("a.kml", b"<kml></kml>"),
    ],
)
def test_a_corrupt_or_empty_file_is_refused_in_words(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ProtocolError, match=rf"^{name}: expected "):
        read_vector_file(tmp_path / name)


def test_a_shapefile_cut_off_in_the_middle_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "a.shp", "ESRI Shapefile", [CALGARY, EDMONTON])
    file.write_bytes(file.read_bytes()[:120])
    with pytest.raises(ProtocolError):
        read_vector_file(file)


def test_a_geopackage_cut_off_in_the_middle_is_told_of_in_plain_words(tmp_path: Path) -> None:
    places = [shapely.Point(-114, 51 + step / 1000) for step in range(2000)]
    file = write(tmp_path / "a.gpkg", "GPKG", places)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(ProtocolError, match="a.gpkg: expected a whole map file, got one that is damaged or cut short"):
        read_vector_file(file)


def test_too_many_positions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_files, "MOST_POSITIONS", 10)
    with pytest.raises(ProtocolError, match="at most 10 positions"):
        read_vector_file(write(tmp_path / "a.gpkg", "GPKG", [CALGARY, EDMONTON]))


def test_reading_tells_its_progress_and_stops_when_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_files, "_PIECE", 2)
    file = write(tmp_path / "a.gpkg", "GPKG", [shapely.Point(-114, 51 + step / 10) for step in range(7)])
    seen: list[float] = []
    (layer,) = read_vector_file(file, progress=seen.append)
    assert len(layer) == 7
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert len(seen) >= 4
    with pytest.raises(ReadingCancelled):
        read_vector_file(file, is_cancelled=lambda: True)


@pytest.mark.parametrize("text", ["EPSG:3005", "3005", " epsg:26911 ", "+proj=utm +zone=11"])
def test_systems_have_the_names_people_use(text: str) -> None:
    assert named_crs(text).is_projected


@pytest.mark.parametrize("text", ["", "albers", "EPSG:99999999", "9" * 30])
def test_an_unknown_system_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError, match="^CRS: expected the name of a coordinate system"):
        named_crs(text)
