"""Thermal images as the matcher sees them: the footprint and the time inside a GeoTIFF."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import rasterio
import shapely
from rasterio.errors import NotGeoreferencedWarning, RasterioError
from rasterio.warp import transform
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.times import parse_timestamp

MAX_PIXELS = 20_000 * 20_000
_POINTS_PER_SIDE = 21  # straight sides of a projected image are curves in lon/lat
_TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """What a GeoTIFF says of itself."""

    footprint: BaseGeometry  # lon/lat, WGS 84
    taken_at: datetime | None  # from the TIFF's DateTime tag, UTC


def is_tiff(content: bytes) -> bool:
    """Whether these bytes begin as a TIFF does."""
    return content[:4] in _TIFF_STARTS


def read_image(content: bytes, field: str) -> ImageFacts:
    """The footprint and time of a GeoTIFF; only its header is read."""
    if not is_tiff(content):
        raise ProtocolError(field, expected="a GeoTIFF", got=Given(f"{len(content)} bytes that begin {content[:4]!r}"))
    try:
        with (
            warnings.catch_warnings(category=NotGeoreferencedWarning, action="ignore"),
            rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"),
            rasterio.MemoryFile(content) as memory,
            memory.open(driver="GTiff") as image,
        ):
            return _facts(image, field)
    except (RasterioError, ValueError) as error:
        if isinstance(error, ProtocolError):
            raise
        raise ProtocolError(field, expected="a GeoTIFF that can be opened", got=Given(str(error))) from None


def _facts(image: rasterio.DatasetReader, field: str) -> ImageFacts:
    if image.crs is None or image.transform.is_identity:
        raise ProtocolError(
            field, expected="a GeoTIFF with a place: a coordinate system and a transform", got=Given("none")
        )
    if image.width * image.height > MAX_PIXELS:
        got = Given(f"{image.width} × {image.height}")
        raise ProtocolError(field, expected=f"at most {MAX_PIXELS} pixels", got=got)
    steps = np.linspace(0.0, 1.0, _POINTS_PER_SIDE)[:-1]
    zeros, ones = np.zeros_like(steps), np.ones_like(steps)
    columns = np.concatenate((steps, ones, 1.0 - steps, zeros)) * image.width
    rows = np.concatenate((zeros, steps, ones, 1.0 - steps)) * image.height
    xs, ys = image.transform @ (columns, rows)
    lon, lat = transform(image.crs, "EPSG:4326", xs.tolist(), ys.tolist())
    ring = np.column_stack((lon, lat))
    if not (np.isfinite(ring).all() and (np.abs(ring) <= (180.0, 90.0)).all()):
        raise ProtocolError(
            field, expected="a place on the Earth", got=Given(f"bounds {tuple(image.bounds)} in {image.crs}")
        )
    footprint = shapely.orient_polygons(shapely.Polygon(ring))
    if not footprint.is_valid or footprint.area == 0.0:
        raise ProtocolError(field, expected="a footprint with an area", got=Given(shapely.is_valid_reason(footprint)))
    return ImageFacts(footprint, _taken_at(image.tags().get("TIFFTAG_DATETIME")))


def _taken_at(tag: str | None) -> datetime | None:
    """TIFF 6.0 writes DateTime as "2008:03:02 11:25:35"."""
    if tag is None:
        return None
    day, _, clock = tag.partition(" ")
    try:
        return parse_timestamp(f"{day.replace(':', '-')}T{clock}", "TIFFTAG_DATETIME")
    except ProtocolError:
        return None
