"""Users' own images on the map: pictures in their colours, and measured values by a ramp."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.colour_ramps import WHITE_HOT
from rfers_desktop.geo.colouring import Colouring, range_of
from rfers_desktop.geo.pixel_grid import GridTile, PixelGrid, tiles_of
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.geo.raster_tiles import ColourTile, RasterTiles
from rfers_desktop.geo.rasters import Raster, RasterKind
from rfers_desktop.ui.themes import Theme

from .device_painter import in_device_pixels
from .grid_painting import exposed_pixels, grid_of, part_of, put_colours
from .paint_problems import PaintProblems
from .pixel_frame import PixelFrame
from .view import View


class RasterContent:
    """One image, opened before."""

    is_slow = True

    def __init__(self, raster: Raster, projection: Projection = WEB_MERCATOR, tiles: RasterTiles | None = None) -> None:
        self.raster = raster
        self.opacity = 1.0
        self.projection = projection
        self.colouring = Colouring(*range_of(raster.sample), WHITE_HOT)
        self._tiles = tiles or RasterTiles()
        self.problems = PaintProblems()

    def painting(self) -> RasterPainting:
        """The present state."""
        return RasterPainting(self.raster, self.projection, self.opacity, self.colouring, self._tiles, self.problems)


@dataclass(frozen=True, slots=True)
class RasterPainting:
    """An image as it is to be shown."""

    raster: Raster
    projection: Projection
    opacity: float
    colouring: Colouring
    tiles: RasterTiles
    problems: PaintProblems

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        """Paint all that touches `exposed`."""
        frame = PixelFrame.of(view)
        grid = grid_of(frame, self.projection)
        area = self.raster.box_in(grid).shared_with(exposed_pixels(frame, exposed))
        if area.is_empty or self.opacity <= 0.0:
            return
        try:
            tiles = self._coloured(grid, list(tiles_of(area)))
        except ProtocolError as error:  # the file went away, or is broken where nobody had looked yet
            self.problems.add(str(error))
            return
        with in_device_pixels(painter):
            painter.setOpacity(self.opacity)
            for tile in tiles:
                shared = tile.box.shared_with(area)
                if not shared.is_empty:
                    put_colours(painter, frame, shared, tile.colours[part_of(shared, tile.box)])

    def _coloured(self, grid: PixelGrid, tiles: list[GridTile]) -> list[ColourTile]:
        if self.raster.kind is RasterKind.COLOURS:
            return self.tiles.colours(self.raster, grid, tiles)
        return [
            ColourTile(tile.box, self.colouring.colours(tile.pixels.values, tile.pixels.is_valid))
            for tile in self.tiles.values(self.raster, grid, tiles)
        ]
