"""A page with a map on it: title, frame, grid, scale, north, legend, source, date and datum."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.page_grid import Edge, GridKind, PageGrid, Tick, page_grid
from rfers_desktop.geo.projections import Projection
from rfers_desktop.geo.scale import length_text, round_length, scale_denominator, scale_text
from rfers_desktop.language import grouped, tr

from .map.view import View
from .map_legend import LegendRow
from .themes import Theme

DATUM = "WGS 84"
PAGE_DPI = 96.0  # what a pixel of a page is measured by; the paper may be printed finer

_MARGIN, _TITLE, _GUTTER, _FOOT, _GAP = 36, 34, 20, 112, 12
_SCALE_CELL, _NORTH_CELL, _DATE = 250, 64, 140
_BAR_WIDEST = 190.0
_LEGEND_ROW, _LEGEND_COLUMN, _WIDEST_LEGEND_COLUMN = 26, 128, 240
_SMALL, _PLAIN, _LARGE = 10, 12, 20
_LINE = 14
_SMALLEST_MAP = 200
_LARGEST_FOOT = 0.35  # of the page; a legend that needs more is cut
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def map_frame(page: QSize, legend_count: int = 0) -> QRectF:
    """Where on a page the map is, in whole pixels of 1/96 inch; raises ValueError if there is no room."""
    around = _MARGIN + _GUTTER
    width = page.width() - 2 * around
    foot = min(_foot_height(width, legend_count), max(_FOOT, round(page.height() * _LARGEST_FOOT)))
    height = page.height() - 2 * around - _TITLE - foot
    if width < _SMALLEST_MAP or height < _SMALLEST_MAP:
        raise ValueError(f"page: expected room for a map of {_SMALLEST_MAP} pixels, got {width} × {height}")
    return QRectF(around, around + _TITLE, width, height)


def page_around(map_size: QSize, legend_count: int = 0) -> QSize:
    """The page on which the map has a size: the least there is if that is smaller."""
    width, height = max(map_size.width(), _SMALLEST_MAP), max(map_size.height(), _SMALLEST_MAP)
    around = 2 * (_MARGIN + _GUTTER)
    return QSize(width + around, height + around + _TITLE + _foot_height(width, legend_count))


def page_view(view: View, map_size: QSize, projection: Projection, ratio: float, denominator: float | None) -> View:
    """What a map of a size shows: all that a view does, or what is around its middle in the scale 1:n."""
    if denominator is None:
        units = view.units_per_px * max(view.width / map_size.width(), view.height / map_size.height())
    else:
        units = denominator * 0.0254 / PAGE_DPI / projection.ground_metres_per_unit(view.x, view.y)
    return replace(view, units_per_px=units, width=map_size.width(), height=map_size.height(), ratio=ratio)


def _legend_columns(map_width: float) -> int:
    return max(1, int((map_width - _SCALE_CELL - _GAP - _NORTH_CELL) // _LEGEND_COLUMN))


def _foot_height(map_width: float, legend_count: int) -> int:
    """Below the map: the grid's labels, the legend with all its rows, the line with the source."""
    return max(_FOOT, _GUTTER + 26 + _LEGEND_ROW * math.ceil(legend_count / _legend_columns(map_width)))


