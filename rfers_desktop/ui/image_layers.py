"""Users' images and tile services among the layers of the base map: opened aside, painted in their place."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.raster_tiles import RasterTiles
from rfers_desktop.geo.rasters import Raster, open_raster
from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, SourceKind
from rfers_desktop.layers.tile_cache import TileCache
from rfers_desktop.layers.tile_fetching import TileFailed, TileFetcher
from rfers_desktop.layers.tile_services import service_at

from .map.canvas import MapCanvas
from .map.content import Band, Painting
from .map.raster_content import RasterContent
from .map.tile_content import TileContent
from .thread_border import WakeUp

RASTER_EXTENSIONS = (".tif", ".tiff", ".mbtiles")
_PROBLEMS_MS = 1000  # how often the painting thread is asked what it could not read
_TOLD_FOR_S = 300.0  # a server that fails for some tiles and answers for others says the same again and again


class ImageLayers(QObject):
    """Gives the painting of each layer that is an image or a service, and touches the map when more is there."""

    problem = Signal(str)
    added = Signal(Path)  # an image that was asked for is good, and can become a layer
    _opened = Signal(object)

    def __init__(
        self, canvas: MapCanvas, cache: TileCache | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(canvas)
        self._clock = clock
        self._canvas = canvas
        self._rasters: dict[str, RasterContent | None] = {}  # by address; None while it is opened, or cannot be
        self._wanted: set[str] = set()  # addresses that shall become layers
        self._services: dict[str, TileContent] = {}  # by the key of the service
        self._told: dict[tuple[str, str], float] = {}  # service, reason -> when it was told of last
        self._tiles = RasterTiles()
        self._wake_up = WakeUp(self)
        self._wake_up.then(self._take_tiles)
        self._fetcher = TileFetcher(cache, self._wake_up)
        self._aside = ThreadPoolExecutor(1, "images of layers")
        self._opened.connect(self._show, Qt.ConnectionType.QueuedConnection)
        canvas.view_changed.connect(self._look)
        self._watch = QTimer(self)
        self._watch.setInterval(_PROBLEMS_MS)
        self._watch.timeout.connect(self._tell_problems)
        self._watch.start()

    def add(self, file: Path) -> None:
        """Open an image aside: `added` tells that it is good, `problem` why not."""
        address = str(file)
        self._wanted.add(address)
        if self._rasters.get(address) is not None:
            self._finish_adding(address)
        else:
            self._open(address)

    def raster_painting(self, entry: LayerEntry) -> Painting | None:
        """An image as it is shown now; None until it is opened, which this begins."""
        address = entry.source.address
        if address not in self._rasters:
            self._open(address)
        content = self._rasters[address]
        if content is None:
            return None
        content.opacity, content.projection = entry.opacity, self._canvas.projection
        return content.painting()

    def tile_painting(self, entry: LayerEntry) -> Painting | None:
        """The tiles of a service that are there; begins to fetch those that are not. None if it is no service."""
        if not entry.is_visible:
            return None
        try:
            service = service_at(entry.source.address, entry.source.layer, entry.title)
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

    def keep_only(self, tree: LayerTree) -> None:
        """Let go of images that are no layers any more, and fetch nothing for services that are hidden."""
        files = {entry.source.address for entry in tree if entry.source.kind is SourceKind.RASTER} | self._wanted
        self._rasters = {address: kept for address, kept in self._rasters.items() if address in files}
        services = {key for entry in tree if entry.is_visible and (key := _key_of(entry))}
        self._services = {key: kept for key, kept in self._services.items() if key in services}

    def close(self) -> None:
        """Nothing more is opened or fetched."""
        self._watch.stop()
        self._aside.shutdown(wait=True, cancel_futures=True)
        self._fetcher.close()

    def _open(self, address: str) -> None:
        self._rasters[address] = None
        future = self._aside.submit(open_raster, Path(address))
        future.add_done_callback(lambda done: None if done.cancelled() else self._opened.emit((address, done)))

    def _finish_adding(self, address: str) -> None:
        if address in self._wanted:
            self._wanted.discard(address)
            self.added.emit(Path(address))

    def _show(self, opened: tuple[str, Future[Raster]]) -> None:
        address, future = opened
        error = future.exception()
        if isinstance(error, ProtocolError):
            self._wanted.discard(address)
            self.problem.emit(str(error))
        elif error is not None:
            raise error
        else:
            content = RasterContent(future.result(), self._canvas.projection, self._tiles)
            self._rasters[address] = content
            self._canvas.touch_bounds(Band.BASE, [content.raster.bounds_in(self._canvas.projection)], 1.0)
            self._finish_adding(address)

    def _look(self) -> None:
        for content in self._services.values():
            content.look_at(self._canvas.view)

    def _take_tiles(self) -> None:
        changed = []
        for came in self._fetcher.drain():
            if isinstance(came, TileFailed):
                self._tell_failure(came)
                continue
            if (content := self._services.get(came.service.key)) is not None:
                bounds = content.take(came)
                changed += [bounds] if bounds is not None else []
        if changed:
            self._canvas.touch_bounds(Band.BASE, changed, 1.0)

    def _tell_failure(self, failed: TileFailed) -> None:
        """A server that is away fails for every tile of the view: that is said once in a while."""
        what, now = (failed.service.key, failed.reason), self._clock()
        if now - self._told.get(what, -_TOLD_FOR_S) >= _TOLD_FOR_S:
            self._told[what] = now
            self.problem.emit(failed.reason)

    def _tell_problems(self) -> None:
        for content in self._rasters.values():
            for words in content.problems.take() if content is not None else ():
                self.problem.emit(words)


def _key_of(entry: LayerEntry) -> str | None:
    """By which a service is known; None for other layers, and for addresses of no service."""
    if entry.source.kind is not SourceKind.TILES:
        return None
    try:
        return service_at(entry.source.address, entry.source.layer, entry.title).key
    except ProtocolError:
        return None
