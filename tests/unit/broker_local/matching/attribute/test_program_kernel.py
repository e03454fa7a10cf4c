"""Running compiled filters over positions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from broker_local.matching.attribute.pair_order import ROW_BITS
from broker_local.matching.attribute.program_kernel import (
    BLOCK,
    TILE,
    count_entered,
    enter,
    is_accepted,
    run_pairs,
    used_columns,
)
from broker_local.matching.attribute.programs import ANY
from broker_local.matching.attribute.template import ACCEPT, REJECT

Ints = NDArray[np.int32]


def ints(*values: object) -> Ints:
    return np.array(values, np.int32)


@pytest.mark.parametrize(
    ("low", "high", "accepted"),
    [
        (1, 3, [1, 2, 3]),
        (2, 2, [2]),
        (0, ANY, [0, 1, 2, 3, 4]),
        (3, ANY, [3, 4]),
        (0, 1, [0, 1]),
        (3, 1, [0, 1, 3, 4]),  # inside out
        (4, 0, [0, 4]),
        (-1, -1, [-1]),
        (ANY, ANY, []),
    ],
)
def test_a_leaf_is_true_within_its_ends(low: int, high: int, accepted: list[int]) -> None:
    positions = ints([-1, 0, 1, 2, 3, 4])
    leaves = ints([0, low, high, ACCEPT, REJECT])
    found = [
        value for event, value in enumerate(positions[0].tolist()) if is_accepted(positions, None, event, 0, 0, leaves)
    ]
    assert found == accepted


# (column 0 is 1) or (column 0 is 2 and column 1 is 5); then: column 1 is 7
LEAVES = ints(
    [0, 1, 1, ACCEPT, 1],
    [0, 2, 2, 2, REJECT],
    [1, 5, 5, ACCEPT, REJECT],
    [1, 7, 7, ACCEPT, REJECT],
)
STARTS = ints(0, 3, 4)


def test_pairs_are_run_from_the_first_leaf_of_their_filter() -> None:
    positions = ints([1, 2, 2, 3], [7, 5, 7, 5])
    events, filters = np.repeat(np.arange(4), 2), np.tile(np.arange(2), 4)
    accepted = run_pairs(positions, None, events, filters, STARTS, LEAVES)
    assert accepted.reshape(4, 2).tolist() == [[True, True], [True, False], [False, True], [False, False]]


def test_only_the_columns_of_the_filters_asked_for_are_used() -> None:
    assert used_columns(np.array([1, 1]), STARTS, LEAVES, 3).tolist() == [False, True, False]
    assert used_columns(np.array([1, 0]), STARTS, LEAVES, 3).tolist() == [True, True, False]
    assert used_columns(np.array([], np.int64), STARTS, LEAVES, 3).tolist() == [False, False, False]


def highest(high: Ints, size: int) -> Ints:
    return np.maximum.reduceat(high, np.arange(0, len(high), size))


@pytest.mark.parametrize("sizes", [(5, 3), (BLOCK, BLOCK + 1), (TILE + 70, 2 * TILE - 70)])
@pytest.mark.parametrize("width", [0, 3, 10_000])
def test_every_living_filter_with_a_true_entry_is_found_and_its_candidates_are_counted(
    sizes: tuple[int, int], width: int
) -> None:
    """Filters of one leaf, in two groups of entries that begin and end within blocks and tiles."""
    rng = np.random.default_rng(width)
    count = sum(sizes)
    column = np.repeat(ints(0, 1), sizes)
    low = rng.integers(0, 200, count).astype(np.int32)
    high = (low + rng.integers(0, width + 1, count)).astype(np.int32)
    order = np.lexsort((low, column))
    low, high = low[order], high[order]
    zeros = np.zeros(count, np.int32)
    leaves = np.column_stack([column, low, high, zeros + ACCEPT, zeros + REJECT])
    rows = rng.permutation(count).astype(np.int64)
    is_alive = rng.random(count) < 0.8
    positions = rng.integers(-1, 205, (2, 9)).astype(np.int32)
    groups, starts = ints(0, 1), ints(0, sizes[0], count)
    found = enter(
        positions,
        None,
        groups,
        starts,
        low,
        high,
        np.arange(count, dtype=np.int32),
        zeros + ACCEPT,
        highest(high, BLOCK),
        highest(high, TILE),
        rows,
        is_alive,
        np.arange(count + 1, dtype=np.int32),
        leaves,
    )
    is_within = (positions[column] >= low[:, None]) & (positions[column] <= high[:, None])
    expected = [(event << ROW_BITS) | rows[at] for at, event in np.argwhere(is_within & is_alive[:, None]).tolist()]
    assert sorted(found.tolist()) == sorted(expected)
    sorted_high = np.concatenate([np.sort(high[: sizes[0]]), np.sort(high[sizes[0] :])])
    assert (
        count_entered(positions, None, groups, starts, low, sorted_high, 2).tolist() == is_within.sum(axis=0).tolist()
    )
    first_column = is_within[: sizes[0]].sum(axis=0) + sizes[1]  # a pattern's entries are all taken to fit
    assert count_entered(positions, None, groups, starts, low, sorted_high, 1).tolist() == first_column.tolist()


def test_a_true_entry_is_followed_to_the_verdict() -> None:
    positions = ints([1, 2, 2], [0, 5, 6])
    low = ints(1, 2)
    found = enter(
        positions, None, ints(0), ints(0, 2), low, low, ints(0, 0), ints(ACCEPT, 2), ints(2), ints(2),
        np.array([9]), np.ones(1, np.bool_), STARTS, LEAVES,
    )  # fmt: skip
    assert sorted(found.tolist()) == [9, (1 << ROW_BITS) | 9]