@dataclass(frozen=True, slots=True)
class MapPage:
    """All that a page is made of; it can be painted on any thread, as often as one likes."""

    size: QSize  # pixels of 1/96 inch
    picture: QImage  # of what `view` shows
    view: View
    projection: Projection
    theme: Theme
    title: str
    source: str
    made_at: datetime
    legend: tuple[LegendRow, ...] = ()
    grid_kind: GridKind = GridKind.DEGREES

    @property
    def frame(self) -> QRectF:
        """Where the map is on the page."""
        return map_frame(self.size, len(self.legend))

    @property
    def denominator(self) -> float:
        """The n of the scale 1:n on paper, in the middle of the map."""
        return scale_denominator(self._ground_m_per_px())

    @property
    def grid(self) -> PageGrid | None:
        """The grid over the map, if one is wanted."""
        return page_grid(self.projection, self.view.bounds, self.grid_kind)

    def paint(self, painter: QPainter) -> None:
        """Paint the page from 0, 0 on, a unit of the painter being 1/96 inch."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)  # or lines on the map are smeared in PDF
        painter.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), QColor(self.theme.panel))
        frame = self.frame
        title = QRectF(_MARGIN, _MARGIN, self.size.width() - 2 * _MARGIN, _TITLE)
        self._write(painter, title, self.title, _LARGE, _LEFT, QFont.Weight.DemiBold)
        painter.drawImage(frame, self.picture)
        grid = self.grid
        if grid is not None:
            self._paint_grid(painter, frame, grid)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.text), 1.5))
        painter.drawRect(frame)
        self._paint_foot(painter, frame)

    def _paint_grid(self, painter: QPainter, frame: QRectF, grid: PageGrid) -> None:
        to_page = self.view.transform() * QTransform.fromTranslate(frame.left(), frame.top())
        painter.save()
        painter.setClipRect(frame)
        line_colour = QColor(self.theme.graticule_text)
        line_colour.setAlphaF(0.55)
        painter.setPen(QPen(line_colour, 0.75))
        for line in grid.lines:
            painter.drawPolyline(to_page.map(QPolygonF([QPointF(x, y) for x, y in line.tolist()])))
        painter.restore()
        taken: list[QRectF] = []
        for tick in grid.ticks:
            box = self._tick_box(tick, frame, to_page)
            if not any(box.intersects(other) for other in taken):
                taken.append(box)
                self._paint_tick(painter, tick, box)

    def _tick_box(self, tick: Tick, frame: QRectF, to_page: QTransform) -> QRectF:
        """A box for the label: beside the frame, and for parallels turned on its side."""
        long, high = 84.0, _GUTTER - 5.0
        if tick.edge in (Edge.TOP, Edge.BOTTOM):
            x = to_page.map(QPointF(tick.at, 0)).x()
            top = frame.top() - high - 2 if tick.edge is Edge.TOP else frame.bottom() + 2
            return QRectF(x - long / 2, top, long, high)
        y = to_page.map(QPointF(0, tick.at)).y()
        left = frame.left() - high - 2 if tick.edge is Edge.LEFT else frame.right() + 2
        return QRectF(left, y - long / 2, high, long)

    def _paint_tick(self, painter: QPainter, tick: Tick, box: QRectF) -> None:
        if tick.edge in (Edge.TOP, Edge.BOTTOM):
            self._write(painter, box, tick.text, _SMALL, Qt.AlignmentFlag.AlignCenter)
            return
        painter.save()
        painter.translate(box.center())
        painter.rotate(-90)
        turned = QRectF(-box.height() / 2, -box.width() / 2, box.height(), box.width())
        self._write(painter, turned, tick.text, _SMALL, Qt.AlignmentFlag.AlignCenter)
        painter.restore()

    def _paint_foot(self, painter: QPainter, frame: QRectF) -> None:
        top = frame.bottom() + _GUTTER + 4
        height = self.size.height() - _MARGIN - 12 - top
        self._paint_scale(painter, QRectF(frame.left(), top, _SCALE_CELL, height))
        self._paint_north(painter, QPointF(frame.right() - _NORTH_CELL / 2 + 8, top + 34))
        room = QRectF(frame.left() + _SCALE_CELL + _GAP, top, 0, height)
        room.setRight(frame.right() - _NORTH_CELL)
        self._paint_legend(painter, room)
        line = QRectF(frame.left(), self.size.height() - _MARGIN - 10, frame.width(), 16)
        self._write(painter, line.adjusted(0, 0, -_DATE, 0), self.source, _SMALL, _LEFT)
        self._write(painter, line, f"{self.made_at:%Y-%m-%d %H:%M} {self.made_at.tzname() or ''}", _SMALL, _RIGHT)

    def _paint_scale(self, painter: QPainter, cell: QRectF) -> None:
        length_m = round_length(_BAR_WIDEST * self._ground_m_per_px())
        quarter = length_m / self._ground_m_per_px() / 4
        bar = QRectF(cell.left() + 4, cell.top() + 20, quarter * 4, 6)
        painter.setPen(QPen(QColor(self.theme.text), 1))
        for index in range(4):
            painter.setBrush(QColor(self.theme.text if index % 2 == 0 else self.theme.panel))
            painter.drawRect(QRectF(bar.left() + index * quarter, bar.top(), quarter, bar.height()))
        words = QRectF(0, cell.top(), 80, 16)
        for share in (0.0, 0.5, 1.0):
            words.moveCenter(QPointF(bar.left() + share * bar.width(), words.center().y()))
            text = length_text(length_m * share) if share else "0"
            if share == 0.0:
                words.moveLeft(bar.left() - 4)
            self._write(painter, words, text, _SMALL, _LEFT if share == 0.0 else Qt.AlignmentFlag.AlignCenter)
        lines = [
            tr("Scale {scale}", scale=grouped(scale_text(self.denominator))),
            self.projection.name,
            tr("EPSG:{epsg} · datum: {datum}", epsg=self.projection.epsg, datum=DATUM),
        ]
        grid = self.grid
        if grid is not None:
            lines.append(tr("Grid: {name}", name=grid.name))
        for row, text in enumerate(lines):
            at = QRectF(cell.left(), cell.top() + 28 + row * _LINE, cell.width(), _LINE)
            self._write(painter, at, text, _SMALL, _LEFT)

    def _paint_north(self, painter: QPainter, at: QPointF) -> None:
        painter.save()
        painter.translate(at)
        painter.rotate(self.projection.north_deg(self.view.x, self.view.y))
        painter.setPen(QPen(QColor(self.theme.text), 1, j=Qt.PenJoinStyle.RoundJoin))
        for side, colour in ((-1, self.theme.text), (1, self.theme.panel)):
            half = QPainterPath(QPointF(0, -20))
            half.lineTo(side * 10, 16)
            half.lineTo(0, 9)
            half.closeSubpath()
            painter.setBrush(QColor(colour))
            painter.drawPath(half)
        self._write(painter, QRectF(-12, -38, 24, 16), "N", _PLAIN, Qt.AlignmentFlag.AlignCenter, QFont.Weight.Bold)
        painter.restore()

    def _paint_legend(self, painter: QPainter, room: QRectF) -> None:
        """Column by column; what has no room is counted."""
        rows, columns = max(1, int(room.height() // _LEGEND_ROW)), _legend_columns(self.frame.width())
        is_cut = len(self.legend) > rows * columns
        shown = self.legend[: rows * columns - 1] if is_cut else self.legend
        rows = min(rows, math.ceil(max(1, len(self.legend)) / columns))
        filled = math.ceil((len(shown) + is_cut) / rows)
        wide = max(_LEGEND_COLUMN, min(room.width() / max(1, filled), _WIDEST_LEGEND_COLUMN))
        cell = QRectF(0, 0, wide, _LEGEND_ROW)
        for index, row in enumerate(shown):
            cell.moveTo(room.left() + index // rows * wide, room.top() + index % rows * _LEGEND_ROW)
            size = row.picture.deviceIndependentSize()
            middle = cell.top() + (_LEGEND_ROW - size.height()) / 2
            painter.drawImage(QRectF(QPointF(cell.left(), middle), size), row.picture)
            self._write(painter, cell.adjusted(size.width() + 5, 0, -3, 0), row.text, _SMALL, _LEFT)
        if is_cut:
            index = len(shown)
            cell.moveTo(room.left() + index // rows * wide, room.top() + index % rows * _LEGEND_ROW)
            self._write(painter, cell, tr("and {index} more", index=len(self.legend) - index), _SMALL, _LEFT)

    def _write(
        self,
        painter: QPainter,
        box: QRectF,
        text: str,
        size_px: int,
        where: Qt.AlignmentFlag,
        weight: QFont.Weight = QFont.Weight.Normal,
    ) -> None:
        """Write a line, cut with dots if it is too long for its box."""
        font = QFont(QApplication.font())
        font.setPixelSize(size_px)
        font.setWeight(weight)
        painter.setFont(font)
        painter.setPen(QColor(self.theme.text))
        words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(box.width()))
        painter.drawText(box, where | Qt.TextFlag.TextSingleLine, words)

    def _ground_m_per_px(self) -> float:
        return self.view.units_per_px * self.projection.ground_metres_per_unit(self.view.x, self.view.y)
