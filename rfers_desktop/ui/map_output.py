"""Pages with maps as files, on the clipboard and on paper."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QIODevice, QMarginsF, QObject, QSaveFile, QSize, QSizeF, Signal
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter

from rfers_desktop.geo.page_grid import GridKind
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import later, tr

from .map.view import View
from .map_legend import LegendRow
from .map_page import PAGE_DPI, MapPage, map_frame, page_around, page_view
from .themes import DAY, Theme

_POINTS = 72.0
_LARGEST_PIXELS = 120_000_000  # of a picture: 480 MB


class Paper(Enum):
    """The sizes of pages; that of the screen has the map as large as it is in the window."""

    SCREEN = later("As on the screen")
    LETTER = later("Letter")
    LEGAL = later("Legal")
    TABLOID = later("Tabloid")
    A4 = "A4"
    A3 = "A3"
    A2 = "A2"


PAPER_IDS = {
    Paper.LETTER: QPageSize.PageSizeId.Letter,
    Paper.LEGAL: QPageSize.PageSizeId.Legal,
    Paper.TABLOID: QPageSize.PageSizeId.Tabloid,
    Paper.A4: QPageSize.PageSizeId.A4,
    Paper.A3: QPageSize.PageSizeId.A3,
    Paper.A2: QPageSize.PageSizeId.A2,
}


@dataclass(frozen=True, slots=True)
class MapSource:
    """Where pages get their map from: asked anew for every page, on the window's thread."""

    paint: Callable[[QSize, float, View, Theme], QImage]  # size in pixels, device pixels in one
    view: Callable[[], View]
    projection: Callable[[], Projection]
    legend: Callable[[View, Theme], tuple[LegendRow, ...]] = lambda view, theme: ()  # of what a view shows


@dataclass(frozen=True, slots=True)
class PageWish:
    """What the user wants of a page."""

    title: str = ""
    source: str = ""
    paper: Paper = Paper.LETTER
    is_landscape: bool = True
    denominator: float | None = None  # 1:n; None shows what the window shows
    dpi: int = 200
    grid: GridKind = GridKind.DEGREES
    has_legend: bool = True
    theme: Theme = DAY  # paper is white


def page_size(wish: PageWish, view: View, legend_count: int = 0) -> QSize:
    """The size of the page in pixels of 1/96 inch."""
    if wish.paper is Paper.SCREEN:
        return page_around(QSize(view.width, view.height), legend_count)
    points = QPageSize(PAPER_IDS[wish.paper]).size(QPageSize.Unit.Point)
    size = (points * PAGE_DPI / _POINTS).toSize()
    return size.transposed() if wish.is_landscape else size


def make_page(
    source: MapSource, wish: PageWish, made_at: datetime, *, size: QSize | None = None, dpi: int | None = None
) -> MapPage:
    """Paint the map for a page and put all else beside it.

    `size` overrules the paper, as a printer does; `dpi` the resolution, for a look before. Raises ValueError.
    """
    dpi = wish.dpi if dpi is None else dpi
    view, projection = source.view(), source.projection()
    ratio = dpi / PAGE_DPI
    legend: tuple[LegendRow, ...] = ()
    if wish.has_legend:  # of what the page would show without it: a legend makes the map smaller, not larger
        whole = map_frame(page_size(wish, view) if size is None else size).size().toSize()
        legend = source.legend(page_view(view, whole, projection, ratio, wish.denominator), wish.theme)
    page = page_size(wish, view, len(legend)) if size is None else size
    map_size = map_frame(page, len(legend)).size().toSize()
    if map_size.width() * map_size.height() * ratio * ratio > _LARGEST_PIXELS:
        raise ValueError(f"resolution: expected a smaller one for this paper, got {dpi} dots an inch")
    shown = page_view(view, map_size, projection, ratio, wish.denominator)
    picture = source.paint(map_size, ratio, shown, wish.theme)
    return MapPage(page, picture, shown, projection, wish.theme, wish.title, wish.source, made_at, legend, wish.grid)


