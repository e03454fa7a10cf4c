"""Where along a street a house number is: at a known address, within a range, or between two known ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

M_PER_DEG = 111_195.0  # of latitude; near enough for how sure a place is
_AT_M = 20.0  # a building is not a point
_UNEVEN_M = 100.0  # numbers do not run quite evenly, but blocks keep them in step
_BEYOND = 100  # house numbers past the last known one that are still taken to be near it
_FAR_NEIGHBOUR = 200  # house numbers between which no others are known


class Side(StrEnum):
    """Which house numbers a range stands for."""

    BOTH = "both"
    ODD = "odd"
    EVEN = "even"

    def has(self, number: int) -> bool:
        """Whether a number is on this side."""
        return self is Side.BOTH or (number % 2 == 1) == (self is Side.ODD)


@dataclass(frozen=True, slots=True)
class NumberRange:
    """House numbers that run evenly along a line, from its beginning to its end; they may run down."""

    first: int
    last: int
    line: NDArray[np.float64]  # lon, lat
    side: Side = Side.BOTH
    accuracy_m: float = 0.0  # how far off the line itself may be

    def has(self, number: int) -> bool:
        """Whether a number is between the ends."""
        return min(self.first, self.last) <= number <= max(self.first, self.last)

    def at(self, number: int) -> tuple[float, float]:
        """The lon/lat of a number; one beyond the ends is at the end."""
        share = 0.5 if self.first == self.last else (number - self.first) / (self.last - self.first)
        scale = _scale(self.line)
        point = shapely.LineString(self.line * scale).interpolate(min(max(share, 0.0), 1.0), normalized=True)
        return float(point.x / scale[0]), float(point.y / scale[1])

    @property
    def length_m(self) -> float:
        """How long the line is."""
        return float(shapely.LineString(self.line * _scale(self.line)).length)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a street, how sure it is and how far off it may be."""

    lon: float
    lat: float
    confidence: float
    radius_m: float


@dataclass(frozen=True, slots=True)
class Houses:
    """All that is known of one street's house numbers."""

    numbers: NDArray[np.int32]  # of known addresses, ascending
    places: NDArray[np.float64]  # their lon, lat
    ranges: tuple[NumberRange, ...] = field(default=())

    def find(self, number: int) -> Spot | None:
        """The place of a house number; None if nothing near it is known."""
        return self._known(number) or self._in_range(number) or self._between(number) or self._past_the_end(number)

    def shape(self) -> BaseGeometry:
        """Everything that is known of where the street is, in lon/lat."""
        lines = [shapely.LineString(known.line) for known in self.ranges]
        points = [shapely.MultiPoint(self.places)] if len(self.places) else []
        return shapely.union_all([*lines, *points])

    @property
    def accuracy_m(self) -> float:
        """How far off the street's lines may be."""
        return max((known.accuracy_m for known in self.ranges), default=0.0)

    def _known(self, number: int) -> Spot | None:
        low, high = np.searchsorted(self.numbers, (number, number + 1))
        if low == high:
            return None
        places = self.places[low:high]
        lon, lat = places.mean(axis=0).tolist()
        return Spot(lon, lat, 1.0, _AT_M + float(distances_m(places, lon, lat).max()))

    def _in_range(self, number: int) -> Spot | None:
        around = [known for known in self.ranges if known.has(number)]
        if not around:
            return None
        # The right side of the street first, then the shortest: it says most.
        best = min(around, key=lambda known: (not known.side.has(number), known.length_m, known.first, known.last))
        lon, lat = best.at(number)
        is_sided = best.side.has(number)
        return Spot(lon, lat, 0.9 if is_sided else 0.8, _AT_M + min(0.25 * best.length_m, _UNEVEN_M) + best.accuracy_m)

    def _between(self, number: int) -> Spot | None:
        """Between known neighbours, those across the street only where this side has none."""
        for step, confidence in ((2, 0.85), (1, 0.8)):
            same_side = self.numbers % step == number % step
            numbers, places = self.numbers[same_side], self.places[same_side]
            at = int(np.searchsorted(numbers, number))
            if 0 < at < len(numbers) and numbers[at] - numbers[at - 1] <= _FAR_NEIGHBOUR:
                below, above = int(numbers[at - 1]), int(numbers[at])
                share = (number - below) / (above - below)
                lon, lat = (places[at - 1] + share * (places[at] - places[at - 1])).tolist()
                apart_m = float(distances_m(places[at - 1 : at], *places[at].tolist())[0])
                return Spot(lon, lat, confidence, _AT_M + 0.5 * apart_m)
        return None

    def _past_the_end(self, number: int) -> Spot | None:
        """At the nearest number that is known, as far off as so many numbers usually are."""
        ends = [(known.first, known.at(known.first)) for known in self.ranges]
        ends += [(known.last, known.at(known.last)) for known in self.ranges]
        if len(self.numbers):
            at = int(np.abs(self.numbers - number).argmin())
            ends.append((int(self.numbers[at]), (float(self.places[at, 0]), float(self.places[at, 1]))))
        if not ends:
            return None
        nearest, (lon, lat) = min(ends, key=lambda end: (abs(end[0] - number), end))
        away = abs(nearest - number)
        return Spot(lon, lat, 0.5, 50.0 + 2.0 * away + self.accuracy_m) if away <= _BEYOND else None


def distances_m(places: NDArray[np.float64], lon: float, lat: float) -> NDArray[np.float64]:
    """How far places (lon, lat) of a town are from one of them."""
    east = (places[:, 0] - lon) * math.cos(math.radians(lat))
    return np.asarray(np.hypot(east, places[:, 1] - lat) * M_PER_DEG, dtype=np.float64)


def _scale(line: NDArray[np.float64]) -> NDArray[np.float64]:
    """Degrees to metres, east and north, at a line."""
    return np.array([math.cos(math.radians(float(line[:, 1].mean()))), 1.0]) * M_PER_DEG
