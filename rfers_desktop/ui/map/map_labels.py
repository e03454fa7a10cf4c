"""Names on the ground of the map, none on another: places for a whole scale at once, the same from every view."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from rfers_desktop.geo.features import Features, Kind
from rfers_desktop.geo.label_anchors import anchors
from rfers_desktop.geo.shape_levels import ShapeLevels
from rfers_desktop.layers.layer_tree import Labels, LayerEntry
from rfers_desktop.layers.vector_style import as_numbers, symbols_of, value_text
from rfers_desktop.ui.themes import Theme

from .device_painter import in_device_pixels
from .pixel_frame import PixelFrame
from .theme_colours import colour_of
from .touches import Box

Labelled = tuple[LayerEntry, Features, ShapeLevels, NDArray[np.bool_]]  # with which features are shown
MOST_LABELS = 20_000  # a layer
_LONGEST = 60  # letters
_HALO_PX = 1.6
_GAP_PX = 3
_SPACE_PX = 3  # kept free around a label
_CELL_PX = 128
_REPEAT_PX = 420  # a long line is named again after so many pixels
_SHARE_INSIDE = 0.45  # of a name that must fit into its area
_NEAR_PX = 512  # device pixels
_SCALES_KEPT = 6


@dataclass(frozen=True, slots=True)
class _Placed:
    text: str
    labels: Labels
    left: int  # device pixels from the map's origin
    top: int


@dataclass(frozen=True, slots=True, eq=False)
class _Placing:
    """All labels of a scale, and their boxes for finding those in view."""

    labels: tuple[_Placed, ...]
    boxes: NDArray[np.int64]  # left, top, right, bottom


class MapLabels:
    """Keeps the places of the last scales, and pictures of the names."""

    def __init__(self) -> None:
        self._placings: dict[tuple[object, ...], _Placing] = {}
        self._latest: dict[tuple[float, float], _Placing] = {}  # by scale, for who asks from another thread
        self._near: tuple[tuple[object, ...], list[Box]] = ((), [])
        self._images: dict[tuple[object, ...], QImage] = {}
        self._metrics: dict[tuple[Labels, float], QFontMetricsF] = {}
        self._sizes: dict[tuple[str, Labels, float], tuple[int, int]] = {}

    def paint(
        self,
        painter: QPainter,
        layers: Sequence[Labelled],
        frame: PixelFrame,
        box: QRect,
        theme: Theme,
        covers: Sequence[Box] = (),
    ) -> None:
        """Write the names that reach into a box of the view (device pixels); the first layer has the first choice.

        A name that would be partly covered is not written at all.
        """
        placing = self._placing(layers, frame)
        self._latest = {**self._latest, (frame.per_unit, frame.ratio): placing}
        left, top = frame.left + box.left(), frame.top + box.top()
        right, bottom = left + box.width(), top + box.height()
        boxes = placing.boxes
        near = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        for left, top, right, bottom in covers:
            is_across = (boxes[:, 0] < right) & (boxes[:, 2] > left)
            near &= ~(is_across & (boxes[:, 1] < bottom) & (boxes[:, 3] > top))
        with in_device_pixels(painter):
            for number in np.flatnonzero(near).tolist():
                placed = placing.labels[number]
                at = QPoint(placed.left - frame.left, placed.top - frame.top)
                painter.drawImage(at, self._image(placed, frame.ratio, theme))

    def boxes_near(self, frame: PixelFrame) -> list[Box]:
        """Where names are in a view and some way around it, as far as they are placed; the same list in near views."""
        placing = self._latest.get((frame.per_unit, frame.ratio))
        if placing is None:
            return []
        left, top = frame.left // _NEAR_PX * _NEAR_PX - _NEAR_PX, frame.top // _NEAR_PX * _NEAR_PX - _NEAR_PX
        right, bottom = left + frame.width + 3 * _NEAR_PX, top + frame.height + 3 * _NEAR_PX
        key = (placing, left, top, right, bottom)
        if self._near[0] != key:
            boxes = placing.boxes
            is_near = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
            self._near = (key, [(a, b, c, d) for a, b, c, d in boxes[is_near].tolist()])
        return self._near[1]

    def _placing(self, layers: Sequence[Labelled], frame: PixelFrame) -> _Placing:
        key = (
            frame.per_unit,
            frame.ratio,
            *((entry.labels, entry.style, levels, int(shown.sum())) for entry, _, levels, shown in layers),
        )
        if key not in self._placings:
            while len(self._placings) >= _SCALES_KEPT:
                self._placings.pop(next(iter(self._placings)))
                kept = set(map(id, self._placings.values()))
                self._latest = {scale: placing for scale, placing in self._latest.items() if id(placing) in kept}
            self._placings[key] = self._place(layers, frame)
        return self._placings[key]

    def _place(self, layers: Sequence[Labelled], frame: PixelFrame) -> _Placing:
        space = _Space()
        placed: list[_Placed] = []
        boxes: list[tuple[int, int, int, int]] = []
        for entry, part, levels, shown in layers:
            labels = entry.labels
            assert labels is not None
            reach = max(symbol.size_px for symbol in symbols_of(entry.style)) / 2 if part.kind is Kind.POINT else 0.0
            is_drawn = any(symbol.fill or symbol.line for symbol in symbols_of(entry.style))
            beside = round((reach + _GAP_PX) * frame.ratio) if part.kind is Kind.POINT and is_drawn else None
            said: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
            apart = round(_REPEAT_PX * frame.ratio)
            for text, column, row, room in self._wanted(labels, part, levels, shown, frame):
                size = self._size(text, labels, frame.ratio)
                if size[0] * _SHARE_INSIDE > room or any(
                    abs(column - x) < apart and abs(row - y) < apart for x, y in said[text]
                ):
                    continue
                for candidate in _candidates(column, row, size, beside):
                    if space.take_if_free(candidate):
                        if part.kind is not Kind.POINT:
                            said[text].append((column, row))
                        placed.append(_Placed(text, labels, candidate[0], candidate[1]))
                        boxes.append(candidate)
                        break
        return _Placing(tuple(placed), np.array(boxes, dtype=np.int64).reshape(-1, 4))

    def _wanted(
        self, labels: Labels, part: Features, levels: ShapeLevels, shown: NDArray[np.bool_], frame: PixelFrame
    ) -> Iterator[tuple[str, int, int, float]]:
        """The names of a layer, their places and how wide the area is (pixels), the most important first."""
        column = part.columns.get(labels.attribute)
        if column is None:
            return
        texts = [value_text(value).strip()[:_LONGEST] for value in column.tolist()]
        is_named = shown & np.array([bool(text) for text in texts], dtype=np.bool_)
        features, places, widths = anchors(levels.full, is_named, _REPEAT_PX / frame.per_unit * frame.ratio)
        if labels.priority:
            first = np.argsort(
                -np.nan_to_num(as_numbers(part.columns.get(labels.priority), len(part)))[features], kind="stable"
            )
            features, places, widths = features[first], places[first], widths[first]
        columns, rows = frame.columns(places[:MOST_LABELS, 0]), frame.rows(places[:MOST_LABELS, 1])
        rooms = (widths * frame.per_unit).tolist()
        for feature, at_column, at_row, room in zip(features.tolist(), columns.tolist(), rows.tolist(), rooms):
            yield texts[feature], at_column, at_row, room

    def _size(self, text: str, labels: Labels, ratio: float) -> tuple[int, int]:
        key = (text, labels, ratio)
        if key not in self._sizes:
            if (labels, ratio) not in self._metrics:
                self._metrics[labels, ratio] = QFontMetricsF(_font(labels, ratio))
            metrics = self._metrics[labels, ratio]
            halo = 2 * _HALO_PX * ratio
            self._sizes[key] = (round(metrics.horizontalAdvance(text) + halo + 1), round(metrics.height() + halo))
        return self._sizes[key]

    def _image(self, placed: _Placed, ratio: float, theme: Theme) -> QImage:
        colour = colour_of(placed.labels.colour, theme)
        halo = colour_of("@text_halo", theme)
        key = (placed.text, placed.labels, ratio, colour.rgba(), halo.rgba())
        if key not in self._images:
            if len(self._images) > MOST_LABELS:
                self._images.clear()
            size = self._size(placed.text, placed.labels, ratio)
            self._images[key] = _written(placed.text, _font(placed.labels, ratio), size, ratio, colour, halo)
        return self._images[key]


def _font(labels: Labels, ratio: float) -> QFont:
    font = QFont()
    font.setPixelSize(max(round(labels.size_px * ratio), 1))
    font.setItalic(labels.is_italic)
    font.setBold(labels.is_bold)
    return font


def _written(text: str, font: QFont, size: tuple[int, int], ratio: float, colour: QColor, halo: QColor) -> QImage:
    """A name with a halo, so that it can be read on anything."""
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    metrics = QFontMetricsF(font)
    at = QPointF(round(_HALO_PX * ratio), round(_HALO_PX * ratio + metrics.ascent()))
    outline = QPainterPath()
    outline.addText(at, font, text)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(halo, 2 * _HALO_PX * ratio)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(outline, pen)
    painter.fillPath(outline, colour)
    painter.end()
    return image


def _candidates(
    column: int, row: int, size: tuple[int, int], beside: int | None
) -> Iterator[tuple[int, int, int, int]]:
    """Where a label may be: in the middle of an area or a line, or on the sides of a point; the best first."""
    width, height = size
    x, y = column - width // 2, row - height // 2
    corners: Iterable[tuple[int, int]] = ((x, y),)
    if beside is not None:
        corners = ((column + beside, y), (column - beside - width, y), (x, row - beside - height), (x, row + beside))
    for left, top in corners:
        yield left, top, left + width, top + height


class _Space:
    """Boxes by the cells of a grid."""

    def __init__(self) -> None:
        self._cells: defaultdict[tuple[int, int], list[tuple[int, int, int, int]]] = defaultdict(list)

    def take_if_free(self, box: tuple[int, int, int, int]) -> bool:
        left, top, right, bottom = box[0] - _SPACE_PX, box[1] - _SPACE_PX, box[2] + _SPACE_PX, box[3] + _SPACE_PX
        cells = [
            (column, row)
            for column in range(left // _CELL_PX, right // _CELL_PX + 1)
            for row in range(top // _CELL_PX, bottom // _CELL_PX + 1)
        ]
        for cell in cells:
            for other in self._cells.get(cell, ()):
                if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top:
                    return False
        for cell in cells:
            self._cells[cell].append(box)
        return True
