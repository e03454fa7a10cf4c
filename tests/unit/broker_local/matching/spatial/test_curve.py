"""Both orders are permutations that keep neighbours together."""

from __future__ import annotations

import numpy as np
import pytest

from broker_local.matching.spatial.curve import hilbert_distance, hilbert_order, tile_order


def test_one_step_along_the_hilbert_curve_is_one_step_on_the_map() -> None:
    side = 32
    distances = {hilbert_distance(x, y): (x, y) for x in range(side) for y in range(side)}
    assert sorted(distances) == list(range(side * side))  # a corner of the curve is a curve itself
    for distance in range(side * side - 1):
        (x0, y0), (x1, y1) = distances[distance], distances[distance + 1]
        assert abs(x0 - x1) + abs(y0 - y1) == 1


def test_far_corners_of_the_curve_stay_apart() -> None:
    last = 2**16 - 1
    corners = {hilbert_distance(x, y) for x in (0, last) for y in (0, last)}
    assert len(corners) == 4
    assert max(corners) == 2**32 - 1


@pytest.mark.parametrize("count", [0, 1, 2, 17, 1000])
@pytest.mark.parametrize("spread", [0.0, 1e-320, 1.0, 1e308])
def test_orders_are_permutations(count: int, spread: float) -> None:
    rng = np.random.default_rng(count)
    x, y = rng.random(count) * spread, rng.random(count) * spread
    assert sorted(hilbert_order(x, y)) == list(range(count))
    assert sorted(tile_order(x, y, 16)) == list(range(count))


def test_ties_keep_their_order() -> None:
    assert hilbert_order(np.ones(50), np.ones(50)).tolist() == list(range(50))
    assert tile_order(np.ones(50), np.ones(50), 4).tolist() == list(range(50))


@pytest.mark.parametrize("order", [hilbert_order, lambda x, y: tile_order(x, y, 16)])
def test_neighbours_in_order_are_neighbours_on_the_map(order) -> None:  # type: ignore[no-untyped-def]
    x, y = np.random.default_rng(1).random((2, 4096))
    along = order(x, y)
    steps = np.hypot(np.diff(x[along]), np.diff(y[along]))
    assert steps.mean() < 0.05  # in random order half the square


def test_tiles_are_upright_slices_cut_across() -> None:
    x, y = (side.ravel().astype(float) for side in np.meshgrid(np.arange(4), np.arange(4)))
    tiles = tile_order(x, y, 4).reshape(4, 4)
    corners = [(x[tile].min(), y[tile].min(), np.ptp(x[tile]), np.ptp(y[tile])) for tile in tiles]
    assert corners == [(0, 0, 1, 1), (0, 2, 1, 1), (2, 0, 1, 1), (2, 2, 1, 1)]
