"""Tests of what changed on a band."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect

from rfers_desktop.ui.map.dirty_tiles import DirtyTiles
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.touches import Touches

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 1000, -500, 200, 100)


def handed_over(touches: Touches) -> list[QRect]:
    dirty = DirtyTiles(200, 100)
    touches.move_to(dirty, FRAME)
    return dirty.take()


def test_boxes_are_counted_from_the_corner_of_the_view_and_cut_at_its_edge() -> None:
    touches = Touches()
    touches.add((1010, -490, 1020, -480))
    touches.add((0, 0, 10**12, 10**12))
    touches.add((-(10**12), -495, 1005, -490))
    assert handed_over(touches) == [QRect(0, 5, 5, 5), QRect(10, 10, 10, 10)]
    assert not touches


def test_squares_larger_than_a_tile_are_boxes() -> None:
    touches = Touches()
    touches.add_squares(np.array([1000]), np.array([-500]), 50)
    assert handed_over(touches) == [QRect(0, 0, 50, 50)]


def test_everything_swallows_the_rest() -> None:
    touches = Touches()
    touches.add((1010, -490, 1020, -480))
    touches.add_all()
    touches.add((1010, -490, 1020, -480))
    assert handed_over(touches) == [QRect(0, 0, 200, 100)]
