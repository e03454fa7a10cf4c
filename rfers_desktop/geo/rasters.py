"""Images that know where they are (GeoTIFF, COG, MBTiles): opened with suspicion, read in the projection of the map.

The one module of the desk that imports rasterio. A Raster is what a file says of itself; each reading opens the file
anew, so that any thread may read, and no handle outlives what it was opened for.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
import rasterio.features
import shapely
from affine import Affine
from numpy.typing import NDArray
from rasterio._err import CPLE_BaseError
from rasterio.enums import ColorInterp, Resampling
from rasterio.errors import NotGeoreferencedWarning, RasterioError
from rasterio.transform import from_gcps
from rasterio.vrt import WarpedVRT
from rasterio.warp import transform
from rasterio.windows import Window

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.times import tiff_moment

from .pixel_grid import PixelBox, PixelGrid
from .projections import Bounds, Projection
from .raster_arrays import Colours, Values, as_bytes, highest_by_label, highest_of_squares, palette_table
from .raster_starts import driver_of

Mask = NDArray[np.bool_]
LonLat = NDArray[np.float64]

# What a file may claim in its header, which is checked before any pixel is unpacked.
MAX_BANDS = 256
MAX_BLOCK_BYTES = 128 * 1024**2  # of one strip or tile, which must be unpacked as a whole
MAX_PIXELS_AT_ONCE = 200_000_000  # of the coarsest level, all of which are read to show the whole image
MAX_HOT_AREAS = 20_000
_ALL_PIXELS_COUNT = 5_000 * 5_000  # up to this size overviews, in which a small fire is averaged away, are left aside
_SAMPLE_PX = 512  # pixels a side that say which values there are
_SPOT_PX = 64  # or, in an image larger than that, of each of 36 spots
_STEPS_PER_SIDE = 20  # straight sides of an image are curves on the map
_GDAL_OPTIONS = {
    "GDAL_PAM_ENABLED": "NO",  # nothing is written beside a file
    "GDAL_CACHEMAX": 192 * 1024**2,  # bytes
    "GDAL_HTTP_MAX_RETRY": 0,
    "PROJ_NETWORK": "OFF",
}
_CUT_SHORT = re.compile("IReadBlock failed|Failed to read directory|Read error|sqlite|malformed")  # what GDAL says
_ALONE = {"GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR"}  # what came over the wire has no neighbours


class RasterKind(Enum):
    """What the pixels mean."""

    VALUES = "values"  # measured, to be coloured by a ramp
    COLOURS = "colours"


@dataclass(frozen=True, slots=True)
class Pixels:
    """Some pixels of a band and which of them are valid."""

    values: Values
    is_valid: Mask


@dataclass(frozen=True, slots=True)
class HotArea:
    """Connected pixels at or above a threshold."""

    outline: shapely.Polygon  # degrees
    peak: float  # the highest value in it


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """A file that was opened once and found good."""

    source: Path | bytes
    name: str
    kind: RasterKind
    width: int
    height: int
    dtype: str
    count: int  # bands
    crs: str  # as WKT
    unit: str
    taken_at: datetime | None  # from the TIFF's DateTime tag, UTC
    outline: LonLat  # the frame's edge, in degrees
    sample: Values = field(repr=False)  # valid values of the first band from all over the image; may be empty
    _driver: str = field(repr=False)
    _transform: Affine = field(repr=False)
    _bounds: dict[Projection, Bounds] = field(default_factory=dict, init=False, repr=False)  # worked out once

    @property
    def bounds(self) -> Bounds:
        """The box around the image in degrees."""
        (west, south), (east, north) = self.outline.min(axis=0).tolist(), self.outline.max(axis=0).tolist()
        return west, south, east, north

    def bounds_in(self, projection: Projection) -> Bounds:
        """The box around the image in map units."""
        if projection not in self._bounds:
            xy = projection.to_map(self.outline)
            (x_min, y_min), (x_max, y_max) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
            self._bounds[projection] = (x_min, y_min, x_max, y_max)
        return self._bounds[projection]

    def box_in(self, grid: PixelGrid) -> PixelBox:
        """The pixels of a grid that the image touches."""
        return grid.box_around(self.bounds_in(grid.projection))

    def read_values(self, grid: PixelGrid, boxes: Sequence[PixelBox], band: int = 1) -> list[Pixels]:
        """The band as the map shows it. Of many pixels in one the hottest is shown: no fire is too small to be seen."""
        is_smaller = self._is_made_smaller(grid)
        exact = not is_smaller or self.width * self.height <= _ALL_PIXELS_COUNT
        with _opened(self.source, self.name, self._driver, is_without_overviews=is_smaller and exact) as image:
            kind = "float32" if np.dtype(self.dtype).itemsize <= 2 or self.dtype == "float32" else "float64"
            nodata = image.nodata if image.nodata is not None else (np.nan if "float" in self.dtype else None)
            scale, offset = image.scales[band - 1], image.offsets[band - 1]
            pixels = []
            for box in boxes:
                resampling = Resampling.max if is_smaller else Resampling.nearest
                with self._warped(image, grid, box, resampling, src_nodata=nodata, nodata=np.nan, dtype=kind) as warped:
                    values = warped.read(band)
                if (scale, offset) != (1.0, 0.0):
                    values = values * scale + offset
                values = values.astype(np.float32, copy=False)
                pixels.append(Pixels(values, np.isfinite(values)))
            return pixels

    def read_colours(self, grid: PixelGrid, boxes: Sequence[PixelBox]) -> list[Colours]:
        """The image's own colours as the map shows them, transparent where there is none."""
        with _opened(self.source, self.name, self._driver) as image:
            is_palette = image.colorinterp[0] is ColorInterp.palette
            table = palette_table(image.colormap(1)) if is_palette else None
            smooth = Resampling.average if self._is_made_smaller(grid) else Resampling.bilinear
            has_alpha = ColorInterp.alpha in image.colorinterp
            shades = (1, 2, 3) if image.count >= 3 else (1, 1, 1)
            pictures = []
            for box in boxes:
                resampling = Resampling.nearest if is_palette else smooth
                with self._warped(image, grid, box, resampling, add_alpha=not has_alpha) as warped:
                    alpha = warped.read(image.colorinterp.index(ColorInterp.alpha) + 1 if has_alpha else warped.count)
                    bands = warped.read(list(shades))
                bands, alpha = as_bytes(bands), as_bytes(alpha)
                if table is None:
                    pictures.append(np.dstack((*bands, alpha)))
                else:
                    picture = table[bands[0]]
                    picture[..., 3] = np.minimum(picture[..., 3], alpha)
                    pictures.append(picture)
            return pictures

    def value_at(self, lon: float, lat: float) -> tuple[float | None, ...]:
        """What the pixel at a place says, band by band: None where it is not valid; empty outside the image."""
        with _opened(self.source, self.name, self._driver) as image:
            xs, ys = transform("EPSG:4326", self.crs, [lon], [lat])
            if not np.isfinite((xs[0], ys[0])).all():
                return ()
            column, row = ~self._transform @ (xs[0], ys[0])
            if not (0 <= column < self.width and 0 <= row < self.height):
                return ()
            spot = Window(int(column), int(row), 1, 1)
            values, masks = image.read(window=spot)[:, 0, 0], image.read_masks(window=spot)[:, 0, 0]
            return tuple(
                float(value) * scale + offset if mask and np.isfinite(value) else None
                for value, mask, scale, offset in zip(values, masks, image.scales, image.offsets, strict=True)
            )

    def hot_areas(self, threshold: float, most_px: int = 4096, band: int = 1) -> list[HotArea]:
        """The connected areas at or above a value, hottest first.

        A larger image is first made smaller by the highest of each square of pixels, so that no fire is lost.
        """
        factor = -(-max(self.width, self.height) // most_px)
        with _opened(self.source, self.name, self._driver) as image:
            values = _highest(image, band, factor) * image.scales[band - 1] + image.offsets[band - 1]
        is_hot = values >= threshold  # false for what is not a number
        found = rasterio.features.shapes(is_hot.astype(np.uint8), mask=is_hot, connectivity=8)
        shapes = [shape for shape, _ in islice(found, MAX_HOT_AREAS + 1)]
        if len(shapes) > MAX_HOT_AREAS:
            expected = f"at most {MAX_HOT_AREAS:,} areas above the threshold"
            raise ProtocolError(self.name, expected=expected, got=Given("more"), hint="raise the threshold")
        if not shapes:
            return []
        numbered = ((shape, number) for number, shape in enumerate(shapes, start=1))
        labels = rasterio.features.rasterize(numbered, out_shape=values.shape, dtype="int32")
        peaks = highest_by_label(values, labels, len(shapes))
        areas = [
            HotArea(shapely.transform(_polygon(shape), lambda xy: self._to_lonlat(xy * factor)), peak)
            for shape, peak in zip(shapes, peaks.tolist(), strict=True)
        ]
        return sorted(areas, key=lambda area: -area.peak)

    def _to_lonlat(self, pixels: LonLat) -> LonLat:
        return _to_lonlat(pixels, self._transform, self.crs)

    def _is_made_smaller(self, grid: PixelGrid) -> bool:
        """Whether a pixel of the map is larger than one of the image."""
        x_min, y_min, x_max, y_max = self.bounds_in(grid.projection)
        diagonal = float(np.hypot(x_max - x_min, y_max - y_min))
        return grid.step > diagonal / float(np.hypot(self.width, self.height)) * 1.01

    def _warped(
        self, image: rasterio.DatasetReader, grid: PixelGrid, box: PixelBox, resampling: Resampling, **options: object
    ) -> WarpedVRT:
        x_min, _, _, y_max = grid.bounds(box)
        return WarpedVRT(
            image,
            src_crs=self.crs,
            src_transform=self._transform,
            crs=f"EPSG:{grid.projection.epsg}",
            transform=Affine(grid.step, 0.0, x_min, 0.0, -grid.step, y_max),
            width=box.width,
            height=box.height,
            resampling=resampling,
            **options,
        )


def open_raster(source: Path | bytes, name: str = "") -> Raster:
    """What an image says of itself; raises ProtocolError, naming the file, with what is wrong about it."""
    name = name or (source.name if isinstance(source, Path) else "image")
    driver = driver_of(source, name)
    with _opened(source, name, driver) as image:
        crs, placed = image.crs, image.transform
        if crs is None and image.gcps[0]:
            crs, placed = image.gcps[1], from_gcps(image.gcps[0])
        if crs is None or placed.is_identity:
            raise ProtocolError(
                name,
                expected="an image that says where it is",
                got=Given("no coordinate system" if crs is None else "no position"),
                hint="give it one with gdal_edit -a_srs, or save it again as a GeoTIFF with its CRS",
            )
        _check_header(image, name)
        kind = _kind_of(image)
        corner = np.linspace(0.0, 1.0, _STEPS_PER_SIDE, endpoint=False)
        sides = [(corner, 0 * corner), (0 * corner + 1, corner), (1 - corner, 0 * corner + 1), (0 * corner, 1 - corner)]
        ring = np.vstack([np.column_stack(side) for side in sides]) * (image.width, image.height)
        outline = _to_lonlat(ring, placed, crs.to_wkt())
        outline = outline[np.isfinite(outline).all(axis=1)]
        if len(outline) < 3 or np.abs(outline[:, 1]).max() > 90.0 + 1e-9:
            bounds = tuple(round(bound, 3) for bound in image.bounds)
            raise ProtocolError(name, expected="a place on the Earth", got=Given(f"bounds {bounds}"))
        return Raster(
            source,
            name,
            kind,
            image.width,
            image.height,
            str(image.dtypes[0]),
            image.count,
            crs.to_wkt(),
            str(image.units[0] or ""),
            tiff_moment(image.tags().get("TIFFTAG_DATETIME")),
            outline,
            _sample(image),
            driver,
            placed,
        )


@contextmanager
def _opened(
    source: Path | bytes, name: str, driver: str, is_without_overviews: bool = False
) -> Iterator[rasterio.DatasetReader]:
    """The file, open for reading; whatever GDAL says against it comes out as a ProtocolError."""
    options = {"OVERVIEW_LEVEL": "NONE"} if is_without_overviews and driver == "GTiff" else {}
    try:
        with warnings.catch_warnings(category=NotGeoreferencedWarning, action="ignore"):
            if isinstance(source, Path):
                with (
                    rasterio.Env(**_GDAL_OPTIONS),
                    rasterio.open(source.resolve(), driver=driver, sharing=False, **options) as image,
                ):
                    yield image
            else:
                with (
                    rasterio.Env(**_GDAL_OPTIONS, **_ALONE),
                    rasterio.MemoryFile(source, filename="image.tif") as memory,
                    memory.open(driver=driver, sharing=False, **options) as image,
                ):
                    yield image
    except ProtocolError:
        raise
    except (RasterioError, CPLE_BaseError, OSError, ValueError, MemoryError) as error:
        words = str(error.__cause__ or error) or type(error).__name__
        got = Given("one that is damaged or cut short" if _CUT_SHORT.search(words) else words)
        raise ProtocolError(name, expected="an image that can be read", got=got) from None


def _check_header(image: rasterio.DatasetReader, name: str) -> None:
    pixel_bytes = sum(np.dtype(kind).itemsize for kind in image.dtypes)
    coarsest = max(image.overviews(1), default=1)
    for what, claimed, most in (
        ("bands", image.count, MAX_BANDS),
        ("bytes in a block", max(r * c for r, c in image.block_shapes) * pixel_bytes, MAX_BLOCK_BYTES),
        ("pixels in its coarsest overview", image.width * image.height // coarsest**2, MAX_PIXELS_AT_ONCE),
    ):
        if claimed > most:
            hint = "make overviews with gdaladdo, or save it as a COG" if "overview" in what else None
            got = Given(f"{claimed:,} ({image.width} × {image.height})")
            raise ProtocolError(name, expected=f"at most {most:,} {what}", got=got, hint=hint)
    if any("complex" in kind for kind in image.dtypes):
        raise ProtocolError(name, expected="bands of real numbers", got=Given(image.dtypes[0]))


def _kind_of(image: rasterio.DatasetReader) -> RasterKind:
    is_coloured = image.colorinterp[:3] == (ColorInterp.red, ColorInterp.green, ColorInterp.blue)
    is_small = image.dtypes[0] in ("uint8", "uint16")
    is_palette = image.colorinterp[0] is ColorInterp.palette
    return RasterKind.COLOURS if is_palette or (is_coloured and is_small) else RasterKind.VALUES


def _sample(image: rasterio.DatasetReader) -> Values:
    """Valid values of the first band, from all over to the very ends; reading them also finds most broken files."""
    if max(image.width, image.height) <= _SAMPLE_PX or image.overviews(1):
        shape = min(image.height, _SAMPLE_PX), min(image.width, _SAMPLE_PX)
        parts = [image.read(1, out_shape=shape, masked=True)]
    else:
        lefts, tops = (np.linspace(0, max(side - _SPOT_PX, 0), 6).astype(int) for side in (image.width, image.height))
        spots = [Window(left, top, _SPOT_PX, _SPOT_PX) for top in tops.tolist() for left in lefts.tolist()]
        parts = [image.read(1, window=spot, masked=True) for spot in spots]
    values = np.concatenate([part.compressed() for part in parts]).astype(np.float32)
    values = values * image.scales[0] + image.offsets[0]
    return np.asarray(values[np.isfinite(values)], dtype=np.float32)


def _highest(image: rasterio.DatasetReader, band: int, factor: int) -> Values:
    """A band made smaller, a strip at a time."""
    strips = []
    for top in range(0, image.height, 64 * factor):
        window = Window(0, top, image.width, min(64 * factor, image.height - top))
        read = image.read(band, window=window, masked=True).astype(np.float32).filled(np.nan)
        strips.append(highest_of_squares(read, factor))
    return np.concatenate(strips)


def _polygon(shape: dict[str, Any]) -> shapely.Polygon:
    outer, *holes = shape["coordinates"]
    return shapely.Polygon(outer, holes)


def _to_lonlat(pixels: LonLat, placed: Affine, crs: str) -> LonLat:
    xs, ys = (
        placed.a * pixels[:, 0] + placed.b * pixels[:, 1] + placed.c,
        placed.d * pixels[:, 0] + placed.e * pixels[:, 1] + placed.f,
    )
    return np.column_stack(transform(crs, "EPSG:4326", xs.tolist(), ys.tolist()))
