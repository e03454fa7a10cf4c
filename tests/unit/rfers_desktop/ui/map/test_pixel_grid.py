"""Tests of the grid of points by their pixels, against a scan of all."""

from __future__ import annotations

import numpy as np
import pytest

from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.pixel_grid import NOWHERE, PixelGrid

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, 0, 400, 300)
BOXES = ((10, 10, 60, 40), (0, 0, 400, 300), (-300, -200, -100, 0), (399, 299, 420, 320))


def scanned(px: np.ndarray, py: np.ndarray, box: tuple[int, int, int, int]) -> list[int]:
    is_in = (px >= box[0]) & (px < box[2]) & (py >= box[1]) & (py < box[3])
    return np.flatnonzero(is_in).tolist()


def test_rows_are_found_where_they_are_also_after_many_moves() -> None:
    rng = np.random.default_rng(3)
    px, py = rng.integers(-500, 900, 3000), rng.integers(-400, 700, 3000)
    grid = PixelGrid(FRAME, px, py)
    for _ in range(30):
        moved = rng.integers(0, 3000, 400)
        px[moved], py[moved] = rng.integers(-500, 900, 400), rng.integers(-400, 700, 400)
        px[moved[:20]] = py[moved[:20]] = NOWHERE
        grid.move(np.unique(moved))
        for box in (*BOXES, (3, 70, 390, 90), (70, 3, 90, 280), (65, 66, 69, 70)):
            assert grid.count_in(box) == PixelGrid(FRAME, px, py).count_in(box) == len(scanned(px, py, box))
            assert grid.rows_in(box).tolist() == scanned(px, py, box)
            assert set(scanned(px, py, box)) <= set(grid.rows_near([box]).tolist())
        assert grid.rows_around().tolist() == scanned(px, py, grid.window)


def test_columns_can_grow() -> None:
    px, py = np.array([5]), np.array([5])
    grid = PixelGrid(FRAME, px, py)
    px, py = np.append(px, 7), np.append(py, 7)
    grid.use(px, py)
    grid.move(np.array([1]))
    assert grid.rows_in((0, 0, 10, 10)).tolist() == [0, 1]


def test_a_grid_covers_a_view_to_each_side_of_its_own() -> None:
    grid = PixelGrid(FRAME, np.array([0]), np.array([0]))
    near = PixelFrame(1.0, 1.0, 300, 0, 400, 300)
    assert grid.is_around(near, 50)
    assert not grid.is_around(near, 150)
