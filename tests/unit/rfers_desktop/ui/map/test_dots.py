"""Tests of dots."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect

from rfers_desktop.layers.point_table import STYLES
from rfers_desktop.ui.map.dots import DotBoard, are_near, disc, dot_colours
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.themes import DAY

pytestmark = pytest.mark.display

COLOURS = np.array([[1, 2], [3, 4]], np.uint32)


def test_a_disc_is_round_and_its_edge_is_around_it() -> None:
    across, down, is_edge = disc(3.0)
    assert (across**2 + down**2).max() <= 3.25**2
    assert not is_edge[(across == 0) & (down == 0)].any()
    assert is_edge[(across == 3) & (down == 0)].all()


def test_the_last_dot_lies_above() -> None:
    pixels = np.zeros((20, 20), np.uint32)
    DotBoard().paint(pixels, [QRect(0, 0, 20, 20)], np.array([8, 9]), np.array([8, 8]), COLOURS, 2.0)
    assert pixels[8, 9] == 3
    assert (pixels == 2).any()  # the edge of the first


def test_nothing_is_written_outside_the_boxes_or_the_picture() -> None:
    pixels, board = np.zeros((20, 20), np.uint32), DotBoard()
    board.paint(pixels, [QRect(0, 0, 3, 20)], np.array([2, 19, -900]), np.array([0, 19, 5]), COLOURS[[0, 1, 1]], 2.0)
    assert (pixels[:, :3] != 0).any()
    assert not pixels[:, 3:].any()


def test_what_was_in_a_box_stays_around_the_dots() -> None:
    pixels, board = np.full((20, 20), 7, np.uint32), DotBoard()
    board.paint(pixels, [QRect(4, 4, 9, 9)], np.array([8]), np.array([8]), COLOURS[:1], 2.0)
    assert pixels[8, 8] == 1
    assert pixels[4, 4] == 7


def test_boxes_together_are_the_whole_picture() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.integers(-5, 65, (2, 200))
    colours = rng.integers(1, 2**32, (200, 2), np.uint32)
    whole, parts = np.zeros((60, 60), np.uint32), np.zeros((60, 60), np.uint32)
    board = DotBoard()
    board.paint(whole, [QRect(0, 0, 60, 60)], x, y, colours, 3.0)
    for box in [QRect(left, top, 20, 15) for left in range(0, 60, 20) for top in range(0, 60, 15)]:
        board.paint(parts, [box], x, y, colours, 3.0)
    assert (whole == parts).all()


def test_every_style_and_step_has_a_colour_that_is_opaque() -> None:
    table = dot_colours(DAY)
    assert table.shape == (len(STYLES), 4, 2)
    assert (table >> 24 == 255).all()
    assert len({int(table[0, step, 0]) for step in range(4)}) == 4


@pytest.mark.parametrize("radius", [2.0, 3.0, 4.0, 5.0, 6.0])
def test_the_pixels_of_a_mask_are_painted_as_if_all_were(radius: float) -> None:
    rng = np.random.default_rng(8)
    x, y = rng.integers(-9, 110, (2, 900))
    colours = rng.integers(1, 2**32, (900, 2), np.uint32)
    mask = rng.random((87, 101)) < 0.002
    mask[[0, 86, 40], [0, 100, 100]] = True
    whole, board = np.zeros((87, 101), np.uint32), DotBoard()
    DotBoard().paint(whole, [QRect(0, 0, 101, 87)], x, y, colours, radius)
    part = pixels_of(board.picture(87, 101, radius))
    near = are_near(mask, int(radius), x, y)
    board.stamp(x[near], y[near], colours[near], radius)
    assert (whole[mask] == part[mask]).all()
    assert 0 < near.sum() < 900


def test_a_picture_of_the_board_is_what_dots_are_stamped_on() -> None:
    board = DotBoard()
    picture = board.picture(20, 30, 2.0)
    board.stamp(np.array([0, 29]), np.array([0, 19]), COLOURS, 2.0)
    assert pixels_of(picture)[0, 0] == 1
    assert pixels_of(picture)[19, 29] == 3


def test_no_point_is_near_that_does_not_touch_the_picture() -> None:
    everywhere = np.ones((20, 30), np.bool_)
    x, y = np.array([-2, -3, 31, 32, 5, -(2**62)]), np.array([0, 0, 21, 5, 22, -(2**62)])
    assert are_near(everywhere, 2, x, y).tolist() == [True, False, True, False, False, False]
