"""GeoTIFFs: footprint and time by the reader, a time in the name where the file has none, the reason where neither."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.image_rows import image_rows
from broker_local.replay.imports.rows import BadRow, Row, as_geojson

TAKEN = datetime(2026, 7, 1, 12, 30, tzinfo=UTC)
SQUARE = shapely.box(0, 0, 1, 1)


def read(content: bytes, field: str) -> tuple[BaseGeometry, datetime | None]:
    if content == b"broken":
        raise ProtocolError(field, expected="a GeoTIFF", got=content)
    return SQUARE, TAKEN if content == b"dated" else None


@pytest.mark.parametrize(
    ("name", "content", "moment"),
    [
        ("a.tif", b"dated", "2026-07-01T12:30:00Z"),
        ("B10_20130707T163005.tif", b"", "2013-07-07T16:30:05Z"),
        ("B10_2013-07-07_1630.tif", b"", "2013-07-07T16:30:00Z"),
        ("LC08_20130707.tif", b"", "2013-07-07T00:00:00Z"),
    ],
)
def test_an_image_is_a_row_with_its_content_by_reference(
    tmp_path: Path, name: str, content: bytes, moment: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    (row,) = image_rows([path], read)
    assert isinstance(row, Row)
    assert row.geometry == as_geojson(SQUARE)
    assert row.values["timestamp"] == moment
    assert row.values["RasterFile"] == {"sha256": blob_ref(content).sha256, "bytes": len(content)}


@pytest.mark.parametrize("name", ["a.tif", "20131399.tif"])
def test_an_image_that_says_no_time_says_where_it_might(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    (row,) = image_rows([tmp_path / name], read)
    assert isinstance(row, Row)
    assert "timestamp" not in row.values
    assert "the TIFF's DateTime" in row.time_from


def test_an_image_that_cannot_be_read_is_a_bad_row(tmp_path: Path) -> None:
    (tmp_path / "a.tif").write_bytes(b"broken")
    (row,) = image_rows([tmp_path / "a.tif"], read)
    assert isinstance(row, BadRow)
    assert "a GeoTIFF" in str(row.error)
