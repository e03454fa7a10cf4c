"""The grid of a printed map: degrees or metres over any projection, and where each line meets the frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from .coordinates import degree_text
from .graticule import round_degrees
from .projections import Bounds, Coordinates, Projection, utm_for
from .utm import has_utm

_LINES_EACH_WAY = 6
_WIDEST_UTM_DEG = 18.0  # three zones: farther from its middle the lines of one are bent beyond use
_STEPS = 96  # corners along a line: they are curves in most projections


class GridKind(Enum):
    """Which lines are drawn."""

    DEGREES = "Degrees"
    UTM = "Metres of UTM"
    PROJECT = "Metres of the map's projection"
    NONE = "None"


class Edge(Enum):
    """The edges of the frame; meridians are labelled above and below, parallels at the sides."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Tick:
    """Where a line of the grid meets an edge, and what is written there."""

    edge: Edge
    at: float  # map units along the edge: x above and below, y at the sides
    text: str


@dataclass(frozen=True, slots=True)
class PageGrid:
    """The lines in map units, reaching a little beyond the frame, and their labels."""

    lines: tuple[Coordinates, ...]
    ticks: tuple[Tick, ...]
    name: str  # what the numbers are, with their datum


def page_grid(projection: Projection, bounds: Bounds, kind: GridKind = GridKind.DEGREES) -> PageGrid | None:
    """The grid of what a frame shows, given in map units. Of an area too wide for a zone of UTM it is in degrees."""
    west, south, east, north = projection.bounds_to_lonlat(bounds)
    middle = (west + east) / 2, (south + north) / 2
    if kind is GridKind.NONE:
        return None
    if kind is GridKind.PROJECT:
        return _metric_grid(projection, bounds, projection)
    if kind is GridKind.UTM and east - west <= _WIDEST_UTM_DEG and has_utm(south) and has_utm(north):
        return _metric_grid(projection, bounds, utm_for(*middle))
    return _grid(
        bounds,
        round_degrees(west, east, _LINES_EACH_WAY),
        round_degrees(south, north, _LINES_EACH_WAY),
        (west, south, east, north),
        lambda lonlat: projection.to_map(np.column_stack((lonlat[:, 0], np.clip(lonlat[:, 1], -90.0, 90.0)))),
        (lambda lon: degree_text(lon, "E", "W"), lambda lat: degree_text(lat, "N", "S")),
        "WGS 84",
    )


def _metric_grid(projection: Projection, bounds: Bounds, metres: Projection) -> PageGrid:
    """Round eastings and northings of one projection on a map in another."""
    is_same = metres.epsg == projection.epsg
    box = bounds if is_same else metres.bounds_to_map(projection.bounds_to_lonlat(bounds))
    to_map = _unchanged if is_same else _through(metres, projection)
    step = _round_step(max(box[2] - box[0], box[3] - box[1]) / _LINES_EACH_WAY)
    eastings, northings = _multiples(box[0], box[2], step), _multiples(box[1], box[3], step)
    words = (lambda metre: f"{metre:,.0f} E", lambda metre: f"{metre:,.0f} N")
    return _grid(bounds, eastings, northings, box, to_map, words, metres.name)


def _grid(
    bounds: Bounds,
    uprights: Sequence[float],
    levels: Sequence[float],
    box: Bounds,
    to_map: Callable[[Coordinates], Coordinates],
    words: tuple[Callable[[float], str], Callable[[float], str]],
    name: str,
) -> PageGrid:
    """Lines of equal first and of equal second coordinate of some system, whose part in the frame is `box`."""
    low_x, low_y, high_x, high_y = box
    along_x = np.linspace(low_x - (high_x - low_x) * 0.05, high_x + (high_x - low_x) * 0.05, _STEPS)
    along_y = np.linspace(low_y - (high_y - low_y) * 0.05, high_y + (high_y - low_y) * 0.05, _STEPS)
    x_min, y_min, x_max, y_max = bounds
    lines: list[Coordinates] = []
    ticks: list[Tick] = []
    for at in uprights:
        line = to_map(np.column_stack((np.full(_STEPS, at), along_y)))
        lines.append(line)
        for edge, level in ((Edge.BOTTOM, y_min), (Edge.TOP, y_max)):
            ticks += [Tick(edge, x, words[0](at)) for x in _crossings(line[:, ::-1], level) if x_min < x < x_max]
    for at in levels:
        line = to_map(np.column_stack((along_x, np.full(_STEPS, at))))
        lines.append(line)
        for edge, level in ((Edge.LEFT, x_min), (Edge.RIGHT, x_max)):
            ticks += [Tick(edge, y, words[1](at)) for y in _crossings(line, level) if y_min < y < y_max]
    return PageGrid(tuple(lines), tuple(ticks), name)


def _unchanged(places: Coordinates) -> Coordinates:
    return places


def _through(one: Projection, other: Projection) -> Callable[[Coordinates], Coordinates]:
    return lambda places: other.to_map(one.to_lonlat(places))


def _round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten metres, no less than `least`."""
    size = 10.0 ** math.floor(math.log10(least))
    return next(size * part for part in (1.0, 2.0, 5.0, 10.0) if size * part >= least)


def _multiples(low: float, high: float, step: float) -> list[float]:
    return [index * step for index in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _crossings(line: Coordinates, level: float) -> Iterator[float]:
    """The second coordinates at which the first passes `level`."""
    before, after = line[:-1], line[1:]
    passes = np.flatnonzero((before[:, 0] < level) != (after[:, 0] < level))
    for index in passes:
        (a, b), (c, d) = before[index], after[index]
        yield float(b + (d - b) * (level - a) / (c - a))
