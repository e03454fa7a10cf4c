"""Tests of a picture that is shifted without moving its pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.scroll_picture import ROOM_ROWS, ScrollPicture

pytestmark = pytest.mark.display

WIDTH, HEIGHT = 7, 5
far = st.integers(-3 * ROOM_ROWS, 3 * ROOM_ROWS)
shifts = st.lists(st.tuples(st.one_of(st.integers(-8, 8), far), st.one_of(st.integers(-6, 6), far)), max_size=12)


def test_a_new_picture_is_empty_and_can_be_written_to(qapp: QApplication) -> None:
    picture = ScrollPicture(WIDTH, HEIGHT)
    assert not pixels_of(picture.image).any()
    pixels_of(picture.image)[2, 3] = 9
    assert pixels_of(picture.image)[2, 3] == 9


@settings(deadline=None, derandomize=True)
@given(shifts)
def test_what_stays_in_view_is_as_it_was_after_any_shifts(steps: list[tuple[int, int]]) -> None:
    picture = ScrollPicture(WIDTH, HEIGHT)
    for number, (across, down) in enumerate(steps):
        before = pixels_of(picture.image)
        before[:] = np.arange(WIDTH * HEIGHT).reshape(HEIGHT, WIDTH) + 100 * number
        was = before.copy()
        picture.shift(across, down)
        now = pixels_of(picture.image)
        assert now.shape == was.shape
        rows, columns = np.mgrid[:HEIGHT, :WIDTH]
        is_kept = (rows + down >= 0) & (rows + down < HEIGHT) & (columns + across >= 0) & (columns + across < WIDTH)
        assert (now[is_kept] == was[(rows + down)[is_kept], (columns + across)[is_kept]]).all()


def test_a_picture_outlives_who_shifted_it(qapp: QApplication) -> None:
    picture = ScrollPicture(WIDTH, HEIGHT)
    pixels_of(picture.image)[:] = 3
    image = picture.image
    del picture
    assert (pixels_of(image) == 3).all()
