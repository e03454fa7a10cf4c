"""Tests of what must be painted again."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect

from rfers_desktop.ui.map.dirty_tiles import TILE_PX, DirtyTiles

pytestmark = pytest.mark.display


def covered(boxes: list[QRect]) -> int:
    return sum(box.width() * box.height() for box in boxes)


def test_a_few_boxes_are_painted_as_they_are() -> None:
    dirty = DirtyTiles(200, 100)
    dirty.add(QRect(10, 10, 11, 11))
    dirty.add(QRect(190, 90, 30, 30))
    assert covered(dirty.take()) == 121 + 100
    assert not dirty
    assert dirty.take() == []


def test_boxes_that_overlap_are_painted_once() -> None:
    dirty = DirtyTiles(200, 100)
    dirty.add(QRect(10, 10, 20, 20))
    dirty.add(QRect(20, 20, 20, 20))
    assert covered(dirty.take()) == 400 + 400 - 100


def test_what_is_not_on_the_sheet_is_not_dirty() -> None:
    dirty = DirtyTiles(200, 100)
    dirty.add(QRect(300, 10, 20, 20))
    assert not dirty


def test_many_boxes_become_tiles_that_cover_them_and_do_not_overlap() -> None:
    rng = np.random.default_rng(1)
    dirty, wanted = DirtyTiles(500, 300), np.zeros((300, 500), np.bool_)
    for x, y in rng.integers((0, 0), (490, 290), (300, 2)).tolist():
        dirty.add(QRect(x, y, 9, 9))
        wanted[y : y + 9, x : x + 9] = True
    seen = np.zeros((300, 500), np.int64)
    for box in dirty.take():
        seen[box.top() : box.bottom() + 1, box.left() : box.right() + 1] += 1
    assert seen[wanted].min() == 1
    assert seen.max() == 1


@pytest.mark.parametrize("count", [5, 400])
def test_squares_are_covered_however_many(count: int) -> None:
    rng = np.random.default_rng(2)
    left, top = rng.integers(-10, 500, count), rng.integers(-10, 300, count)
    dirty = DirtyTiles(480, 280)
    dirty.add_squares(left, top, 11)
    seen = np.zeros((280, 480), np.bool_)
    for box in dirty.take():
        seen[box.top() : box.bottom() + 1, box.left() : box.right() + 1] = True
    for x, y in zip(left.tolist(), top.tolist(), strict=True):
        assert seen[max(y, 0) : max(y + 11, 0), max(x, 0) : max(x + 11, 0)].all()


def test_everything_is_one_box() -> None:
    dirty = DirtyTiles(200, 100)
    dirty.add(QRect(1, 1, 2, 2))
    dirty.add_all()
    assert dirty.take() == [QRect(0, 0, 200, 100)]
    assert TILE_PX == 32


@pytest.mark.parametrize("count", [200, 3000])
def test_of_many_squares_the_very_pixels_are_known(count: int) -> None:
    rng = np.random.default_rng(3)
    left, top = rng.integers(-20, 500, count), rng.integers(-20, 300, count)
    dirty, wanted = DirtyTiles(481, 279), np.zeros((279, 481), np.bool_)
    dirty.add(QRect(470, 270, 90, 90))
    dirty.add_squares(left, top, 11)
    dirty.add(QRect(3, 5, 60, 40))
    for x, y, across, down in [(470, 270, 90, 90), (3, 5, 60, 40), *((x, y, 11, 11) for x, y in zip(left, top))]:
        wanted[max(y, 0) : max(y + down, 0), max(x, 0) : max(x + across, 0)] = True
    boxes, mask = dirty.take_exactly()
    assert mask is not None
    assert (mask == wanted).all()
    assert not dirty
    for box in boxes:
        mask[box.top() : box.bottom() + 1, box.left() : box.right() + 1] = False
    assert not mask.any()


def test_of_a_few_boxes_and_of_everything_all_pixels_are_meant() -> None:
    dirty = DirtyTiles(200, 100)
    dirty.add(QRect(1, 1, 2, 2))
    assert dirty.take_exactly() == ([QRect(1, 1, 2, 2)], None)
    dirty.add_squares(np.arange(100), np.arange(100), 5)
    dirty.add_all()
    assert dirty.take_exactly() == ([QRect(0, 0, 200, 100)], None)
