"""Image files for tests: small, of any CRS and band type, written by rasterio."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from affine import Affine
from numpy.typing import NDArray
from pyproj import Transformer
from rasterio.transform import from_origin

CALGARY = (-114.0, 51.0)  # lon, lat: the upper left corner of all these images


@cache
def transformer(from_epsg: int, to_epsg: int) -> Transformer:
    """Making one takes long; tests need the same few many times."""
    return Transformer.from_crs(from_epsg, to_epsg, always_xy=True)


def placed_at_calgary(epsg: int, pixel: float, rotation_deg: float = 0.0) -> Affine:
    """Pixels of a size in the units of a CRS, the first at Calgary."""
    x, y = transformer(4326, epsg).transform(*CALGARY)
    return Affine.translation(x, y) @ Affine.rotation(rotation_deg) @ Affine.scale(pixel, -pixel)


def write_geotiff(
    path: Path,
    values: NDArray[Any],
    epsg: int | None = 32611,
    pixel: float = 100.0,
    rotation_deg: float = 0.0,
    **more: Any,
) -> Path:
    """A GeoTIFF of one band, or of several if `values` has three dimensions."""
    bands = values if values.ndim == 3 else values[np.newaxis]
    profile = {
        "driver": "GTiff",
        "count": len(bands),
        "height": bands.shape[1],
        "width": bands.shape[2],
        "dtype": bands.dtype.name,
        "crs": None if epsg is None else f"EPSG:{epsg}",
        "transform": from_origin(5, 5, 2, 2) if epsg is None else placed_at_calgary(epsg, pixel, rotation_deg),
        **more,
    }
    with rasterio.open(path, "w", **profile) as file:
        file.write(bands)
    return path
