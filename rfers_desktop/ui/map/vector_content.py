"""The ground of the map: the base map and users' layers, in the order and the look that the layer tree says."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from rfers_desktop.geo.features import Features, Kind
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.geo.scale import scale_denominator
from rfers_desktop.geo.shape_levels import ShapeLevels
from rfers_desktop.layers.base_layers import FARTHEST, LAND
from rfers_desktop.layers.layer_tree import LayerEntry, SourceKind
from rfers_desktop.layers.map_layers import LayerPicture
from rfers_desktop.layers.vector_style import Symbol, classes_of, symbols_of
from rfers_desktop.ui.themes import Theme

from .content import Painting
from .device_painter import in_device_pixels
from .map_labels import MapLabels
from .pixel_frame import PixelFrame
from .shape_blocks import BLOCK_PX, Block, BlockShape, block_shapes, blocks_of
from .theme_colours import colour_of
from .touches import Box
from .view import View

Covers = Callable[[PixelFrame], list[Box]]  # in device pixels from the map's origin
PaintingOf = Callable[[LayerEntry], Painting | None]


class Pictured(Protocol):
    """Layers as they are at a moment."""

    def picture(self) -> LayerPicture:
        """What is to be drawn."""
        ...


_THINNEST_PX = 1.05  # device pixels: Qt draws thinner pens by a rule that depends on where the line was cut
_THICK_PX = 1.8
_BLOCKS_KEPT = 96  # a megabyte each
_CLASSES_KEPT = 64
_REFERENCE = (-115.0, 52.0)  # where the scale is told, so that no layer comes or goes by panning


class VectorContent:
    """Band.BASE. `others` paint the layers of other kinds (rasters, tile services) in their place of the order."""

    is_slow = True

    def __init__(
        self,
        layers: Pictured,
        others: Mapping[SourceKind, PaintingOf] | None = None,
        covers: Callable[[], Covers] = lambda: lambda _: [],
    ) -> None:
        """`covers` tells what lies above names so that they cannot be read: they are not written there."""
        self._layers = layers
        self._others = dict(others or {})
        self._covers = covers
        self._projection = WEB_MERCATOR
        self._shapes = _Shapes(WEB_MERCATOR)
        self._labels = MapLabels()

    def set_projection(self, projection: Projection) -> None:
        """Draw in another projection from the next painting on."""
        if projection != self._projection:
            self._projection = projection
            self._shapes = _Shapes(projection)
            self._labels = MapLabels()

    def name_boxes(self, frame: PixelFrame) -> list[Box]:
        """Where names are written in a view, in device pixels from the map's origin; none until they are placed."""
        return self._labels.boxes_near(frame)

    def let_go(self) -> None:
        """Keep nothing of what was worked out for painting: the map closes."""
        self._shapes.let_go()
        self._labels = MapLabels()

    def painting(self) -> Painting:
        """The layers as they are now."""
        picture = self._layers.picture()
        others = {
            entry.id: found
            for entry in picture.tree
            if entry.source.kind in self._others and (found := self._others[entry.source.kind](entry)) is not None
        }
        return _Ground(picture, self._shapes, self._labels, others, self._covers())


class _Shapes:
    """What is worked out once for features in a projection: levels of detail, and pictures of blocks."""

    def __init__(self, projection: Projection) -> None:
        self.projection = projection
        self.pictures = _BlockPictures()
        self.lock = threading.Lock()
        self.metres_per_unit = projection.ground_metres_per_unit(*projection.point_to_map(*_REFERENCE))
        self._levels: dict[int, tuple[Features, ShapeLevels]] = {}
        self._classes: dict[tuple[object, ...], NDArray[np.int64]] = {}

    def levels(self, features: Features) -> ShapeLevels:
        """The levels of some features; kept, and the features with them, so that their identity stays theirs."""
        if id(features) not in self._levels:
            to_map = partial(self.projection.runs_to_map, starts=features.run_starts)
            self._levels[id(features)] = (features, ShapeLevels(features, to_map))
        return self._levels[id(features)][1]

    def classes(self, entry: LayerEntry, features: Features, scale: float) -> NDArray[np.int64]:
        """The class of each feature at a scale; the last answers are kept, as all blocks ask the same."""
        key = (entry.style, self.levels(features), scale)
        if key not in self._classes:
            if len(self._classes) >= _CLASSES_KEPT:
                self._classes.clear()
            found = classes_of(entry.style, features.columns, len(features))
            self._classes[key] = np.where(_shown(features, scale), found, -1)
        return self._classes[key]

    def let_go(self) -> None:
        """Keep nothing, once what is being painted is done."""
        with self.lock:
            self.pictures = _BlockPictures()
            self._levels.clear()
            self._classes.clear()

    def forget_but(self, picture: LayerPicture) -> None:
        """Let go of features that are not on the map any more."""
        used = {id(part) for parts in picture.features.values() for part in parts}
        self._levels = {key: kept for key, kept in self._levels.items() if key in used}


