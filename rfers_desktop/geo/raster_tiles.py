"""Images in the pixels of the map, a tile at a time, the latest kept; any thread may ask."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

from .pixel_grid import GridTile, PixelBox, PixelGrid
from .raster_arrays import Colours
from .rasters import Pixels, Raster

MOST_BYTES = 160 * 1024**2  # a view of 1920 × 1080 takes 14 MB an image


@dataclass(frozen=True, slots=True)
class ValueTile:
    """What an image measures in a tile; `box` is the part of the tile that the image touches."""

    box: PixelBox
    pixels: Pixels


@dataclass(frozen=True, slots=True)
class ColourTile:
    """What an image looks like in a tile."""

    box: PixelBox
    colours: Colours


class _Key(NamedTuple):
    raster: Raster
    grid: PixelGrid
    tile: GridTile


class RasterTiles:
    """The least lately used are let go of first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[_Key, ValueTile | ColourTile] = OrderedDict()
        self._lock = Lock()

    def values(self, raster: Raster, grid: PixelGrid, tiles: Sequence[GridTile]) -> list[ValueTile]:
        """The tiles of an image that measures; those the image does not touch are left out."""
        whole = raster.box_in(grid)
        keys = [_Key(raster, grid, tile) for tile in tiles if not tile.box.shared_with(whole).is_empty]
        found = self._find(keys)
        missing = [key for key in keys if key not in found]
        if missing:
            boxes = [key.tile.box.shared_with(whole) for key in missing]
            for key, box, pixels in zip(missing, boxes, raster.read_values(grid, boxes), strict=True):
                found[key] = ValueTile(box, pixels)
                self._keep(key, found[key], pixels.values.nbytes + pixels.is_valid.nbytes)
        return [tile for key in keys if isinstance(tile := found[key], ValueTile)]

    def colours(self, raster: Raster, grid: PixelGrid, tiles: Sequence[GridTile]) -> list[ColourTile]:
        """The tiles of an image that has its own colours; those the image does not touch are left out."""
        whole = raster.box_in(grid)
        keys = [_Key(raster, grid, tile) for tile in tiles if not tile.box.shared_with(whole).is_empty]
        found = self._find(keys)
        missing = [key for key in keys if key not in found]
        if missing:
            boxes = [key.tile.box.shared_with(whole) for key in missing]
            for key, box, colours in zip(missing, boxes, raster.read_colours(grid, boxes), strict=True):
                found[key] = ColourTile(box, colours)
                self._keep(key, found[key], colours.nbytes)
        return [tile for key in keys if isinstance(tile := found[key], ColourTile)]

    def forget(self, raster: Raster) -> None:
        """Let go of an image that is not shown any more."""
        with self._lock:
            for key in [key for key in self._kept if key.raster is raster]:
                self._bytes -= _size(self._kept.pop(key))

    def _find(self, keys: Sequence[_Key]) -> dict[_Key, ValueTile | ColourTile]:
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: _Key, tile: ValueTile | ColourTile, size: int) -> None:
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = tile
            self._bytes += size
            while self._bytes > self._most_bytes and len(self._kept) > 1:
                self._bytes -= _size(self._kept.popitem(last=False)[1])


def _size(tile: ValueTile | ColourTile) -> int:
    if isinstance(tile, ColourTile):
        return tile.colours.nbytes
    return tile.pixels.values.nbytes + tile.pixels.is_valid.nbytes
