"""Pages with maps for tests: a plain map of two colours, and the pages made from it."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.map_legend import shape_rows, symbol_rows
from rfers_desktop.ui.map_output import MapSource, PageWish, make_page
from rfers_desktop.ui.map_page import MapPage
from rfers_desktop.ui.themes import Theme

MADE_AT = datetime(2026, 7, 4, 16, 5, tzinfo=UTC)
CORNER = "#12ab34"  # of the map, where the grid's lines do not come


class PlainMap:
    """Paints land with a bright corner, and keeps what it was asked for."""

    def __init__(self, projection: Projection = WEB_MERCATOR) -> None:
        self.projection = projection
        self.asked: list[tuple[QSize, float, View, Theme]] = []
        x, y = projection.point_to_map(-114.07, 51.05)
        self.view = View(x, y, 100.0, 800, 500)

    def paint(self, size: QSize, ratio: float, view: View, theme: Theme) -> QImage:
        self.asked.append((size, ratio, view, theme))
        picture = QImage((QSizeF(size) * ratio).toSize(), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(theme.land))
        painter = QPainter(picture)
        painter.fillRect(QRectF(0, 0, 20, 20), QColor(CORNER))
        painter.end()
        return picture

    def source(self, symbols: int = 3) -> MapSource:
        return MapSource(
            self.paint,
            lambda: self.view,
            lambda: self.projection,
            lambda view, theme: symbol_rows(list(Symbol)[:symbols], theme) + shape_rows([Style.ZONE_LIVE], theme),
        )


def a_page(wish: PageWish | None = None, projection: Projection = WEB_MERCATOR, symbols: int = 3) -> MapPage:
    wish = PageWish("Fires near Brûlé", "Natural Earth", dpi=96) if wish is None else wish
    return make_page(PlainMap(projection).source(symbols), wish, MADE_AT)
