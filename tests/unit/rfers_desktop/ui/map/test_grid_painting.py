"""Tests of putting arrays of pixels onto a sheet."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from rfers_desktop.geo.pixel_grid import PixelBox
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.ui.map.grid_painting import exposed_pixels, grid_of, part_of, put_colours
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.view import View
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

FRAME = PixelFrame.of(View(1000.0, -1000.0, 10.0, 40, 20, 2.0))


def test_the_grid_is_that_of_device_pixels() -> None:
    assert grid_of(FRAME, WEB_MERCATOR).step == pytest.approx(5.0)


def test_exposed_pixels_are_counted_from_the_origin_of_the_map_and_end_with_the_view() -> None:
    assert exposed_pixels(FRAME, QRectF(0, 0, 5, 5)) == PixelBox(160, 180, 170, 190)
    assert exposed_pixels(FRAME, QRectF(-9, -9, 999, 999)) == PixelBox(160, 180, 240, 220)


def test_colours_are_put_at_their_pixels_and_nowhere_else() -> None:
    colours = np.zeros((2, 3, 4), np.uint8)
    colours[...] = (255, 0, 0, 255)
    picture = painted(lambda painter: put_colours(painter, FRAME, PixelBox(170, 185, 173, 187), colours))
    assert count_of(picture, "#ff0000") == 6
    assert touched_box(picture) == QRectF(10, 5, 3, 2)


def test_a_part_is_found_by_its_pixels() -> None:
    values = np.arange(12).reshape(3, 4)
    part = values[part_of(PixelBox(11, 21, 13, 23), PixelBox(10, 20, 14, 23))]
    assert part.tolist() == [[5, 6], [9, 10]]
