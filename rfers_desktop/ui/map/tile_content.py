"""Tiles of a map service on the map: at any scale, coarser ones until finer have come."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from rfers_desktop.geo import mercator
from rfers_desktop.geo.pixel_grid import PixelBox, PixelGrid
from rfers_desktop.geo.projections import WEB_MERCATOR, Bounds, Projection
from rfers_desktop.geo.raster_arrays import Colours
from rfers_desktop.layers.tile_fetching import TileArrived, TileFailed, TileFetcher
from rfers_desktop.layers.tile_services import TileAddress, TileService, tiles_in, zoom_for
from rfers_desktop.ui.themes import Theme

from .device_painter import in_device_pixels
from .grid_painting import exposed_pixels, grid_of, put_colours
from .pixel_frame import PixelFrame
from .view import View

_MOST_KEPT = 400  # tiles in memory, 256 kB each
_MOST_WANTED = 300
_COARSER = 3  # levels above what is wanted, fetched first to have something to show
_DEEPEST = 8  # levels: of a tile coarser than that a single pixel would be shown
_WIDEST_PX = 4096  # a tile; one is never stretched beyond it

Tiles = Mapping[TileAddress, QImage]


class TileContent:
    """One service. `look_at` says what to fetch, `take` puts what came in its place."""

    is_slow = True

    def __init__(self, service: TileService, fetcher: TileFetcher, projection: Projection = WEB_MERCATOR) -> None:
        self.service = service
        self.opacity = 1.0
        self.projection = projection
        self._fetcher = fetcher
        self._tiles: OrderedDict[TileAddress, QImage] = OrderedDict()

    def look_at(self, view: View) -> None:
        """Fetch what a view needs and is not there, from the middle outwards."""
        missing = []
        for tile in wanted_tiles(self.service, view, self.projection):
            if tile in self._tiles:
                self._tiles.move_to_end(tile)
            else:
                missing.append(tile)
        self._fetcher.want(self.service, missing)

    def take(self, came: TileArrived | TileFailed) -> Bounds | None:
        """Show a tile that came; returns where, in map units. None if there is nothing new to show."""
        if isinstance(came, TileFailed) or came.service.key != self.service.key:
            return None
        image = QImage.fromData(came.content)
        if image.isNull() or max(image.width(), image.height()) > _WIDEST_PX:
            return None
        image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        known = self._tiles.get(came.tile)
        if known is not None and known == image:
            return None
        self._tiles[came.tile] = image
        self._tiles.move_to_end(came.tile)
        while len(self._tiles) > _MOST_KEPT:
            self._tiles.popitem(last=False)
        return _bounds_on_map(came.tile, self.projection)

    def painting(self) -> TilePainting:
        """The present state."""
        return TilePainting(self.service, dict(self._tiles), self.opacity, self.projection)


@dataclass(frozen=True, slots=True)
class TilePainting:
    """Some tiles of a service."""

    service: TileService
    tiles: Tiles
    opacity: float
    projection: Projection

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        """Paint all that touches `exposed`."""
        frame = PixelFrame.of(view)
        grid = grid_of(frame, self.projection)
        area = exposed_pixels(frame, exposed)
        if area.is_empty or not self.tiles or self.opacity <= 0.0:
            return
        zoom = _zoom_of(self.service, grid)
        with in_device_pixels(painter):
            painter.setOpacity(self.opacity)
            if self.projection == WEB_MERCATOR:
                self._lay(painter, frame, grid.bounds(area), zoom)
            else:
                put_colours(painter, frame, area, self._bent(grid, area, zoom))

    def _lay(self, painter: QPainter, frame: PixelFrame, bounds: Bounds, zoom: int) -> None:
        """Tiles as they are, each stretched to whole pixels, so that it is the same whatever is exposed."""
        for tile in tiles_in(bounds, zoom):
            found = self._best(tile)
            if found is None:
                continue
            image, part = found
            x_min, y_min, x_max, y_max = tile.bounds
            left, top = frame.pixel(x_min, y_max)
            right, bottom = frame.pixel(x_max, y_min)
            if 0 < right - left <= _WIDEST_PX and 0 < bottom - top <= _WIDEST_PX:
                picture = image.copy(part).scaled(
                    right - left,
                    bottom - top,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
                painter.drawImage(QPoint(left - frame.left, top - frame.top), picture)
            else:  # far beyond the service's finest level: only what is exposed, by the nearest pixel
                area = PixelGrid(1.0 / frame.per_unit).box_around(bounds)
                put_colours(painter, frame, area, self._bent(PixelGrid(1.0 / frame.per_unit), area, zoom))
                return

    def _bent(self, grid: PixelGrid, area: PixelBox, zoom: int) -> Colours:
        """Tiles in another projection: each pixel of the map asks for the nearest pixel of a tile."""
        x = (np.arange(area.left, area.right) + 0.5) * grid.step
        y = -(np.arange(area.top, area.bottom) + 0.5) * grid.step
        places = np.column_stack([side.ravel() for side in np.meshgrid(x, y)])
        if grid.projection != WEB_MERCATOR:
            places = mercator.to_map(grid.projection.to_lonlat(places))
        share = (places * (1, -1) + mercator.HALF_WORLD) / (2 * mercator.HALF_WORLD) * 2**zoom
        is_there = np.isfinite(share).all(axis=1)
        share = np.where(is_there[:, np.newaxis], share, -1.0)
        colours = np.zeros((len(share), 4), dtype=np.uint8)
        numbers = np.floor(share).astype(np.int64)
        for column, row in np.unique(numbers, axis=0).tolist():
            found = self._best(TileAddress(zoom, column, row)) if 0 <= min(column, row) <= 2**zoom - 1 else None
            if found is None:
                continue
            image, part = found
            is_here = (numbers == (column, row)).all(axis=1)
            pixels = _pixels_of(image.copy(part))
            at = ((share[is_here] - (column, row)) * (part.width(), part.height())).astype(np.int64)
            at = np.clip(at, 0, (part.width() - 1, part.height() - 1))
            colours[is_here] = pixels[at[:, 1], at[:, 0]]
        return colours.reshape(area.height, area.width, 4)

    def _best(self, tile: TileAddress) -> tuple[QImage, QRect] | None:
        """The tile itself, or the part of the finest coarser one that covers it."""
        for levels in range(min(tile.zoom, _DEEPEST) + 1):
            image = self.tiles.get(tile.parent(levels))
            if image is not None:
                parts = 2**levels
                width, height = max(image.width() // parts, 1), max(image.height() // parts, 1)
                left, top = tile.column % parts * image.width() // parts, tile.row % parts * image.height() // parts
                return image, QRect(left, top, width, height)
        return None


def wanted_tiles(service: TileService, view: View, projection: Projection = WEB_MERCATOR) -> list[TileAddress]:
    """What a view needs: a few coarse tiles to begin with, then the right ones from the middle outwards."""
    bounds = view.bounds
    if projection != WEB_MERCATOR:
        west, south, east, north = projection.bounds_to_lonlat(bounds)
        bounds = (*mercator.point_to_map(west, south), *mercator.point_to_map(east, north))
    if not np.isfinite(bounds).all():
        return []
    zoom = _zoom_of(service, grid_of(PixelFrame.of(view), projection))
    middle_x, middle_y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2

    def from_middle(tile: TileAddress) -> float:
        x_min, y_min, x_max, y_max = tile.bounds
        return float(np.hypot((x_min + x_max) / 2 - middle_x, (y_min + y_max) / 2 - middle_y))

    fine = sorted(tiles_in(bounds, zoom), key=from_middle)[:_MOST_WANTED]
    levels = min(_COARSER, zoom - service.least_zoom)
    return list(dict.fromkeys([*(tile.parent(levels) for tile in fine), *fine]))


def _zoom_of(service: TileService, grid: PixelGrid) -> int:
    """The level for pixels of a size; in other projections by the middle of their area, the same wherever one looks."""
    step = grid.step
    if grid.projection != WEB_MERCATOR:
        west, south, east, north = grid.projection.lonlat_bounds
        lon, lat = (west + east) / 2, (south + north) / 2
        ground_m = step * grid.projection.ground_metres_per_unit(*grid.projection.point_to_map(lon, lat))
        step = ground_m / mercator.ground_metres_per_unit(mercator.point_to_map(lon, lat)[1])
    return zoom_for(step, service.least_zoom, service.most_zoom)


def _bounds_on_map(tile: TileAddress, projection: Projection) -> Bounds:
    x_min, y_min, x_max, y_max = tile.bounds
    if projection == WEB_MERCATOR:
        return tile.bounds
    west, south = mercator.point_to_lonlat(x_min, y_min)
    east, north = mercator.point_to_lonlat(x_max, y_max)
    return projection.bounds_to_map((west, south, east, north))


def _pixels_of(image: QImage) -> Colours:
    rgba = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(rgba.constBits(), dtype=np.uint8).reshape(rgba.height(), rgba.bytesPerLine())
    return rows[:, : rgba.width() * 4].reshape(rgba.height(), rgba.width(), 4).copy()
