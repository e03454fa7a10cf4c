"""LIKE patterns: % is any run of characters, _ any one, a backslash takes the next character as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

_ONE = None  # stands for _ within a part
_Part = tuple[str | None, ...]  # what lies between two %: characters and _

_LAST_CHARACTER = "\U0010ffff"

TextTest = Callable[[str], bool]


@lru_cache(maxsize=65_536)
def pattern_test(pattern: str) -> TextTest:
    """A test for whole texts that fit the pattern; letter case matters.

    The first part must stand at the beginning, the last at the end, and the others are each taken at the first
    place where they are found: no pattern makes it try again, as a regular expression for it would.
    """
    parts = [_Finder(part) for part in _parts(pattern)]
    if len(parts) == 1:
        whole = parts[0]
        return lambda text: len(text) == whole.length and whole.stands_at(text, 0)
    first, *middle, last = parts

    def fits(text: str) -> bool:
        start, end = first.length, len(text) - last.length
        if start > end or not first.stands_at(text, 0) or not last.stands_at(text, end):
            return False
        for part in middle:
            found = part.find(text, start, end)
            if found < 0:
                return False
            start = found + part.length
        return True

    return fits


def pattern_range(pattern: str) -> tuple[str, str | None, bool] | None:
    """The texts that fit, where they are a range in code point order: from, to, whether `to` itself fits.

    That is so for a pattern without wildcards and for one that only ends in %. `to` is None for no upper end.
    """
    first, *others = _parts(pattern)
    if _ONE in first or any(others):
        return None
    prefix = "".join(character for character in first if character is not None)
    if not others:
        return prefix, prefix, True
    return prefix, _after_all_beginning_with(prefix), False


def _after_all_beginning_with(prefix: str) -> str | None:
    """The first text, in code point order, after all that begin with `prefix`."""
    stem = prefix.rstrip(_LAST_CHARACTER)
    return stem[:-1] + chr(ord(stem[-1]) + 1) if stem else None


def _parts(pattern: str) -> list[_Part]:
    """The pattern cut at its %."""
    parts: list[list[str | None]] = [[]]
    characters = iter(pattern)
    for character in characters:
        if character == "%":
            parts.append([])
        elif character == "_":
            parts[-1].append(_ONE)
        else:
            parts[-1].append(next(characters, "\\") if character == "\\" else character)
    return [tuple(part) for part in parts]


class _Finder:
    """Finds one part of a pattern in a text: by the text's own search unless there is a _ in it."""

    __slots__ = ("length", "stands_at", "find")

    def __init__(self, part: _Part) -> None:
        self.length = len(part)
        self.stands_at: Callable[[str, int], bool]
        self.find: Callable[[str, int, int], int]
        if _ONE in part:
            expression = re.compile("".join("." if c is None else re.escape(c) for c in part), re.DOTALL)
            self.stands_at = lambda text, at: expression.match(text, at) is not None
            self.find = lambda text, start, end: _start(expression.search(text, start, end))
        else:
            literal = "".join(character for character in part if character is not None)
            self.stands_at = lambda text, at: text.startswith(literal, at)
            self.find = lambda text, start, end: text.find(literal, start, end)


def _start(found: re.Match[str] | None) -> int:
    return found.start() if found else -1
