"""Blocks of 64 cells by number: a hash table, and for each block one bit a cell that says whether anything is there.

Cells with something in them are numbered block by block, so an empty cell costs a bit and no more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined, kernel

Words = NDArray[np.uint64]
NOTHING = -1

# Counting bits and hashing want unsigned words throughout: numba turns a mixture with signed ones into floats.
_ONE = np.uint64(1)
_EVERY_2ND = np.uint64(0x5555555555555555)
_EVERY_2_OF_4 = np.uint64(0x3333333333333333)
_EVERY_4_OF_8 = np.uint64(0x0F0F0F0F0F0F0F0F)
_EVERY_8TH = np.uint64(0x0101010101010101)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing (Knuth, volume 3, section 6.4)


class BlockTable(NamedTuple):
    """Where the cells of a block are, if it has any."""

    slot_keys: NDArray[np.int64]  # the hash table, open addressing: a block's number or NOTHING
    slot_blocks: NDArray[np.int32]  # and its place in the arrays below
    shift: int  # how far a hash is shifted down to a slot
    used_cells: Words  # by block: a bit for each cell that has something in it
    first_cell: NDArray[np.int32]  # by block: the number of its first such cell


def block_table(keys: NDArray[np.int64]) -> BlockTable:
    """A table of the given, distinct blocks, all cells empty."""
    bits = max(1, (2 * len(keys)).bit_length())
    slot_keys = np.full(1 << bits, NOTHING, np.int64)
    slot_blocks = np.zeros(1 << bits, np.int32)
    _insert(keys, slot_keys, slot_blocks, 64 - bits)
    return BlockTable(
        slot_keys, slot_blocks, 64 - bits, np.zeros(len(keys), np.uint64), np.zeros(len(keys) + 1, np.int32)
    )


def number_cells(table: BlockTable) -> int:
    """Give every used cell its number, once all are marked; the number of used cells."""
    counts = np.bitwise_count(table.used_cells)
    np.cumsum(counts, out=table.first_cell[1:])
    return int(table.first_cell[-1])


@inlined
def _slot_of(key: int, shift: int) -> int:
    return int(np.int64((np.uint64(key) * _GOLDEN) >> np.uint64(shift)))


@kernel
def _insert(keys: NDArray[np.int64], slot_keys: NDArray[np.int64], slot_blocks: NDArray[np.int32], shift: int) -> None:
    last = len(slot_keys) - 1
    for block in range(len(keys)):
        slot = _slot_of(keys[block], shift)
        while slot_keys[slot] != NOTHING:
            slot = (slot + 1) & last
        slot_keys[slot] = keys[block]
        slot_blocks[slot] = block


@kernel
def find_block(key: int, table: BlockTable) -> int:
    """The place of a block, or NOTHING."""
    last = len(table.slot_keys) - 1
    slot = _slot_of(key, table.shift)
    while table.slot_keys[slot] != key:
        if table.slot_keys[slot] == NOTHING:
            return NOTHING
        slot = (slot + 1) & last
    return int(table.slot_blocks[slot])


@kernel
def mark_cell(block: int, bit: int, table: BlockTable) -> None:
    """Say that there is something in a cell."""
    table.used_cells[block] |= _ONE << np.uint64(bit)


@kernel
def cell_number(block: int, bit: int, table: BlockTable) -> int:
    """The number of a used cell, or NOTHING for an empty one."""
    word = table.used_cells[block]
    if (word >> np.uint64(bit)) & _ONE == np.uint64(0):
        return NOTHING
    below = word & ((_ONE << np.uint64(bit)) - _ONE)
    return int(table.first_cell[block]) + _ones(below)


@inlined
def _ones(word: np.uint64) -> int:
    """How many bits of a word are set."""
    pairs = word - ((word >> np.uint64(1)) & _EVERY_2ND)
    fours = (pairs & _EVERY_2_OF_4) + ((pairs >> np.uint64(2)) & _EVERY_2_OF_4)
    eights = (fours + (fours >> np.uint64(4))) & _EVERY_4_OF_8
    return int(np.int64((eights * _EVERY_8TH) >> np.uint64(56)))
