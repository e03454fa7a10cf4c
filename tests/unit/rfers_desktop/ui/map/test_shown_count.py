"""Tests of the count of the marks in view."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.ui.map.detail_level import Level, Limits
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.pixel_grid import PixelGrid
from rfers_desktop.ui.map.shown_count import ShownCount

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, 0, 300, 200)


def a_grid(count: int, seed: int = 3) -> tuple[PixelGrid, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    px, py = rng.integers(-100, 400, count), rng.integers(-100, 300, count)
    return PixelGrid(FRAME, px, py), px, py


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.integers(1, 900), st.integers(1, 300), st.sampled_from([None, *Level]), st.integers(0, 40))
def test_the_level_is_that_of_the_exact_count(count: int, limit: int, present: Level | None, moved: int) -> None:
    grid, px, py = a_grid(count)
    limits = Limits(limit, 2 * limit, 3 * limit)
    rows = np.arange(min(moved, count))
    px[rows] += 90
    grid.move(rows)
    exact = grid.count_in(FRAME.box)
    assert ShownCount(grid, FRAME).level(limits, present) is limits.level(exact, present)
    assert exact == np.count_nonzero(FRAME.are_in_view(px, py))


def test_what_comes_and_goes_is_counted() -> None:
    grid, _, _ = a_grid(50)
    count = ShownCount(grid, FRAME)
    before = count.exact
    inside, outside = (np.array([5]), np.array([5])), (np.array([-5]), np.array([5]))
    count.change(None, inside)
    assert count.exact == before + 1
    count.change(inside, outside)
    count.change(outside, outside)
    assert count.exact == before


def test_a_count_that_was_never_asked_for_is_right_when_it_is() -> None:
    grid, px, py = a_grid(50)
    count = ShownCount(grid, FRAME)
    old = px[:1].copy(), py[:1].copy()
    px[0], py[0] = 10, 10
    grid.move(np.array([0]))
    count.change(old, (px[:1], py[:1]))
    assert count.exact == np.count_nonzero(FRAME.are_in_view(px, py))
