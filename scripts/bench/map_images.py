"""Images on the map: a patch of a large thermal image, and a file's way to the screen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pyqtgraph as pg
import rasterio
from numpy.typing import NDArray
from PySide6.QtGui import QImage
from rasterio.transform import from_bounds

from rfers_desktop.layers.thermal import read_thermal_image
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.panels.thermal import ThermalPanel
from rfers_desktop.ui.thermal_control import ThermalControl
from scripts.bench.frame import PAPER, Record, faster
from scripts.bench.map_window import (
    HEIGHT,
    WIDTH,
    MeasuredCanvas,
    StockView,
    median_until_painted_s,
    rest,
    until_painted_s,
)

_SIDE, _PATCH = 4096, 128


def patch(scale: str) -> list[Record]:
    """A patch of 128×128 of a thermal image of 4096×4096: on the map a newer image above the large one."""
    times = 9 if scale == PAPER else 5
    values = _temperatures(_SIDE)
    item = pg.ImageItem(values)
    view = StockView(item)
    view.box.setRange(xRange=(0, _SIDE), yRange=(0, _SIDE), padding=0)
    rest(300)

    def change() -> None:
        values[1000 : 1000 + _PATCH, 1000 : 1000 + _PATCH] += 1
        item.setImage(values, autoLevels=False)

    peer_s = median_until_painted_s(view, change, times)
    view.close()
    with TemporaryDirectory(prefix="rfers-bench-") as folder:
        canvas, control = _thermal_map()
        bounds = _square(canvas)
        _shown_after_s(canvas, control, _written(Path(folder) / "large.tif", values, bounds))
        rest(300)
        files = [
            _written(Path(folder) / f"{number}.tif", _temperatures(_PATCH), _part(bounds, 150 * number))
            for number in range(2 * times)
        ]
        painted = canvas.painted_px
        in_memory = [_patched_after_s(canvas, control, file) for file in files[:times]]
        rest()
        share = (canvas.painted_px - painted) / times / (WIDTH * HEIGHT)
        from_file = []
        for file in files[times:]:
            rest()
            from_file.append(_shown_after_s(canvas, control, file))
        rest(300)
        differences = _wrong_pixels(canvas)
        control.close()
        canvas.close()
    return [
        faster("128² patch of 4096², ImageItem", scale, median(in_memory), peer_s, differences,
               f"{share:.3%} of the viewport painted; both have their numbers in memory"),
        faster("the same from a file", scale, median(from_file), peer_s, differences,
               "opened, checked and warped; ImageItem has its numbers in memory"),
    ]  # fmt: skip


def geotiff(scale: str) -> list[Record]:
    """A file of 4096×4096 to pixels on the screen, reading, warping and colouring it."""
    with TemporaryDirectory(prefix="rfers-bench-") as folder:
        canvas, control = _thermal_map()
        file = _written(Path(folder) / "large.tif", _temperatures(_SIDE), _square(canvas))
        ours = _shown_after_s(canvas, control, file)
        control.close()
        canvas.close()
    return [Record("4096² GeoTIFF to pixels", scale, ours, 1.0, "s", 1.0 / ours, None, "of 1 allowed")]


def _thermal_map() -> tuple[MeasuredCanvas, ThermalControl]:
    canvas = MeasuredCanvas()
    canvas.set_view(canvas.view)
    return canvas, ThermalControl(canvas, ThermalPanel())


def _patched_after_s(canvas: MeasuredCanvas, control: ThermalControl, file: Path) -> float:
    """The time from an image that was read to the paint of it."""
    image = read_thermal_image(file, file.name, _next_moment(control))
    control.content.read_ahead(image, canvas.view)
    rest()
    return until_painted_s(canvas, lambda: control.put(image))


def _shown_after_s(canvas: MeasuredCanvas, control: ThermalControl, file: Path) -> float:
    """The time from a file to the paint of it."""
    control.problem.connect(_fail)
    count = len(control.layer.images)
    taken = until_painted_s(
        canvas,
        lambda: control.add(file, file.name, _next_moment(control)),
        lambda: len(control.layer.images) > count and not canvas.is_busy,
    )
    control.problem.disconnect()
    return taken


def _next_moment(control: ThermalControl) -> datetime:
    return datetime(2026, 8, 5, tzinfo=UTC) + timedelta(seconds=len(control.layer.images))


def _fail(problem: str) -> None:
    raise RuntimeError(problem)


def _wrong_pixels(canvas: MeasuredCanvas) -> int:
    """How many pixels differ from those of a map that is painted afresh."""
    shown = canvas.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    afresh = canvas.picture(canvas.viewport().size(), 1.0).convertToFormat(QImage.Format.Format_RGB32)
    return int((pixels_of(shown) != pixels_of(afresh)).sum())


def _temperatures(side: int) -> NDArray[np.float32]:
    rng = np.random.default_rng(9)
    return rng.uniform(10, 400, (side, side)).astype(np.float32)


def _square(canvas: MeasuredCanvas) -> tuple[float, float, float, float]:
    """Map units: a square as high as the view, in its middle."""
    _, y_min, _, y_max = canvas.view.bounds
    half = (y_max - y_min) / 2
    return canvas.view.x - half, y_min, canvas.view.x + half, y_max


def _part(bounds: tuple[float, float, float, float], offset: int) -> tuple[float, float, float, float]:
    left, bottom, right, _ = bounds
    unit = (right - left) / _SIDE
    x, y = left + offset * unit, bottom + 1000 * unit
    return x, y, x + _PATCH * unit, y + _PATCH * unit


def _written(file: Path, values: NDArray[np.float32], bounds: tuple[float, float, float, float]) -> Path:
    height, width = values.shape
    with rasterio.open(
        file, "w", driver="GTiff", width=width, height=height, count=1, dtype="float32", crs="EPSG:3857",
        transform=from_bounds(*bounds, width, height), tiled=width > _PATCH,
    ) as image:  # fmt: skip
        image.write(values, 1)
    return file