class _Ground:
    """One state of the layers; painted by a worker."""

    def __init__(
        self,
        picture: LayerPicture,
        shapes: _Shapes,
        labels: MapLabels,
        others: Mapping[str, Painting],
        covers: Covers,
    ) -> None:
        self._picture = picture
        self._shapes = shapes
        self._labels = labels
        self._others = others
        self._covers = covers

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        with self._shapes.lock:
            self._paint(painter, view, exposed, theme)

    def _paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        self._shapes.forget_but(self._picture)
        frame = PixelFrame.of(view)
        box = frame.device_box(exposed)
        scale = scale_denominator(view.units_per_px * self._shapes.metres_per_unit)
        tree = self._picture.tree
        is_land_drawn = LAND in tree and tree.entry(LAND).is_visible
        painter.fillRect(exposed, colour_of("@water" if is_land_drawn else "@land", theme))
        drawn = [entry for entry in tree.from_below() if entry.is_drawn_at(scale)]
        run: list[LayerEntry] = []
        for entry in drawn:
            if entry.id not in self._others:
                run.append(entry)
                continue
            self._paint_run(painter, run, frame, box, scale, theme)
            run = []
            painter.save()
            painter.setOpacity(painter.opacity() * entry.opacity)
            self._others[entry.id].paint(painter, view, exposed, theme)
            painter.restore()
        self._paint_run(painter, run, frame, box, scale, theme)
        labelled = [
            (entry, part, self._shapes.levels(part), _shown(part, scale))
            for entry in reversed(drawn)
            if entry.labels is not None and entry.labels.is_shown
            for part in self._picture.features.get(entry.id, ())
        ]
        self._labels.paint(painter, labelled, frame, box, theme, self._covers(frame))

    def _paint_run(
        self, painter: QPainter, run: list[LayerEntry], frame: PixelFrame, box: QRect, scale: float, theme: Theme
    ) -> None:
        """Paint layers that follow each other, from pictures of blocks."""
        if not run:
            return
        layers = tuple(
            (entry.style, entry.opacity, tuple(self._shapes.levels(part) for part in self._parts(entry)))
            for entry in run
        )
        with in_device_pixels(painter):
            for block in blocks_of(frame, box):
                key = (layers, theme.name, block, frame.per_unit, frame.ratio)
                image = self._shapes.pictures.get(key)
                if image is None:
                    image = self._block(run, block, frame, scale, theme)
                    self._shapes.pictures.put(key, image)
                painter.drawImage(QPoint(block.left - frame.left, block.top - frame.top), image)

    def _block(self, run: list[LayerEntry], block: Block, frame: PixelFrame, scale: float, theme: Theme) -> QImage:
        """A block as a picture of its own: Qt rounds coordinates left of a picture otherwise than those in it."""
        image = QImage(BLOCK_PX, BLOCK_PX, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for entry in run:
                painter.setOpacity(entry.opacity)
                for features in self._parts(entry):
                    self._paint_features(painter, entry, features, block, frame, scale, theme)
        finally:
            painter.end()
        return image

    def _paint_features(
        self,
        painter: QPainter,
        entry: LayerEntry,
        features: Features,
        block: Block,
        frame: PixelFrame,
        scale: float,
        theme: Theme,
    ) -> None:
        symbols = symbols_of(entry.style)
        if all(symbol.fill is None and symbol.line is None for symbol in symbols):
            return
        level = self._shapes.levels(features).level(1.0 / frame.per_unit)
        classes = self._shapes.classes(entry, features, scale)
        shapes = block_shapes(level, block, frame.per_unit, classes, symbols, frame.ratio)
        # From the last symbol up, all casings below all lines: the first class is the most important.
        for do in (_paint_casing, _paint_symbol):
            for symbol, shape in zip(reversed(symbols), reversed(shapes)):
                do(painter, features.kind, symbol, shape, frame.ratio, theme)

    def _parts(self, entry: LayerEntry) -> tuple[Features, ...]:
        return self._picture.features.get(entry.id, ())


class _BlockPictures:
    """The pictures that were made last."""

    def __init__(self) -> None:
        self._images: OrderedDict[tuple[object, ...], QImage] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> QImage | None:
        if key in self._images:
            self._images.move_to_end(key)
        return self._images.get(key)

    def put(self, key: tuple[object, ...], image: QImage) -> None:
        self._images[key] = image
        while len(self._images) > _BLOCKS_KEPT:
            self._images.popitem(last=False)


def _shown(features: Features, scale: float) -> NDArray[np.bool_]:
    farthest = features.columns.get(FARTHEST)
    return np.ones(len(features), dtype=np.bool_) if farthest is None else np.asarray(farthest >= scale)


def _paint_casing(painter: QPainter, kind: Kind, symbol: Symbol, shape: BlockShape, ratio: float, theme: Theme) -> None:
    if kind is Kind.LINE and symbol.casing is not None and symbol.casing_px > 0:
        width = (symbol.width_px + 2 * symbol.casing_px) * ratio
        _stroke(painter, shape, symbol.casing, width, theme)


def _paint_symbol(painter: QPainter, kind: Kind, symbol: Symbol, shape: BlockShape, ratio: float, theme: Theme) -> None:
    if kind is not Kind.LINE and symbol.fill is not None:
        painter.fillPath(shape.fill, colour_of(symbol.fill, theme, symbol.fill_opacity))
    if symbol.line is not None:
        _stroke(painter, shape, symbol.line, symbol.width_px * ratio, theme)


def _stroke(painter: QPainter, shape: BlockShape, colour: str, width: float, theme: Theme) -> None:
    pen = QPen(colour_of(colour, theme), max(width, _THINNEST_PX))
    is_thick = pen.widthF() > _THICK_PX  # round joins cost twice as much, and on thin lines nobody sees them
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin if is_thick else Qt.PenJoinStyle.BevelJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    for piece in shape.strokes:
        painter.strokePath(piece, pen)
