"""What is done to arrays of pixels once they are read: made smaller, labelled, turned into colours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32]  # rows × columns
Colours = NDArray[np.uint8]  # rows × columns × red, green, blue, alpha


def highest_of_squares(values: Values, factor: int) -> Values:
    """The highest number of each square of factor × factor pixels; not a number where none of them is."""
    if factor == 1:
        return values
    rows, columns = values.shape
    padded = np.pad(values, ((0, -rows % factor), (0, -columns % factor)), constant_values=np.nan)
    squares = padded.reshape(-1, factor, padded.shape[1] // factor, factor)
    highest: Values = np.fmax.reduce(np.fmax.reduce(squares, axis=3), axis=1)
    return highest


def highest_by_label(values: Values, labels: NDArray[np.int32], count: int) -> Values:
    """The highest value under each of the labels 1 to `count`; label 0 is nobody's."""
    peaks = np.full(count + 1, -np.inf, dtype=np.float32)
    is_labelled = labels > 0
    np.maximum.at(peaks, labels[is_labelled], values[is_labelled])
    return peaks[1:]


def palette_table(colours: Mapping[int, tuple[int, int, int, int]]) -> Colours:
    """A palette as a table of 256 colours; those it does not name are transparent."""
    table = np.zeros((256, 4), dtype=np.uint8)
    for index, colour in colours.items():
        if 0 <= index < 256:
            table[index] = colour
    return table


def as_bytes(bands: NDArray[np.uint16] | Colours) -> Colours:
    """Shades of 16 bits as shades of 8."""
    return (bands >> 8).astype(np.uint8) if bands.dtype == np.uint16 else bands.astype(np.uint8, copy=False)
