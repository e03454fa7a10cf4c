"""Every cell that was marked has a number of its own, and no other cell has one."""

from __future__ import annotations

import numpy as np
import pytest

from broker_local.matching.spatial.block_table import (
    NOTHING,
    block_table,
    cell_number,
    find_block,
    mark_cell,
    number_cells,
)


@pytest.mark.parametrize("count", [0, 1, 2, 1000])
def test_every_block_is_found_and_no_other(count: int) -> None:
    rng = np.random.default_rng(count)
    keys = np.unique(rng.integers(0, 2**62, count))
    table = block_table(keys)
    assert [find_block(int(key), table) for key in keys] == list(range(len(keys)))
    strangers = np.setdiff1d(np.concatenate([rng.integers(0, 2**62, 200), keys + 1]), keys)
    assert all(find_block(int(key), table) == NOTHING for key in strangers)


def test_neighbouring_keys_that_meet_in_one_slot_are_told_apart() -> None:
    table = block_table(np.arange(3000))
    assert all(find_block(key, table) == key for key in range(3000))
    assert find_block(3000, table) == NOTHING


def test_marked_cells_are_numbered_block_by_block_and_the_others_are_not() -> None:
    rng = np.random.default_rng(1)
    table = block_table(np.arange(40))
    is_marked = rng.random((40, 64)) < rng.random((40, 1))
    is_marked[0], is_marked[1] = True, False
    for block, bit in np.argwhere(is_marked):
        mark_cell(block, bit, table)
        mark_cell(block, bit, table)  # marking again changes nothing
    assert number_cells(table) == is_marked.sum()
    numbers = np.array([[cell_number(block, bit, table) for bit in range(64)] for block in range(40)])
    assert np.array_equal(numbers[is_marked], np.arange(is_marked.sum()))
    assert (numbers[~is_marked] == NOTHING).all()
