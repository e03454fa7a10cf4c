"""What an image file is by its first bytes, before any pixel of it is read."""

from __future__ import annotations

from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError

_STARTS = {b"II*\0": "GTiff", b"MM\0*": "GTiff", b"II+\0": "GTiff", b"MM\0+": "GTiff", b"SQLi": "MBTiles"}


def driver_of(source: Path | bytes, name: str) -> str:
    """GDAL's name for what a file is, by what it begins with: its own name may say anything.

    MBTiles is a database that must lie in a file; what is in memory can only be a GeoTIFF.
    """
    try:
        start = _first_bytes(source)
    except OSError as error:
        raise ProtocolError(name, expected="a file that can be read", got=Given(error.strerror or str(error))) from None
    driver = _STARTS.get(start)
    if driver is None or (driver != "GTiff" and isinstance(source, bytes)):
        got = Given(f"a file that begins {start!r}" if start else "an empty file")
        raise ProtocolError(name, expected="a GeoTIFF or MBTiles file", got=got)
    return driver


def _first_bytes(source: Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source[:4]
    with source.open("rb") as file:
        return file.read(4)
