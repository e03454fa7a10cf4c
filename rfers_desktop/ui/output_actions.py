"""The map's ways out of the window: the page dialog, and a quick copy to the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QImage, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from rfers_desktop.language import tr

from .dialogs.output import OutputDialog
from .map.canvas import MapCanvas
from .map.view import View
from .map_legend import LegendRow, legend_of
from .map_output import MapSource, PageWish, Paper, copy_page, make_page
from .themes import Theme

_COPY_DPI = 96


def canvas_source(
    canvas: MapCanvas, more_rows: Callable[[View, Theme], tuple[LegendRow, ...]] = lambda view, theme: ()
) -> MapSource:
    """Pages of what a canvas shows; `more_rows` are of the legend, below those for the marks in view."""

    def paint(size: QSize, ratio: float, view: View, theme: Theme) -> QImage:
        return canvas.picture(size, ratio, view, theme, has_graticule=False)  # a page has a grid of its own

    def legend(view: View, theme: Theme) -> tuple[LegendRow, ...]:
        return legend_of(canvas.kinds_in(view.bounds), theme) + more_rows(view, theme)

    return MapSource(paint, lambda: canvas.view, lambda: canvas.projection, legend)


class OutputActions:
    """Two actions for a menu or a tool bar; both have keys."""

    def __init__(self, source: MapSource, credit: str, window: QWidget) -> None:
        self._source = source
        self._credit = credit
        self._window = window
        self.page = QAction(tr("&Print or save map…"), window)
        self.page.setShortcut(QKeySequence(QKeySequence.StandardKey.Print))
        self.page.setToolTip(tr("Print the map, or save it as PNG or PDF (Ctrl+P)"))
        self.page.triggered.connect(lambda _=False: self.open_page())
        self.copy = QAction(tr("&Copy map"), window)
        self.copy.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self.copy.setToolTip(tr("Copy the map as it is shown, with scale, north and legend (Ctrl+Shift+C)"))
        self.copy.triggered.connect(lambda _=False: self.copy_map())

    def add_to(self, menu: QMenu) -> None:
        """Put both into a menu."""
        menu.addActions([self.page, self.copy])

    def open_page(self) -> OutputDialog:
        """Open the page dialog; the window goes on living behind it."""
        dialog = OutputDialog(self._source, self._credit, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def copy_map(self) -> None:
        """Put the map as it is on the screen on the clipboard, in the colours of day."""
        wish = PageWish(source=self._credit, paper=Paper.SCREEN, dpi=_COPY_DPI)
        copy_page(make_page(self._source, wish, datetime.now(UTC)), _COPY_DPI)
