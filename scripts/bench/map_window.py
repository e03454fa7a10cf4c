"""A map of 1920×1080 with points on it, and the same on stock items of pyqtgraph: what the map's benchmarks share."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import LayerChange, MarkKey, PointMark, Style
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.content import Band
from rfers_desktop.ui.short_pauses import keep_pauses_short

WIDTH, HEIGHT = 1920, 1080
Floats = NDArray[np.float64]
_LONGEST_S = 30.0
_NOTHING_S = 2.0  # after which there was nothing to paint, where that may be
_REST_MS = 40  # between two measurements, so that each finds the map quiet


def _nothing() -> None:
    """Nobody waits for a paint."""


def application() -> QApplication:
    """The one application of the run, dressed as it is when it runs."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([])
        apply_theme(app)
        keep_pauses_short()
    return app


class MeasuredCanvas(MapCanvas):
    """A map that tells when it has painted."""

    def __init__(self) -> None:
        application()
        super().__init__()
        self.paints = 0
        self.after_paint: Callable[[], None] = _nothing
        self.resize(WIDTH, HEIGHT)
        self.show()
        rest()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.paints += 1
        self.after_paint()


def rest(ms: int = _REST_MS) -> None:
    """Let the event loop run for a while."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def until_painted_s(
    canvas: MeasuredCanvas | StockView,
    do: Callable[[], object],
    is_it: Callable[[], bool] = lambda: True,
    may_be_nothing: bool = False,
) -> float:
    """The time from a call to the end of the paint that it is about, in a loop that waits as the program's own does.

    Where it `may_be_nothing` that has to be painted (a raster of counts that keeps its shades), the call is all of it.
    """
    loop = QEventLoop()
    painted_at: list[float] = []

    def note() -> None:
        if is_it():
            painted_at.append(time.perf_counter())
            loop.quit()

    canvas.after_paint = note
    begun = time.perf_counter()
    do()
    done = time.perf_counter()
    if not painted_at:
        QTimer.singleShot(round((_NOTHING_S if may_be_nothing else _LONGEST_S) * 1000), loop.quit)
        loop.exec()
    canvas.after_paint = _nothing
    if not painted_at and may_be_nothing:
        return done - begun
    if not painted_at:
        raise TimeoutError(f"the map: expected a paint within {_LONGEST_S:.0f} s")
    return painted_at[0] - begun


def median_until_painted_s(
    canvas: MeasuredCanvas | StockView, do: Callable[[], object], times: int, may_be_nothing: bool = False
) -> float:
    """The median of such times, each on a map that has come to rest."""
    taken = []
    for _ in range(times + 1):
        rest()
        taken.append(until_painted_s(canvas, do, may_be_nothing=may_be_nothing))
    return median(taken[1:])


def places(canvas: MapCanvas, count: int, seed: int = 1) -> tuple[Floats, Floats]:
    """Random places in view, in map units."""
    rng = np.random.default_rng(seed)
    x_min, y_min, x_max, y_max = canvas.view.bounds
    return rng.uniform(x_min, x_max, count), rng.uniform(y_min, y_max, count)


def point_key(number: int) -> MarkKey:
    """The key of a point."""
    return ("event", "EALocation", str(number))


def with_points(count: int) -> MeasuredCanvas:
    """A map on which points are spread."""
    canvas = MeasuredCanvas()
    canvas.set_view(canvas.view)  # somebody has looked around: nothing that comes moves the map
    x, y = places(canvas, count)
    canvas.live.put_points([point_key(number) for number in range(count)], x, y, Style.ASSET)
    canvas.touch(Band.LIVE, [])
    rest(300)
    while canvas.is_busy:
        rest()
    return canvas


def points(canvas: MapCanvas, numbers: range, seed: int) -> LayerChange:
    """Marks with these numbers at random places."""
    x, y = places(canvas, len(numbers), seed)
    marks = [
        PointMark(point_key(number), float(px), float(py), Style.ASSET, "")
        for number, px, py in zip(numbers, x, y, strict=True)
    ]
    return LayerChange(put=tuple(marks))


class StockView(pg.GraphicsView):  # type: ignore[misc]
    """The same size of window with a stock item in a box."""

    def __init__(self, item: Any) -> None:
        application()
        super().__init__()
        self.after_paint: Callable[[], None] = _nothing
        self.painted_px = 0
        self.box = pg.ViewBox(enableMenu=False, defaultPadding=0.0)
        self.setCentralItem(self.box)
        self.box.addItem(item)
        self.resize(WIDTH, HEIGHT)
        self.show()
        self.box.setRange(xRange=(0, WIDTH), yRange=(0, HEIGHT), padding=0)
        rest(300)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.after_paint()
        self.painted_px += sum(rect.width() * rect.height() for rect in event.region())  # type: ignore[attr-defined]


def stock_points(count: int) -> tuple[StockView, pg.ScatterPlotItem]:
    """Points spread on a stock scatter plot."""
    rng = np.random.default_rng(1)
    item = pg.ScatterPlotItem(
        x=rng.uniform(0, WIDTH, count), y=rng.uniform(0, HEIGHT, count), size=7, pen=None, brush="#1238b4"
    )
    return StockView(item), item
