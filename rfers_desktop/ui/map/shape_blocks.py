"""Painter paths of features, block by block of the map's pixels, so that a block looks the same from every view."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainterPath

from rfers_desktop.geo.clipping import clip_lines, clip_rings
from rfers_desktop.geo.features import Kind
from rfers_desktop.geo.shape_levels import Level
from rfers_desktop.layers.vector_style import Shape, Symbol

from .pixel_frame import PixelFrame

BLOCK_PX = 512
_MARGIN_PX = 96  # of what is cut off around a block: more than any line or point symbol reaches
_PIECE = 100  # positions in a stroke
_CORNERS = {Shape.CIRCLE: (20, 0.0, 1.0), Shape.SQUARE: (4, 0.125, 1.25), Shape.DIAMOND: (4, 0.0, 1.25)}


@dataclass(frozen=True, slots=True)
class Block:
    """A square of the map's device pixels; `left` and `top` count from the map's origin."""

    left: int
    top: int

    def bounds(self, per_unit: float, margin_px: float) -> tuple[float, float, float, float]:
        """The block and some pixels around it, in map units."""
        return (
            (self.left - margin_px) / per_unit,
            -(self.top + BLOCK_PX + margin_px) / per_unit,
            (self.left + BLOCK_PX + margin_px) / per_unit,
            -(self.top - margin_px) / per_unit,
        )


def blocks_of(frame: PixelFrame, box: QRect) -> list[Block]:
    """The blocks that a box (device pixels of the view) touches."""
    left, top = frame.left + box.left(), frame.top + box.top()
    right, bottom = left + box.width() - 1, top + box.height() - 1
    return [
        Block(column * BLOCK_PX, row * BLOCK_PX)
        for row in range(top // BLOCK_PX, bottom // BLOCK_PX + 1)
        for column in range(left // BLOCK_PX, right // BLOCK_PX + 1)
    ]


@dataclass(frozen=True, slots=True)
class BlockShape:
    """What one symbol paints in a block: a path to be filled, and the same in short pieces to be stroked.

    Qt's rasterizer slows down with the number of edges in a row of pixels: a coast of 70,000 positions took 1.7 s as
    one stroke and 0.05 s in pieces.
    """

    fill: QPainterPath
    strokes: tuple[QPainterPath, ...]


def block_shapes(
    level: Level,
    block: Block,
    per_unit: float,
    classes: NDArray[np.int64],
    symbols: tuple[Symbol, ...],
    ratio: float,
) -> list[BlockShape]:
    """A path for each symbol, in device pixels from the block's corner. Features of class -1 are left out."""
    runs = level.runs_in(block.bounds(per_unit, _MARGIN_PX))
    runs = runs[classes[level.feature[runs]] >= 0]
    xy, starts = level.taken(runs)
    pixels = xy * (per_unit, -per_unit) - (block.left, block.top)
    box = (-_MARGIN_PX, -_MARGIN_PX, BLOCK_PX + _MARGIN_PX, BLOCK_PX + _MARGIN_PX)
    owner = np.arange(len(runs))
    if level.kind is Kind.AREA:
        pixels, starts, owner = clip_rings(pixels, starts, box)
    elif level.kind is Kind.LINE:
        pixels, starts, owner = clip_lines(pixels, starts, box)
    class_of_run = classes[level.feature[runs[owner]]]
    paths = []
    for number, symbol in enumerate(symbols):
        chosen, chosen_starts = _of_runs(pixels, starts, class_of_run == number)
        if level.kind is Kind.POINT:
            chosen, chosen_starts = _outlines(chosen, symbol, ratio)
        paths.append(_shape(level.kind, chosen, chosen_starts))
    return paths


def _of_runs(
    xy: NDArray[np.float64], starts: NDArray[np.int64], is_chosen: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    counts = np.diff(starts)
    return xy[np.repeat(is_chosen, counts)], np.concatenate(([0], np.cumsum(counts[is_chosen])))


def _outlines(
    places: NDArray[np.float64], symbol: Symbol, ratio: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The outlines of points, all turning the same way."""
    outline = _outline(symbol.shape) * (symbol.size_px * ratio / 2)
    around = (places[:, None, :] + outline[None, :, :]).reshape(-1, 2)
    return around, np.arange(len(places) + 1) * len(outline)


def _outline(shape: Shape) -> NDArray[np.float64]:
    """A closed outline around the origin, of about the area of a circle with radius 1."""
    if shape is Shape.TRIANGLE:
        return np.array([(0.0, -1.45), (1.26, 0.73), (-1.26, 0.73), (0.0, -1.45)])
    count, turn, radius = _CORNERS[shape]
    angles = (np.arange(count + 1) / count + turn) * 2 * np.pi
    return np.column_stack((np.cos(angles), np.sin(angles))) * radius


def _shape(kind: Kind, xy: NDArray[np.float64], starts: NDArray[np.int64]) -> BlockShape:
    if not len(xy):
        return BlockShape(QPainterPath(), ())
    connect = np.ones(len(xy), dtype=np.int32)
    connect[starts[1:] - 1] = 0  # the last of a run is not joined to the first of the next
    fill = QPainterPath() if kind is Kind.LINE else _path(xy, connect)
    fill.setFillRule(Qt.FillRule.WindingFill)
    pieces = (slice(start, start + _PIECE + 1) for start in range(0, len(xy), _PIECE))  # one position in both
    return BlockShape(fill, tuple(_path(xy[piece], connect[piece]) for piece in pieces))


def _path(xy: NDArray[np.float64], connect: NDArray[np.int32]) -> QPainterPath:
    path = pg.arrayToQPath(xy[:, 0], xy[:, 1], connect=connect, finiteCheck=False)
    assert isinstance(path, QPainterPath)
    return path
