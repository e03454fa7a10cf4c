"""Tests of showing users' own images."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.geo.rasters import open_raster
from rfers_desktop.ui.map.raster_content import RasterContent
from rfers_desktop.ui.map.sheet import blank, paint_box
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.raster_files import write_geotiff

pytestmark = pytest.mark.display


def shown(content: RasterContent) -> QImage:
    x_min, y_min, x_max, y_max = content.raster.bounds_in(WEB_MERCATOR)
    view = View((x_min + x_max) / 2, (y_min + y_max) / 2, (x_max - x_min) / 100, 120, 120)
    picture = blank(120, 120)
    paint_box(picture, QPoint(0, 0), content.painting(), view, picture.rect(), DAY)
    return picture


def test_a_picture_is_shown_in_its_colours_and_nothing_around_it(tmp_path: Path) -> None:
    bands = np.zeros((3, 20, 20), np.uint8)
    bands[1] = 200
    content = RasterContent(open_raster(write_geotiff(tmp_path / "a.tif", bands, photometric="RGB")))
    picture = shown(content)
    assert picture.pixelColor(60, 60).name() == "#00c800"
    assert picture.pixelColor(2, 60).alpha() == 0
    content.opacity = 0.5
    assert shown(content).pixelColor(60, 60).alpha() == pytest.approx(128, abs=1)
    content.opacity = 0.0
    assert shown(content).pixelColor(60, 60).alpha() == 0


def test_measured_values_are_shown_in_grey(tmp_path: Path) -> None:
    values = np.tile(np.linspace(0, 100, 20, dtype=np.float32), (20, 1))
    picture = shown(RasterContent(open_raster(write_geotiff(tmp_path / "a.tif", values))))
    west, east = picture.pixelColor(20, 60), picture.pixelColor(100, 60)
    assert west.red() == west.green() == west.blue()
    assert east.red() > west.red() + 100


def test_a_file_that_went_away_is_told_of(tmp_path: Path) -> None:
    content = RasterContent(open_raster(write_geotiff(tmp_path / "a.tif", np.ones((9, 9), np.float32))))
    (tmp_path / "a.tif").unlink()
    assert shown(content).pixelColor(60, 60).alpha() == 0
    (problem,) = content.problems.take()
    assert problem.startswith("a.tif: expected an image that can be read")
