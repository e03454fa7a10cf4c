"""Degrees in fewer bytes: 256, ten or sixteen values in place of a float (Liu & Jacobsen 2003, section 4.3)."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Degrees = NDArray[np.float64]
Bytes = NDArray[np.uint8]


class Encoding(StrEnum):
    """How a degree is kept. 0 and 1 are always kept as they are: impossible and certain are no matter of rounding."""

    FLOAT = "float"  # four bytes
    EIGHT_BITS = "8-bit"
    TEN_VALUES = "10-value"  # 0, 1 and eight equal parts between, in a byte
    FOUR_BITS = "4-bit"  # two in a byte

    @property
    def bits(self) -> int:
        """Of one degree."""
        return {Encoding.FLOAT: 32, Encoding.FOUR_BITS: 4}.get(self, 8)


# Where parts of what is between 0 and 1 begin, each without the next one's beginning.
_EVEN = {Encoding.EIGHT_BITS: np.arange(1, 254) / 254, Encoding.TEN_VALUES: np.arange(1, 8) / 8}
# Four bits are few, so they tell apart what people ask for: at tenths and quarters, and near both ends, they are exact.
_FOUR_BITS = np.array([0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95])
_CUTS = {**_EVEN, Encoding.FOUR_BITS: _FOUR_BITS}


def encode(degrees: Degrees, encoding: Encoding) -> NDArray[np.float32] | Bytes:
    """Degrees as they are kept."""
    if encoding is Encoding.FLOAT:
        return degrees.astype(np.float32)
    cuts = _CUTS[encoding]
    between = np.searchsorted(cuts, degrees, side="right") + 1
    codes = np.where(degrees <= 0.0, 0, np.where(degrees >= 1.0, len(cuts) + 2, between)).astype(np.uint8)
    return pack_halves(codes) if encoding is Encoding.FOUR_BITS else codes


def decode(kept: NDArray[np.float32] | Bytes, encoding: Encoding, count: int) -> Degrees:
    """The degrees again, each the greatest of its part: who asks for at least so much is told, rather than missed."""
    if encoding is Encoding.FLOAT:
        return kept.astype(np.float64)
    codes = unpack_halves(kept.astype(np.uint8), count) if encoding is Encoding.FOUR_BITS else kept
    greatest = np.nextafter(np.append(_CUTS[encoding], 1.0), 0.0)
    return np.concatenate([[0.0], greatest, [1.0]])[codes]


def pack_halves(codes: Bytes) -> Bytes:
    """Two codes in a byte, the first in the lower half."""
    even = np.append(codes, np.uint8(0)) if len(codes) % 2 else codes
    return np.asarray(even[0::2] | (even[1::2] << 4), np.uint8)


def unpack_halves(packed: Bytes, count: int) -> Bytes:
    """The codes of packed bytes."""
    return np.stack([packed & 15, packed >> 4], axis=1).reshape(-1)[:count]
