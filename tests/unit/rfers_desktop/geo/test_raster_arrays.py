"""Tests of what is done to arrays of pixels."""

from __future__ import annotations

import numpy as np

from rfers_desktop.geo.raster_arrays import as_bytes, highest_by_label, highest_of_squares, palette_table


def test_the_highest_of_each_square_survives_and_nothing_else_does() -> None:
    values = np.array([[1, 2, np.nan], [3, np.nan, np.nan], [9, 8, 7]], dtype=np.float32)
    smaller = highest_of_squares(values, 2)
    assert smaller[0, 0] == 3
    assert np.isnan(smaller[0, 1])
    assert smaller[1].tolist() == [9, 7]
    assert highest_of_squares(values, 1) is values


def test_each_label_has_the_highest_value_under_it() -> None:
    values = np.array([[1, 5, 9], [2, 3, np.nan]], dtype=np.float32)
    labels = np.array([[1, 1, 2], [1, 2, 0]], dtype=np.int32)
    assert highest_by_label(values, labels, 2).tolist() == [5, 9]


def test_a_palette_has_256_colours_and_those_unnamed_are_transparent() -> None:
    table = palette_table({3: (1, 2, 3, 255), 999: (9, 9, 9, 9)})
    assert table.shape == (256, 4)
    assert table[3].tolist() == [1, 2, 3, 255]
    assert table.sum() == 261


def test_shades_of_16_bits_become_shades_of_8() -> None:
    assert as_bytes(np.array([0, 0xFF00, 0x80FF], np.uint16)).tolist() == [0, 255, 128]
    assert as_bytes(np.array([7], np.uint8)).tolist() == [7]
