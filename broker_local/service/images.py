"""Thermal images as the matcher sees them: where the valid pixels of a GeoTIFF lie, and when it was taken."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import rasterio
import shapely
from numpy.typing import NDArray
from rasterio._err import CPLE_BaseError
from rasterio.enums import MaskFlags
from rasterio.errors import NotGeoreferencedWarning, RasterioError
from rasterio.warp import transform
from rasterio.windows import Window
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial import antimeridian
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.limits import MAX_EXTENT_DEG
from broker_local.protocol.times import tiff_moment

from .valid_area import Mask, coarsened, outline

# What a file may claim in its header, which is checked before any pixel is unpacked.
MAX_PIXELS = 20_000 * 20_000
MAX_BANDS = 256
MAX_UNPACKED_BYTES = 2 * 1024**3  # of all bands
MAX_BLOCK_BYTES = 128 * 1024**2  # of one strip or tile, which must be unpacked as a whole
_CELLS_PER_SIDE = 512  # of the mask that the outline is drawn from
_STEPS_PER_SIDE = 20  # straight sides of a projected image are curves in lon/lat
_TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_GDAL_OPTIONS = {
    "GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR",  # a file has no neighbours
    "GDAL_PAM_ENABLED": "NO",
    "GDAL_CACHEMAX": 256 * 1024**2,  # bytes
    "PROJ_NETWORK": "OFF",
}


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """What a GeoTIFF says of itself."""

    footprint: BaseGeometry  # lon/lat, WGS 84
    taken_at: datetime | None  # from the TIFF's DateTime tag, UTC


def is_tiff(content: bytes) -> bool:
    """Whether these bytes begin as a TIFF does."""
    return content[:4] in _TIFF_STARTS


def read_image(content: bytes, field: str) -> ImageFacts:
    """The footprint and time of a GeoTIFF; what it claims is checked before any pixel is read.

    GDAL sees the bytes in memory, with one driver and no file beside them: nothing in them can lead it elsewhere.
    """
    if not is_tiff(content):
        raise ProtocolError(field, expected="a GeoTIFF", got=Given(f"{len(content)} bytes that begin {content[:4]!r}"))
    try:
        with (
            warnings.catch_warnings(category=NotGeoreferencedWarning, action="ignore"),
            rasterio.Env(**_GDAL_OPTIONS),
            rasterio.MemoryFile(content, filename="image.tif") as memory,
            memory.open(driver="GTiff") as image,
        ):
            _check_header(image, field)
            return ImageFacts(_footprint(image, field), tiff_moment(image.tags().get("TIFFTAG_DATETIME")))
    except ProtocolError:
        raise
    except (RasterioError, CPLE_BaseError, ValueError, MemoryError) as error:
        got = Given(str(error.__cause__ or error) or type(error).__name__)
        raise ProtocolError(field, expected="a GeoTIFF that can be read", got=got) from None


def _check_header(image: rasterio.DatasetReader, field: str) -> None:
    if image.crs is None or image.transform.is_identity:
        raise ProtocolError(
            field, expected="a GeoTIFF with a place: a coordinate system and a transform", got=Given("none")
        )
    width, height, pixel_bytes = image.width, image.height, sum(np.dtype(kind).itemsize for kind in image.dtypes)
    block_bytes = max(rows * columns for rows, columns in image.block_shapes) * pixel_bytes
    for what, claimed, most in (
        ("pixels", width * height, MAX_PIXELS),
        ("bands", image.count, MAX_BANDS),
        ("bytes unpacked", width * height * pixel_bytes, MAX_UNPACKED_BYTES),
        ("bytes in a block", block_bytes, MAX_BLOCK_BYTES),
    ):
        if claimed > most:
            raise ProtocolError(field, expected=f"at most {most} {what}", got=Given(f"{claimed} ({width} × {height})"))


def _footprint(image: rasterio.DatasetReader, field: str) -> BaseGeometry:
    """The valid area on the Earth; the frame where that area cannot be drawn as a valid polygon."""
    frame = shapely.box(0.0, 0.0, image.width, image.height)
    area = _valid_area(image)
    if area is None:
        raise ProtocolError(field, expected="an image with valid pixels", got=Given("none"))
    for drawn in (area, frame):
        placed = _on_earth(drawn, image, field)
        if placed.is_valid and placed.area > 0.0:
            return placed
    raise ProtocolError(field, expected="a footprint with an area", got=Given(shapely.is_valid_reason(placed)))


def _valid_area(image: rasterio.DatasetReader) -> BaseGeometry | None:
    """What covers the valid pixels, in pixels: the whole frame where the file marks none as invalid."""
    cell = math.ceil(max(image.width, image.height) / _CELLS_PER_SIDE)
    rows = cell * math.ceil(image.block_shapes[0][0] / cell)  # whole cells, and whole blocks if they are not huge
    strips = [
        coarsened(_valid(image, Window(0, top, image.width, min(rows, image.height - top))), cell)
        for top in range(0, image.height, rows)
    ]
    area = outline(np.concatenate(strips))
    if area is None:
        return None
    return shapely.clip_by_rect(shapely.transform(area, lambda xy: xy * cell), 0.0, 0.0, image.width, image.height)


def _valid(image: rasterio.DatasetReader, window: Window) -> Mask:
    """Where any band is valid; a number that is none (NaN) is not, whatever the file says.

    Every pixel of every band is unpacked, so that a file with a broken part is refused here, not found out at a desk.
    """
    valid: Mask = np.zeros((window.height, window.width), dtype=np.bool_)
    of_all = None  # a mask or alpha band that speaks for every band
    for band, flags in zip(image.indexes, image.mask_flag_enums, strict=True):
        pixels = image.read(band, window=window)
        if MaskFlags.per_dataset in flags:
            of_all = band
        elif MaskFlags.all_valid in flags:
            valid |= np.isfinite(pixels)
        else:
            valid |= image.read_masks(band, window=window) != 0
    return valid if of_all is None else np.asarray(image.read_masks(of_all, window=window) != 0)


def _on_earth(area: BaseGeometry, image: rasterio.DatasetReader, field: str) -> BaseGeometry:
    """An area of pixels in lon/lat, cut at the antimeridian where it crosses it."""

    def to_lonlat(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        xs, ys = image.transform @ (pixels[:, 0], pixels[:, 1])
        lonlat = np.column_stack(transform(image.crs, "EPSG:4326", xs.tolist(), ys.tolist()))
        lon, lat = lonlat.T
        is_placed = bool(np.isfinite(lonlat).all()) and float(np.abs(lat).max()) <= 90.0
        if is_placed and np.ptp(lon) > MAX_EXTENT_DEG:
            lonlat[:, 0] = np.where(lon < 0.0, lon + 360.0, lon)
        if not is_placed or np.ptp(lonlat[:, 0]) > MAX_EXTENT_DEG:
            bounds = tuple(round(bound, 3) for bound in image.bounds)
            raise ProtocolError(
                field, expected="a place on the Earth", got=Given(f"bounds {bounds} in {image.crs.to_string()[:40]}")
            )
        return lonlat

    dense = shapely.segmentize(area, max(image.width, image.height) / _STEPS_PER_SIDE)
    placed: BaseGeometry = shapely.transform(dense, to_lonlat)
    if not placed.is_valid:
        return placed
    parts = antimeridian.cut(shapely.get_parts(placed))
    whole = shapely.orient_polygons(parts[0] if len(parts) == 1 else shapely.MultiPolygon(list(parts)))
    assert isinstance(whole, BaseGeometry)
    return whole
