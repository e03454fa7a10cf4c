"""A small picture of a thermal image with its range, to be shown beside what the event says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.geo.colouring import Colouring, range_of, unit_text
from rfers_desktop.geo.pixel_grid import PixelGrid
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.geo.raster_arrays import Colours
from rfers_desktop.geo.rasters import RasterKind, open_raster

_LONGER_SIDE_PX = 320


@dataclass(frozen=True, slots=True, eq=False)
class ThermalPreview:
    """Colours as the map shows them, and what they range over."""

    colours: Colours
    low: float
    high: float
    peak: float
    unit: str


def thermal_preview(content: bytes, name: str) -> ThermalPreview:
    """The picture of a file; takes long enough to be done aside. Raises ProtocolError if it is no good."""
    raster = open_raster(content, name)
    if raster.kind is not RasterKind.VALUES:
        raise ProtocolError(raster.name, expected="an image of measured values", got=Given("a picture in colours"))
    x_min, y_min, x_max, y_max = raster.bounds_in(WEB_MERCATOR)
    grid = PixelGrid(max(x_max - x_min, y_max - y_min) / _LONGER_SIDE_PX, WEB_MERCATOR)
    (pixels,) = raster.read_values(grid, [raster.box_in(grid)])
    if not pixels.is_valid.any():
        raise ProtocolError(raster.name, expected="at least one pixel that was measured", got=Given("none"))
    low, high = range_of(raster.sample)
    colours = Colouring(low, high).colours(pixels.values, pixels.is_valid)
    peak = float(np.max(pixels.values[pixels.is_valid]))
    return ThermalPreview(colours, low, high, peak, unit_text(raster.unit))
