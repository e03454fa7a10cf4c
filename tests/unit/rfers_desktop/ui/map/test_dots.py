"""Tests of dots."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect

from rfers_desktop.layers.point_table import STYLES
from rfers_desktop.ui.map.dots import BoxMask, disc, dot_colours, stamp
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
    stamp(pixels, None, np.array([8, 9]), np.array([8, 8]), COLOURS, 2.0)
    assert pixels[8, 9] == 3
    assert (pixels == 2).any()  # the edge of the first


def test_nothing_is_written_outside_the_boxes_or_the_picture() -> None:
    pixels, mask = np.zeros((20, 20), np.uint32), BoxMask()
    with mask.of(20, 20, [QRect(0, 0, 3, 20)]) as seen:
        stamp(pixels, seen, np.array([2, 19]), np.array([0, 19]), COLOURS, 2.0)
    assert (pixels[:, :3] != 0).any()
    assert not pixels[:, 3:].any()
    with mask.of(20, 20, [QRect(5, 5, 1, 1)]) as seen:
        assert seen.sum() == 1


def test_every_style_and_step_has_a_colour_that_is_opaque() -> None:
    table = dot_colours(DAY)
    assert table.shape == (len(STYLES), 4, 2)
    assert (table >> 24 == 255).all()
    assert len({int(table[0, step, 0]) for step in range(4)}) == 4
