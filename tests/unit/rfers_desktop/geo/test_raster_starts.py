"""Tests of telling image files by their beginning."""

from __future__ import annotations

from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.raster_starts import driver_of


@pytest.mark.parametrize(
    ("start", "driver"),
    [(b"II*\0", "GTiff"), (b"MM\0*", "GTiff"), (b"II+\0", "GTiff"), (b"SQLite format 3", "MBTiles")],
)
def test_a_file_is_known_by_its_first_bytes_whatever_its_name(tmp_path: Path, start: bytes, driver: str) -> None:
    path = tmp_path / "something.txt"
    path.write_bytes(start + b"...")
    assert driver_of(path, "x") == driver


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(ProtocolError, match="x: expected a GeoTIFF or MBTiles file, got a file that begins b'SQLi'"):
        driver_of(b"SQLite format 3", "x")


def test_an_empty_file_is_said_to_be_empty() -> None:
    with pytest.raises(ProtocolError, match="got an empty file"):
        driver_of(b"", "x")
