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
    codes = np.where(degrees <= 0.0, 0, np.where(degrees >= 1.0, len(cuts) + 2, _part(cuts, degrees) + 1))
    codes = codes.astype(np.uint8)
    return pack_halves(codes) if encoding is Encoding.FOUR_BITS else codes


def decode(kept: NDArray[np.float32] | Bytes, encoding: Encoding, count: int) -> Degrees:
    """The degrees again, each the greatest of its part: who asks for at least so much is told, rather than missed."""
    if encoding is Encoding.FLOAT:
        return kept.astype(np.float64)
    codes = unpack_halves(kept.astype(np.uint8), count) if encoding is Encoding.FOUR_BITS else kept
    return np.concatenate([[0.0], _greatest(_CUTS[encoding]), [1.0]])[codes]


# A byte for possibility and necessity together, four bits each: it tells apart only what there is. Mostly one of three
# says all: nothing is certain, all is possible, or both are the same (values that are known). Between lies little,
# with a high possibility and a low necessity.
_FEW, _MANY = np.arange(1, 40) / 40, np.arange(1, 100) / 100
_HIGH, _LOW = np.array([0.7, 0.8, 0.9]), np.append(np.arange(1, 13) / 20, [0.7, 0.8, 0.9])
_POSSIBLE = 1  # the codes' first of possibility alone, below 1; 0 is neither
_CERTAIN = _POSSIBLE + len(_FEW) + 1  # of necessity where all is possible; with neither end
_SAME = _CERTAIN + len(_MANY) + 3
_BETWEEN = _SAME + len(_FEW) + 1


def encode_both(degrees: Degrees) -> Bytes:
    """Possibility and necessity (pair, 2) as a byte for both; possibility is at least necessity."""
    up, down = degrees[:, 0], degrees[:, 1]
    codes = _BETWEEN + _part(_HIGH, up) * (len(_LOW) + 1) + _part(_LOW, down)
    codes = np.where(up == down, _SAME + _part(_FEW, up), codes)
    codes = np.where(down <= 0.0, _POSSIBLE + _part(_FEW, up), codes)
    ends = np.where(down >= 1.0, len(_MANY) + 2, np.where(down <= 0.0, 0, _part(_MANY, down) + 1))
    codes = np.where(up >= 1.0, _CERTAIN + ends, codes)
    return np.where(up <= 0.0, 0, codes).astype(np.uint8)


def decode_both(kept: Bytes) -> Degrees:
    """The degrees again, each the greatest of its part."""
    few, many = _greatest(_FEW), np.concatenate([[0.0], _greatest(_MANY), [1.0]])
    high, low = np.meshgrid(_greatest(_HIGH), _greatest(_LOW), indexing="ij")
    up = np.concatenate([[0.0], few, np.ones(len(many)), few, high.ravel()])
    down = np.concatenate([[0.0], np.zeros(len(few)), many, few, low.ravel()])
    return np.stack([up, down], axis=1)[kept]


def _part(cuts: Degrees, degrees: Degrees) -> NDArray[np.int64]:
    return np.searchsorted(cuts, degrees, side="right")


def _greatest(cuts: Degrees) -> Degrees:
    return np.asarray(np.nextafter(np.append(cuts, 1.0), 0.0))


def pack_halves(codes: Bytes) -> Bytes:
    """Two codes in a byte, the first in the lower half."""
    even = np.append(codes, np.uint8(0)) if len(codes) % 2 else codes
    return np.asarray(even[0::2] | (even[1::2] << 4), np.uint8)


def unpack_halves(packed: Bytes, count: int) -> Bytes:
    """The codes of packed bytes."""
    return np.stack([packed & 15, packed >> 4], axis=1).reshape(-1)[:count]
