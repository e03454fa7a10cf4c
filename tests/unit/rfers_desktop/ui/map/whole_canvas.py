"""The whole map on a screen of some device pixel ratio: after random changes it shows what a full redraw shows.

Run as a program, because the ratio of a screen is settled before Qt starts: QT_SCALE_FACTOR says it. Prints how many
maps were compared in each theme; a map that differs ends it with the changes that led there.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from rasterio.transform import from_origin

from rfers_desktop.layers.marks import LayerChange, PointMark, Style
from rfers_desktop.layers.thermal import ThermalImage, ThermalLayer, read_thermal_image
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.content import Band
from rfers_desktop.ui.map.detail_level import Level
from rfers_desktop.ui.map.thermal_content import REACH_PX, ThermalContent
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import Theme
from tests.unit.rfers_desktop.raster_files import transformer, write_geotiff
from tests.unit.rfers_desktop.ui.map.random_changes import THEMES, X, Y, local_changes, operations, places

CROWDS = {Level.SYMBOLS: 0, Level.DOTS: 2_500, Level.SMALL_DOTS: 21_000, Level.DENSITY: 160_000}
WIDTH, HEIGHT = 221, 151  # odd: half a device pixel is left over at 1.5
EXAMPLES = 12  # a theme
LONGEST_S = 30.0
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)

local = st.one_of(
    st.tuples(st.just("append"), st.lists(places, min_size=1, max_size=8)),
    st.tuples(st.just("patch"), st.integers(1, 3)),
    st.tuples(st.just("stir"), st.integers(0, 1_000)),
    local_changes,
)
steps = st.builds(  # the last are local, so that no full repaint covers up what they left behind
    lambda first, last: [*first, *last],
    st.lists(st.one_of(local, operations), max_size=5),
    st.lists(local, min_size=1, max_size=5),
)


class Screen:
    """A map with thermal images, zones and live marks in a window of its own."""

    def __init__(self, images: list[Path], level: Level, theme: Theme) -> None:
        self._images = images
        self._layer, self._content, self._appended = ThermalLayer(), ThermalContent(), 0
        self.canvas = MapCanvas()
        self.canvas.set_theme(theme)
        self.canvas.set_content(Band.THERMAL, self._content)
        self.canvas.resize(WIDTH, HEIGHT)
        self.canvas.show()
        self.canvas.set_view(View(X, Y, 9.0, WIDTH, HEIGHT))
        self._layer.colour(span=(0.0, 100.0))
        self.do("patch", 0)
        rng, count = np.random.default_rng(4), CROWDS[level]
        self._crowd = count
        west, south, east, north = self.canvas.view.bounds
        keys = [("crowd", str(number)) for number in range(count)]
        self.canvas.live.put_points(keys, rng.uniform(west, east, count), rng.uniform(south, north, count), Style.ASSET)
        self.canvas.touch(Band.LIVE, [])
        self.come_to_rest()
        assert self.canvas.live.level is level, self.canvas.live.level

    def do(self, name: str, what: object) -> None:
        """One change, as the program makes it."""
        canvas = self.canvas
        match name, what:
            case "put", list(marks):
                canvas.apply(LayerChange(put=tuple(marks)))
            case "append", list(at):
                self._appended += len(at)
                keys = [("new", str(self._appended - number)) for number in range(len(at))]
                canvas.apply(LayerChange(put=tuple(PointMark(key, *xy, Style.ASSET, "") for key, xy in zip(keys, at))))
            case "stir", int(seed):
                canvas.apply(LayerChange(put=self._moved(np.random.default_rng(seed))))
            case "take", list(gone):
                canvas.apply(LayerChange(taken=tuple(gone)))
            case "select", list(chosen):
                canvas.select(chosen)
            case "clock", int(now):
                canvas.set_clock(float(now))
            case "pan", (float(px), float(py)):
                canvas.push(px, py)
            case "zoom", float(factor):
                canvas.zoom_at(factor, 50, 40)
            case "resize", (int(width), int(height)):
                canvas.resize(width, height)
            case "theme", Theme() as theme:
                canvas.set_theme(theme)
            case "patch", int(number):
                change = self._layer.put(self._image(number))
                bounds = self._content.show(self._layer.shown, change)
                if bounds is None:
                    canvas.touch(Band.THERMAL)
                else:
                    canvas.touch_bounds(Band.THERMAL, bounds, REACH_PX)

    def _moved(self, rng: np.random.Generator) -> tuple[PointMark, ...]:
        """Some of the crowd elsewhere in view and a little around it."""
        most = min(self._crowd, 250)
        numbers = rng.choice(max(self._crowd, 1), most, replace=False).tolist()
        x_min, y_min, x_max, y_max = self.canvas.view.bounds
        x, y = rng.uniform(x_min - 90, x_max + 90, most), rng.uniform(y_min - 90, y_max + 90, most)
        return tuple(
            PointMark(("crowd", str(number)), px, py, Style.SENSOR, "", is_alert=number % 83 == 0)
            for number, px, py in zip(numbers, x.tolist(), y.tolist())
        )

    def _image(self, number: int) -> ThermalImage:
        moment = NOON + timedelta(minutes=len(self._layer.images))
        image = read_thermal_image(self._images[number], f"{number} of {moment}", moment)
        self._content.read_ahead(image, self.canvas.view)
        return image

    def come_to_rest(self) -> None:
        """Wait until everything is on the screen."""
        deadline = time.monotonic() + LONGEST_S
        QApplication.processEvents()
        while self.canvas.is_busy:
            QApplication.processEvents()
            assert time.monotonic() < deadline, "the map: expected it at rest"
        QApplication.processEvents()

    def picture(self) -> QImage:
        """What is on the screen, in device pixels."""
        screen = self.canvas.backingStore().paintDevice()
        assert isinstance(screen, QImage)
        return screen.copy()

    def redrawn(self) -> QImage:
        """The same after everything was painted again."""
        for band in Band:
            self.canvas.touch(band)
        self.canvas.update()
        self.canvas.viewport().update()
        self.come_to_rest()
        return self.picture()


def write_images(folder: Path) -> list[Path]:
    """A large image and three small ones within it."""
    x, y = transformer(3857, 32611).transform(X, Y)
    rng = np.random.default_rng(7)
    files = []
    for number, (side, at) in enumerate(
        ((60, (-300.0, 300.0)), (9, (-100.0, 80.0)), (9, (0.0, 0.0)), (7, (90.0, -50)))
    ):
        values = rng.uniform(0, 100, (side, side)).astype(np.float32)
        placed = from_origin(x + at[0], y + at[1], 11.0, 11.0)
        files.append(write_geotiff(folder / f"{number}.tif", values, transform=placed))
    return files


def compare(images: list[Path], theme: Theme) -> int:
    """Random changes on random maps; how many were compared."""
    compared = 0

    @settings(
        deadline=None, derandomize=True, max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.sampled_from(list(CROWDS)), steps)
    def check(level: Level, steps: list[tuple[str, object]]) -> None:
        nonlocal compared
        screen = Screen(images, level, theme)
        try:
            for name, what in steps:
                screen.do(name, what)
                QApplication.processEvents()
            screen.come_to_rest()
            assert screen.picture() == screen.redrawn()
            compared += 1
        finally:
            screen.canvas.close()

    check()
    return compared


def main() -> None:
    """All themes on this screen."""
    app = QApplication([])
    apply_theme(app)
    with TemporaryDirectory(prefix="rfers-bits-") as folder:
        images = write_images(Path(folder))
        for theme in THEMES:
            print(theme.name, app.devicePixelRatio(), compare(images, theme), flush=True)


if __name__ == "__main__":
    main()
