"""GeoTIFFs for tests, made in memory: good ones by the library, hostile ones by hand."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Mapping

import numpy as np
import rasterio
from affine import Affine
from numpy.typing import NDArray
from rasterio.errors import NotGeoreferencedWarning

_USUAL = np.full((3, 4), 300.0, dtype=np.float32)
# Tags of TIFF 6.0 and GeoTIFF 1.1.
WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, STRIP_OFFSETS, SAMPLES, ROWS_PER_STRIP, STRIP_BYTES = (
    *(256, 257, 258, 259, 262, 273),
    *(277, 278, 279),
)
TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_BYTES = 322, 323, 324, 325
_PIXEL_SCALE, _TIEPOINT, _GEO_KEYS = 33550, 33922, 34735
_EPSG_32611 = (1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32611)


def a_geotiff(
    *,
    crs: str | None = "EPSG:32611",
    west: float = 700_000.0,
    north: float = 5_670_000.0,
    pixel: float = 100.0,
    taken: str | None = None,
    pixels: NDArray[np.generic] = _USUAL,
    mask: NDArray[np.bool_] | None = None,
    **options: object,
) -> bytes:
    """A thermal image near Calgary: 4 × 3 pixels of 100 m, or the pixels that are given (bands, rows, columns)."""
    bands = pixels if pixels.ndim == 3 else pixels[np.newaxis]
    count, height, width = bands.shape
    placed = {} if crs is None else {"crs": crs, "transform": Affine(pixel, 0.0, west, 0.0, -pixel, north)}
    form = {"driver": "GTiff", "width": width, "height": height, "count": count, "dtype": bands.dtype}
    with warnings.catch_warnings(), rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True), rasterio.MemoryFile() as memory:
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        with memory.open(**form, **placed, **options) as image:
            image.write(bands)
            if mask is not None:
                image.write_mask(mask)
            if taken is not None:
                image.update_tags(TIFFTAG_DATETIME=taken)
        return bytes(memory.read())


def a_hand_made_tiff(
    tags: Mapping[int, int] | None = None, *, pixels: bytes = bytes(12), next_ifd: int = 0, is_placed: bool = True
) -> bytes:
    """A TIFF of 4 × 3 bytes in one strip whose tags say what a test wants, true or not; `next_ifd` may loop."""
    content = b"II*\0" + struct.pack("<I", 8 + len(pixels) + len(pixels) % 2) + pixels + bytes(len(pixels) % 2)
    usual = {WIDTH: 4, HEIGHT: 3, BITS: 8, COMPRESSION: 1, PHOTOMETRIC: 1, STRIP_OFFSETS: 8, SAMPLES: 1}
    numbers = usual | {ROWS_PER_STRIP: 3, STRIP_BYTES: len(pixels)} | dict(tags or {})
    entries = [(tag, 4, (value,)) for tag, value in numbers.items()]
    if is_placed:
        entries.append((_PIXEL_SCALE, 12, (100.0, 100.0, 0.0)))
        entries.append((_TIEPOINT, 12, (0.0, 0.0, 0.0, 700_000.0, 5_670_000.0, 0.0)))
        entries.append((_GEO_KEYS, 3, _EPSG_32611))
    at = len(content) + 2 + 12 * len(entries) + 4
    directory, beyond = struct.pack("<H", len(entries)), b""
    for tag, kind, values in sorted(entries):
        packed = struct.pack(f"<{len(values)}{ {3: 'H', 4: 'I', 12: 'd'}[kind] }", *values)
        if len(packed) > 4:
            beyond, packed = beyond + packed, struct.pack("<I", at + len(beyond))
        directory += struct.pack("<HHI", tag, kind, len(values)) + packed.ljust(4, b"\0")
    return content + directory + struct.pack("<I", next_ifd) + beyond
