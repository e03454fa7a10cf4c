"""Users' images and tile services among the layers of the base map: opened aside, painted in their place."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.raster_tiles import RasterTiles
from rfers_desktop.geo.rasters import Raster, open_raster
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.tile_cache import TileCache
from rfers_desktop.layers.tile_fetching import TileFailed, TileFetcher
from rfers_desktop.layers.tile_services import TileService, WmsService, XyzService

from .map.canvas import MapCanvas
from .map.content import Band, Painting
from .map.raster_content import RasterContent
from .map.tile_content import TileContent
from .thread_border import WakeUp

RASTER_EXTENSIONS = (".tif", ".tiff", ".mbtiles")


class ImageLayers(QObject):
    """Gives the painting of each layer that is an image or a service, and touches the map when more is there."""

    problem = Signal(str)
    _opened = Signal(object)

    def __init__(self, canvas: MapCanvas, cache: TileCache | None = None) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._rasters: dict[str, RasterContent | None] = {}  # by address; None while it is opened, or cannot be
        self._services: dict[str, TileContent] = {}  # by the key of the service
        self._tiles = RasterTiles()
        self._wake_up = WakeUp(self)
        self._wake_up.then(self._take_tiles)
        self._fetcher = TileFetcher(cache, self._wake_up)
        self._aside = ThreadPoolExecutor(1, "images of layers")
        self._opened.connect(self._show, Qt.ConnectionType.QueuedConnection)
        canvas.view_changed.connect(self._look)

    def raster_painting(self, entry: LayerEntry) -> Painting | None:
        """An image as it is shown now; None until it is opened, which this begins."""
        address = entry.source.address
        if address not in self._rasters:
            self._rasters[address] = None
            future = self._aside.submit(open_raster, Path(address))
            future.add_done_callback(lambda done: None if done.cancelled() else self._opened.emit((address, done)))
        content = self._rasters[address]
        if content is None:
            return None
        content.opacity, content.projection = entry.opacity, self._canvas.projection
        return content.painting()

    def tile_painting(self, entry: LayerEntry) -> Painting | None:
        """The tiles of a service that are there; begins to fetch those that are not. None if it is no service."""
        try:
            service = service_of(entry.source, entry.title)
        except ProtocolError as error:
            self.problem.emit(str(error))
            return None
        content = self._services.get(service.key)
        if content is None:
            content = self._services[service.key] = TileContent(service, self._fetcher)
        content.opacity = entry.opacity
        if content.projection != self._canvas.projection:
            content.projection = self._canvas.projection
        content.look_at(self._canvas.view)
        return content.painting()

    def paintings(self) -> dict[SourceKind, Callable[[LayerEntry], Painting | None]]:
        """Who paints which kind of layer."""
        return {SourceKind.RASTER: self.raster_painting, SourceKind.TILES: self.tile_painting}

    def raster(self, entry: LayerEntry) -> Raster | None:
        """The image behind a layer, once it is opened."""
        content = self._rasters.get(entry.source.address)
        return content.raster if content is not None else None

    def close(self) -> None:
        """Nothing more is opened or fetched."""
        self._aside.shutdown(wait=True, cancel_futures=True)
        self._fetcher.close()

    def _show(self, opened: tuple[str, Future[Raster]]) -> None:
        address, future = opened
        error = future.exception()
        if isinstance(error, ProtocolError):
            self.problem.emit(str(error))
        elif error is not None:
            raise error
        else:
            content = RasterContent(future.result(), self._canvas.projection, self._tiles)
            self._rasters[address] = content
            self._canvas.touch_bounds(Band.BASE, [content.raster.bounds_in(self._canvas.projection)], 1.0)

    def _look(self) -> None:
        for content in self._services.values():
            content.look_at(self._canvas.view)

    def _take_tiles(self) -> None:
        changed = []
        for came in self._fetcher.drain():
            if isinstance(came, TileFailed):
                self.problem.emit(came.reason)
            elif (content := self._services.get(came.service.key)) is not None:
                bounds = content.take(came)
                changed += [bounds] if bounds is not None else []
        if changed:
            self._canvas.touch_bounds(Band.BASE, changed, 1.0)


def service_of(source: Source, title: str = "") -> TileService:
    """The service that a layer's source means: a WMS if it names layers, else XYZ. Raises ProtocolError."""
    if source.layer:
        return WmsService(source.address, source.layer, title=title)
    return XyzService(source.address, title=title)
