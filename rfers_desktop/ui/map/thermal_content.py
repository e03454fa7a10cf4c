"""The thermal band: the newest valid pixel of a series of images at each place, in colours, warped off the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.pixel_grid import PixelBox, PixelGrid, tiles_of
from rfers_desktop.geo.projections import WEB_MERCATOR, Bounds, Projection
from rfers_desktop.geo.raster_tiles import RasterTiles
from rfers_desktop.geo.rasters import Pixels
from rfers_desktop.layers.thermal import ThermalChange, ThermalImage, ThermalShown
from rfers_desktop.ui.themes import Theme

from .device_painter import in_device_pixels
from .grid_painting import exposed_pixels, grid_of, part_of, put_colours
from .hot_outlines import HotOutlines
from .paint_problems import PaintProblems
from .pixel_frame import PixelFrame
from .view import View

_SWIPE_PX = 3  # the line between before and after
_LITTLE_PX = 65_536  # device pixels that are painted within a millisecond or two
_FAR = 1e8  # map units: beyond every map
REACH_PX = 4.0  # how far lines are painted beyond the bounds of what changed


class ThermalContent:
    """What the thermal band shows; the same for everybody who asks until it is told to show something else."""

    is_slow = True

    def __init__(self, projection: Projection = WEB_MERCATOR) -> None:
        self._projection = projection
        self._shown = ThermalShown()
        self._outlines = HotOutlines((), projection)
        self._tiles = RasterTiles()
        self.problems = PaintProblems()

    def show(self, shown: ThermalShown, change: ThermalChange) -> list[Bounds] | None:
        """Show another state; returns what of the band is to be painted again, in map units. None is all of it."""
        kept = {id(image.raster) for image in (*shown.images, *shown.before)}
        if change.is_series:
            for image in (*self._shown.images, *self._shown.before):
                if id(image.raster) not in kept:
                    self._tiles.forget(image.raster)
        if shown.hot_areas is not self._shown.hot_areas:
            self._outlines = HotOutlines(shown.hot_areas, self._projection)
        self._shown = shown
        if change.is_everything:
            return None
        areas = [self._projection.bounds_to_map(area) for area in change.areas]
        if change.swiped is not None:
            first, last = sorted(change.swiped)
            areas.append((first, -_FAR, last, _FAR))
        return areas

    def read_ahead(self, image: ThermalImage, view: View) -> None:
        """Warp what a view shows of an image that is about to be shown; on any thread, best where it was opened."""
        frame = PixelFrame.of(view)
        grid = grid_of(frame, self._projection)
        box = image.raster.box_in(grid).shared_with(exposed_pixels(frame, QRectF(0, 0, view.width, view.height)))
        self._tiles.values(image.raster, grid, list(tiles_of(box)))

    def is_at_hand(self, view: View, boxes: list[QRect]) -> bool:
        """Whether there is little to paint and nothing to be read for it."""
        if sum(box.width() * box.height() for box in boxes) > _LITTLE_PX:
            return False
        frame = PixelFrame.of(view)
        grid = grid_of(frame, self._projection)
        areas = [exposed_pixels(frame, frame.plain_box(box)) for box in boxes]
        return all(
            self._tiles.has_values(image.raster, grid, tiles_of(image.raster.box_in(grid).shared_with(area)))
            for area in areas
            for image in (*self._shown.images, *self._shown.before)
        )

    def set_projection(self, projection: Projection) -> None:
        """Draw in another projection; all of the band is to be painted again."""
        self._projection = projection
        self._outlines = HotOutlines(self._shown.hot_areas, projection)

    def painting(self) -> ThermalPainting:
        """The present state."""
        return ThermalPainting(self._shown, self._projection, self._outlines, self._tiles, self.problems)


@dataclass(frozen=True, slots=True)
class ThermalPainting:
    """A state of the band. Only the tiles and the problems are shared, and both with any thread."""

    shown: ThermalShown
    projection: Projection
    outlines: HotOutlines
    tiles: RasterTiles
    problems: PaintProblems

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        """Paint all that touches `exposed`."""
        if not self.shown.is_visible:
            return
        frame = PixelFrame.of(view)
        grid = grid_of(frame, self.projection)
        area = exposed_pixels(frame, exposed)
        with in_device_pixels(painter):
            painter.setOpacity(self.shown.opacity)
            for part, images in self._sides(frame, area):
                self._paint_images(painter, frame, grid, part, images)
            painter.setOpacity(1.0)
            self.outlines.paint(painter, frame, area, theme)
            self._paint_swipe(painter, frame, area, theme)

    def _sides(self, frame: PixelFrame, area: PixelBox) -> Iterator[tuple[PixelBox, Sequence[ThermalImage]]]:
        """The exposed pixels before and after the swipe line."""
        if self.shown.swipe_x is None:
            yield area, self.shown.images
            return
        line, _ = frame.pixel(self.shown.swipe_x, 0.0)
        yield area._replace(right=min(area.right, line)), self.shown.before
        yield area._replace(left=max(area.left, line)), self.shown.images

    def _paint_images(
        self, painter: QPainter, frame: PixelFrame, grid: PixelGrid, area: PixelBox, images: Sequence[ThermalImage]
    ) -> None:
        touched = [(image, image.raster.box_in(grid).shared_with(area)) for image in images]
        touched = [(image, box) for image, box in touched if not box.is_empty]
        if area.is_empty or not touched:
            return
        boxes = [box for _, box in touched]
        area = PixelBox(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )
        pixels = Pixels(
            np.zeros((area.height, area.width), dtype=np.float32), np.zeros((area.height, area.width), dtype=np.bool_)
        )
        for image, box in reversed(touched):
            if not pixels.is_valid[part_of(box, area)].all():
                self._lay_below(pixels, area, image, grid, box)
        put_colours(painter, frame, area, self.shown.colouring.colours(pixels.values, pixels.is_valid))

    def _lay_below(self, pixels: Pixels, area: PixelBox, image: ThermalImage, grid: PixelGrid, box: PixelBox) -> None:
        """Fill in what newer images have left free."""
        try:
            tiles = self.tiles.values(image.raster, grid, list(tiles_of(box)))
        except ProtocolError as error:  # the file went away, or is broken where nobody had looked yet
            self.problems.add(str(error))
            return
        for tile in tiles:
            shared = tile.box.shared_with(box)
            if shared.is_empty:
                continue
            here, there = part_of(shared, area), part_of(shared, tile.box)
            is_new = tile.pixels.is_valid[there] & ~pixels.is_valid[here]
            np.copyto(pixels.values[here], tile.pixels.values[there], where=is_new)
            pixels.is_valid[here] |= is_new

    def _paint_swipe(self, painter: QPainter, frame: PixelFrame, area: PixelBox, theme: Theme) -> None:
        if self.shown.swipe_x is None:
            return
        column, _ = frame.pixel(self.shown.swipe_x, 0.0)
        at = column - frame.left
        thick = max(round(_SWIPE_PX * frame.ratio), 1)
        top, height = area.top - frame.top, area.height
        painter.fillRect(at - thick, top, thick, height, QColor(theme.text_halo))
        painter.fillRect(at, top, thick, height, QColor(theme.selection))
