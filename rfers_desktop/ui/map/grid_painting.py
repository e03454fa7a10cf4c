"""Arrays of pixels onto a sheet: which pixels of the map a painting is asked for, and putting colours there."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter

from rfers_desktop.geo.pixel_grid import PixelBox, PixelGrid
from rfers_desktop.geo.projections import Projection
from rfers_desktop.geo.raster_arrays import Colours

from .pixel_frame import PixelFrame


def grid_of(frame: PixelFrame, projection: Projection) -> PixelGrid:
    """The device pixels of a view, over the whole map."""
    return PixelGrid(1.0 / frame.per_unit, projection)


def exposed_pixels(frame: PixelFrame, exposed: QRectF) -> PixelBox:
    """The device pixels that are to be painted, counted from the map's origin."""
    box = frame.device_box(exposed).intersected(frame.rect)
    left, top = box.left() + frame.left, box.top() + frame.top
    return PixelBox(left, top, left + box.width(), top + box.height())


def put_colours(painter: QPainter, frame: PixelFrame, box: PixelBox, colours: Colours) -> None:
    """Draw colours at their pixels; the painter counts in device pixels."""
    pixels = np.ascontiguousarray(colours)
    rows, columns, _ = pixels.shape
    image = QImage(pixels.data, columns, rows, columns * 4, QImage.Format.Format_RGBA8888)
    painter.drawImage(QPoint(box.left - frame.left, box.top - frame.top), image)


def part_of(box: PixelBox, within: PixelBox) -> tuple[slice, slice]:
    """The rows and columns that some pixels have in an array of the pixels `within`."""
    return (
        slice(box.top - within.top, box.bottom - within.top),
        slice(box.left - within.left, box.right - within.left),
    )
