"""What is at a place of the map: every layer is asked, and answers in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from .marks import MarkKey


@dataclass(frozen=True, slots=True)
class Spot:
    """Where somebody asked: the place in degrees and in map units, the pixel, and how far around counts as there."""

    lon: float
    lat: float
    x: float
    y: float
    px: float
    py: float
    reach_px: float
    units_per_px: float

    @property
    def reach(self) -> float:
        """How far around counts as there, in map units."""
        return self.reach_px * self.units_per_px


@dataclass(frozen=True, slots=True)
class Identified:
    """One thing that is there: its layer, its name, and what is known of it, in order."""

    layer: str
    title: str
    facts: tuple[tuple[str, str], ...] = ()
    key: MarkKey | None = None  # of live things, by which the window can select them


class IdentifySource(Protocol):
    """A layer, or several, that can say what it has at a spot."""

    def identify(self, spot: Spot) -> Iterable[Identified]:
        """What is there, nearest first."""
        ...


def identify_all(sources: Iterable[IdentifySource], spot: Spot, most: int = 200) -> tuple[Identified, ...]:
    """What all sources have at a spot, in their order, as much as a person can read."""
    found: list[Identified] = []
    for source in sources:
        for thing in source.identify(spot):
            found.append(thing)
            if len(found) >= most:
                return tuple(found)
    return tuple(found)
