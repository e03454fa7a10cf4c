"""Images in the pixels of the map, a tile at a time, the latest kept; any thread may ask."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple, TypeVar, cast

from .pixel_grid import GridTile, PixelBox, PixelGrid
from .raster_arrays import Colours
from .rasters import Pixels, Raster

MOST_BYTES = 160 * 1024**2  # a view of 1920 × 1080 takes 14 MB an image


@dataclass(frozen=True, slots=True)
class ValueTile:
    """What an image measures in a tile; `box` is the part of the tile that the image touches."""

    box: PixelBox
    pixels: Pixels

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return self.pixels.values.nbytes + self.pixels.is_valid.nbytes


@dataclass(frozen=True, slots=True)
class ColourTile:
    """What an image looks like in a tile."""

    box: PixelBox
    colours: Colours

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return self.colours.nbytes


Tile = TypeVar("Tile", ValueTile, ColourTile)
Read = TypeVar("Read", Pixels, Colours)


class _Key(NamedTuple):
    raster: Raster
    grid: PixelGrid
    tile: GridTile
    kind: Callable[..., object]  # of the tile that is kept


class RasterTiles:
    """The least lately used are let go of first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[_Key, ValueTile | ColourTile] = OrderedDict()
        self._lock = Lock()

    def values(self, raster: Raster, grid: PixelGrid, tiles: Sequence[GridTile]) -> list[ValueTile]:
        """The tiles of an image that measures; those the image does not touch are left out."""
        return self._tiles(raster, grid, tiles, ValueTile, raster.read_values)

    def colours(self, raster: Raster, grid: PixelGrid, tiles: Sequence[GridTile]) -> list[ColourTile]:
        """The tiles of an image that has its own colours; those the image does not touch are left out."""
        return self._tiles(raster, grid, tiles, ColourTile, raster.read_colours)

    def has_values(self, raster: Raster, grid: PixelGrid, tiles: Iterable[GridTile]) -> bool:
        """Whether tiles of an image that measures are all kept: nothing would have to be read."""
        with self._lock:
            return all(_Key(raster, grid, tile, ValueTile) in self._kept for tile in tiles)

    def forget(self, raster: Raster) -> None:
        """Let go of an image that is not shown any more."""
        with self._lock:
            for key in [key for key in self._kept if key.raster is raster]:
                self._bytes -= self._kept.pop(key).nbytes

    def _tiles(
        self,
        raster: Raster,
        grid: PixelGrid,
        tiles: Sequence[GridTile],
        kind: Callable[[PixelBox, Read], Tile],
        read: Callable[[PixelGrid, Sequence[PixelBox]], list[Read]],
    ) -> list[Tile]:
        """The tiles that an image touches: those that are kept, and the others in one reading."""
        whole = raster.box_in(grid)
        keys = [_Key(raster, grid, tile, kind) for tile in tiles if not tile.box.shared_with(whole).is_empty]
        found = self._find(keys)
        missing = [key for key in keys if key not in found]
        if missing:
            boxes = [key.tile.box.shared_with(whole) for key in missing]
            for key, box, content in zip(missing, boxes, read(grid, boxes), strict=True):
                found[key] = self._keep(key, kind(box, content))
        return [cast(Tile, found[key]) for key in keys]

    def _find(self, keys: Sequence[_Key]) -> dict[_Key, ValueTile | ColourTile]:
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: _Key, tile: ValueTile | ColourTile) -> ValueTile | ColourTile:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = tile
                self._bytes += tile.nbytes
            while self._bytes > self._most_bytes and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1].nbytes
        return tile