def page_image(page: MapPage, dpi: float) -> QImage:
    """The page as a picture that knows its size on paper."""
    scale = dpi / PAGE_DPI
    picture = QImage((QSizeF(page.size) * scale).toSize(), QImage.Format.Format_RGB32)
    if picture.isNull():
        raise MemoryError(f"page: expected a picture that fits in memory, got {picture.size().toTuple()}")
    dots_per_metre = round(dpi / 0.0254)
    painter = QPainter(picture)
    painter.scale(scale, scale)
    page.paint(painter)
    painter.end()
    picture.setDotsPerMeterX(dots_per_metre)
    picture.setDotsPerMeterY(dots_per_metre)
    for key, text in (("Title", page.title), ("Source", page.source), ("Creation Time", page.made_at.isoformat())):
        if text:
            picture.setText(key, text)
    return picture


def write_page(page: MapPage, path: Path, dpi: float) -> None:
    """Write a page as PNG or PDF, as the name ends; the file is whole or as it was. Raises OSError."""
    writers = {".png": _write_png, ".pdf": _write_pdf}
    write = writers.get(path.suffix.lower())
    if write is None:
        raise OSError(tr("{name}: expected a name that ends in .png or .pdf", name=path.name))
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(tr("{path}: cannot be written: {errorstring}", path=path, errorstring=file.errorString()))
    problem = write(page, file, dpi)
    if problem or not file.commit():
        raise OSError(
            tr("{path}: could not be written: {errorstring}", path=path, errorstring=problem or file.errorString())
        )


def copy_page(page: MapPage, dpi: float) -> None:
    """Put the page on the clipboard as a picture."""
    QGuiApplication.clipboard().setImage(page_image(page, dpi))


def print_page(source: MapSource, wish: PageWish, made_at: datetime, printer: QPrinter) -> None:
    """Print on the paper that the printer has."""
    paper = printer.pageLayout().fullRectPoints().size()
    size = (QSizeF(paper) * PAGE_DPI / _POINTS).toSize()
    page = make_page(source, wish, made_at, size=size)
    printer.setFullPage(True)
    painter = QPainter()
    if not painter.begin(printer):
        raise OSError(tr("printer: expected one that is ready, got no answer"))
    painter.scale(printer.logicalDpiX() / PAGE_DPI, printer.logicalDpiY() / PAGE_DPI)
    page.paint(painter)
    painter.end()


class PageWriter(QObject):
    """Writes a page on a thread of its own: large ones take seconds to compress."""

    written = Signal(str)  # path
    failed = Signal(str)  # what went wrong, in words

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None

    def start(self, page: MapPage, path: Path, dpi: float) -> None:
        """Begin; one page at a time, others wait their turn."""
        self.wait()
        self._thread = threading.Thread(target=self._write, args=(page, path, dpi), name="page writer")
        self._thread.start()

    def wait(self) -> None:
        """Until the page that is being written is done."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _write(self, page: MapPage, path: Path, dpi: float) -> None:
        try:
            write_page(page, path, dpi)
        except (OSError, MemoryError) as error:
            self.failed.emit(str(error))
        else:
            self.written.emit(str(path))


def _write_png(page: MapPage, device: QIODevice, dpi: float) -> str:
    writer = QImageWriter(device, b"png")
    return "" if writer.write(page_image(page, dpi)) else writer.errorString()


def _write_pdf(page: MapPage, device: QIODevice, dpi: float) -> str:
    writer = QPdfWriter(device)
    points = QSizeF(page.size) * _POINTS / PAGE_DPI
    paper = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(paper, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setResolution(round(dpi))
    writer.setTitle(page.title)
    writer.setCreator("RFERS")
    painter = QPainter()
    if not painter.begin(writer):
        return tr("the device took no page")
    painter.scale(dpi / PAGE_DPI, dpi / PAGE_DPI)
    page.paint(painter)
    return "" if painter.end() else tr("the page was not finished")
