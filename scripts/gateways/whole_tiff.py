"""Whether a TIFF file is all there: one that is still being copied speaks of bytes that it does not have yet."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

_MOST_DIRECTORIES = 64
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}
_LETTERS = {3: "H", 4: "I", 16: "Q"}  # the types that offsets and lengths may have
_PLACES = {273: 279, 324: 325}  # where strips and tiles begin, and how long they are


def is_whole_tiff(path: Path) -> bool:
    """Whether the file has all strips and tiles that its directories name (TIFF 6.0, and BigTIFF)."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        order = {b"II": "<", b"MM": ">"}.get(file.read(2))
        try:
            return order is not None and _has_all(file, order, size)
        except (struct.error, OverflowError):  # it ends before it should
            return False


def _has_all(file: BinaryIO, order: str, size: int) -> bool:
    (version,) = _read(file, order, "H")
    if version not in (42, 43):
        return False
    is_big = version == 43
    count_is, word, first_at = ("Q", "Q", 8) if is_big else ("H", "I", 4)
    file.seek(first_at)
    (at,) = _read(file, order, word)
    for _ in range(_MOST_DIRECTORIES):
        if not 0 < at < size:
            return False
        file.seek(at)
        (count,) = _read(file, order, count_is)
        if count * (20 if is_big else 12) > size:
            return False
        entries: dict[int, tuple[int, int, bytes]] = {}
        for _ in range(count):
            tag, kind, length = _read(file, order, f"HH{word}")
            entries[tag] = kind, length, file.read(8 if is_big else 4)
        (at,) = _read(file, order, word)
        if not _has_pixels(file, order, word, size, entries):
            return False
        if at == 0:
            return True
    return True


def _has_pixels(file: BinaryIO, order: str, word: str, size: int, entries: dict[int, tuple[int, int, bytes]]) -> bool:
    values: dict[int, tuple[int, ...]] = {}
    for tag, (kind, count, inline) in entries.items():
        length = count * _SIZES.get(kind, 1)
        (at,) = struct.unpack(order + word, inline)
        if length > len(inline) and at + length > size:
            return False
        if tag in (*_PLACES, *_PLACES.values()) and kind in _LETTERS:
            if length <= len(inline):
                content = inline[:length]
            else:
                file.seek(at)
                content = file.read(length)
            values[tag] = struct.unpack(f"{order}{count}{_LETTERS[kind]}", content)
    return all(
        at + length <= size
        for begins, lengths in _PLACES.items()
        for at, length in zip(values.get(begins, ()), values.get(lengths, ()), strict=False)
    )


def _read(file: BinaryIO, order: str, letters: str) -> tuple[int, ...]:
    form = struct.Struct(order + letters)
    return form.unpack(file.read(form.size))
