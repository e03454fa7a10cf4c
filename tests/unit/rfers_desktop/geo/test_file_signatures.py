"""Tests of telling a map file by its first bytes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.file_signatures import LARGEST_BYTES, check_signature

GPKG = b"SQLite format 3\x00" + bytes(84)
SHP = b"\x00\x00\x27\x0a" + bytes(96)
KML = b'<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"/>'
GPX = b'<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"/>'


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.gpkg", GPKG), ("a.geojson", b"\xef\xbb\xbf {}"), ("a.json", b"{}"), ("A.KML", KML), ("a.gpx", GPX)],
)
def test_a_file_that_is_what_it_says_passes(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    check_signature(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.shp", GPKG, "expected a Shapefile, got a GeoPackage; name it a.gpkg"),
        ("a.geojson", b"x,y\n1,2", "expected a GeoJSON, got something else"),
        ("a.kml", b"<OGRVRTDataSource/>", "expected a KML, got something else"),
        ("a.kml", GPX, "expected a KML, got a GPX; name it a.gpx"),
        ("a.gpkg", b"", "got an empty file"),
        ("a.csv", b"x,y", "expected a file of type .gpkg"),
        ("noextension", b"x", "got no extension"),
        ("a.shp", SHP, "copy all files of the Shapefile"),
    ],
)
def test_a_file_that_is_something_else_is_refused_with_the_reason(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ProtocolError) as caught:
        check_signature(tmp_path / name)
    assert words in str(caught.value)
    assert str(caught.value).startswith(name)


def test_a_shapefile_with_its_index_passes_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "a[1].shp").write_bytes(SHP)
    (tmp_path / "a[1].SHX").write_bytes(SHP)
    check_signature(tmp_path / "a[1].shp")


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "a.gpkg").open("wb") as opened:
        opened.write(GPKG)
        os.truncate(opened.fileno(), LARGEST_BYTES + 1)  # sparse: it takes no room
    with pytest.raises(ProtocolError, match="at most 2,000 MB"):
        check_signature(tmp_path / "a.gpkg")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a file that can be read"):
        check_signature(tmp_path / "gone.gpkg")
