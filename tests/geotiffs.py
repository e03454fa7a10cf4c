"""Small GeoTIFFs for tests, made in memory."""

from __future__ import annotations

import warnings

import numpy as np
import rasterio
from affine import Affine
from rasterio.errors import NotGeoreferencedWarning


def a_geotiff(
    *, crs: str | None = "EPSG:32611", west: float = 700_000.0, north: float = 5_670_000.0, taken: str | None = None
) -> bytes:
    """A 4 × 3 thermal image of 100 m pixels, near Calgary unless told otherwise."""
    placed = {} if crs is None else {"crs": crs, "transform": Affine(100.0, 0.0, west, 0.0, -100.0, north)}
    with warnings.catch_warnings(), rasterio.MemoryFile() as memory:
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        with memory.open(driver="GTiff", width=4, height=3, count=1, dtype="float32", **placed) as image:
            image.write(np.full((3, 4), 300.0, dtype=np.float32), 1)
            if taken is not None:
                image.update_tags(TIFFTAG_DATETIME=taken)
        return bytes(memory.read())
