"""Outlines of masks: they cover every valid cell with few corners."""

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from broker_local.service.valid_area import MAX_CORNERS, Mask, coarsened, outline

_MASKS = arrays.arrays(np.bool_, st.tuples(st.integers(1, 40), st.integers(1, 40)))


def cells(mask: Mask) -> shapely.MultiPolygon:
    rows, columns = np.nonzero(mask)
    return shapely.union_all(shapely.box(columns, rows, columns + 1, rows + 1))


@given(_MASKS)
@settings(deadline=None, derandomize=True, max_examples=150)
def test_an_outline_covers_every_valid_cell_and_stays_in_the_frame(mask: Mask) -> None:
    drawn = outline(mask)
    if not mask.any():
        assert drawn is None
        return
    assert drawn is not None
    assert drawn.is_valid
    assert drawn.covers(cells(mask))
    assert shapely.box(0, 0, mask.shape[1], mask.shape[0]).covers(drawn)
    assert shapely.get_num_coordinates(drawn) <= MAX_CORNERS


def test_a_full_frame_is_a_rectangle() -> None:
    assert outline(np.ones((30, 50), dtype=np.bool_)).normalize() == shapely.box(0, 0, 50, 30).normalize()


def test_two_islands_stay_two() -> None:
    mask = np.zeros((60, 60), dtype=np.bool_)
    mask[5:20, 5:20] = mask[40:55, 30:55] = True
    assert outline(mask).equals(cells(mask))


def test_a_turned_rectangle_is_drawn_closely() -> None:
    rows, columns = np.mgrid[0:500, 0:500] - 250
    along, across = columns * 0.94 + rows * 0.342, rows * 0.94 - columns * 0.342
    mask = (np.abs(along) < 150) & (np.abs(across) < 120)
    assert outline(mask).area < 1.06 * mask.sum()


def test_noise_is_drawn_too() -> None:
    mask = np.random.default_rng(1).random((500, 500)) < 0.01
    assert outline(mask).covers(cells(mask))


@given(_MASKS, st.integers(1, 7))
@settings(deadline=None, derandomize=True)
def test_a_coarser_cell_is_valid_where_any_of_its_pixels_is(mask: Mask, factor: int) -> None:
    coarse = coarsened(mask, factor)
    for row, column in np.ndindex(coarse.shape):
        part = mask[row * factor : (row + 1) * factor, column * factor : (column + 1) * factor]
        assert coarse[row, column] == part.any()
