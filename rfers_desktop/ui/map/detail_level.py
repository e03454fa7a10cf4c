"""How much is shown of each live mark, by how many are in view."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import IntEnum

_WAY_BACK = 0.9  # of a limit: a count that wavers around it does not make the map flicker


class Level(IntEnum):
    """From all there is to say about each mark to how many there are."""

    SYMBOLS = 0
    DOTS = 1
    SMALL_DOTS = 2
    DENSITY = 3


_LEVELS = tuple(Level)
DOT_RADIUS_PX = {Level.DOTS: 3.0, Level.SMALL_DOTS: 2.0}


@dataclass(frozen=True, slots=True)
class Limits:
    """The most marks in view for each level but the last."""

    symbols: int = 2_000
    dots: int = 20_000
    small_dots: int = 150_000

    def level(self, count: int, present: Level | None = None) -> Level:
        """The level for a count, which stays the present one in the neighbourhood of a limit."""
        limits = (self.symbols, self.dots, self.small_dots)
        level = _LEVELS[bisect_left(limits, count)]
        if present is not None and level < present and count > _WAY_BACK * limits[level]:
            return _LEVELS[level + 1]
        return level
