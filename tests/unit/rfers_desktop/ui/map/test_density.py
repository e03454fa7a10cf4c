"""Tests of the raster of how many points lie where."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect

from rfers_desktop.ui.map.density import Density, shade, shade_colours
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.touches import Touches
from rfers_desktop.ui.themes import DAY

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, 0, 40, 40)
WINDOW = (-40, -40, 80, 80)


def painted(density: Density) -> np.ndarray:
    pixels = np.zeros((40, 40), np.uint32)
    density.paint(pixels, FRAME, [QRect(0, 0, 40, 40)], DAY)
    return pixels


def test_a_shade_is_darker_each_time_the_count_doubles() -> None:
    assert shade(np.array([0, 1, 2, 3, 4, 8, 10**6], np.int32)).tolist() == [0, 1, 2, 2, 3, 4, 12]
    assert (np.diff(shade_colours(DAY).astype(np.int64) >> 24) > 0).all()


def test_points_that_move_take_their_count_along_and_touch_only_cells_that_look_otherwise() -> None:
    px, py = np.array([1, 2, 21]), np.array([1, 2, 21])
    density, touches = Density(WINDOW, 1.0, px, py), Touches()
    moved_x, moved_y = np.array([1, 21, 21]), np.array([1, 21, 21])
    density.move(px[1:2], py[1:2], moved_x[1:2], moved_y[1:2], touches)
    assert (painted(density) == painted(Density(WINDOW, 1.0, moved_x, moved_y))).all()
    assert touches
    quiet = Touches()
    density.move(np.array([1]), np.array([1]), np.array([2]), np.array([3]), quiet)
    assert not quiet


def test_a_cell_is_where_its_points_are() -> None:
    pixels = painted(Density(WINDOW, 1.0, np.array([21]), np.array([9])))
    assert pixels[9, 21] != 0
    assert np.count_nonzero(pixels) == 16
