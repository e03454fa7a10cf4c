"""The grid of a printed map: meridians and parallels in any projection, and where each meets the frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from .coordinates import degree_text
from .graticule import round_degrees
from .projections import Bounds, Coordinates, Projection

_LINES_EACH_WAY = 6
_STEPS = 96  # corners along a line: they are curves in most projections


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


def page_grid(projection: Projection, bounds: Bounds) -> PageGrid:
    """Round meridians and parallels of what a frame shows, given in map units."""
    west, south, east, north = projection.bounds_to_lonlat(bounds)
    lons, lats = (
        round_degrees(west, east, _LINES_EACH_WAY),
        round_degrees(south, north, _LINES_EACH_WAY),
    )
    along_lat = np.linspace(south - (north - south) * 0.05, north + (north - south) * 0.05, _STEPS)
    along_lon = np.linspace(west - (east - west) * 0.05, east + (east - west) * 0.05, _STEPS)
    lines: list[Coordinates] = []
    ticks: list[Tick] = []
    x_min, y_min, x_max, y_max = bounds
    for lon in lons:
        line = projection.to_map(np.column_stack((np.full(_STEPS, lon), np.clip(along_lat, -90.0, 90.0))))
        lines.append(line)
        for edge, level in ((Edge.BOTTOM, y_min), (Edge.TOP, y_max)):
            text = degree_text(lon, "E", "W")
            ticks += [Tick(edge, x, text) for x in _crossings(line[:, ::-1], level) if x_min < x < x_max]
    for lat in lats:
        line = projection.to_map(np.column_stack((along_lon, np.full(_STEPS, lat))))
        lines.append(line)
        for edge, level in ((Edge.LEFT, x_min), (Edge.RIGHT, x_max)):
            text = degree_text(lat, "N", "S")
            ticks += [Tick(edge, y, text) for y in _crossings(line, level) if y_min < y < y_max]
    return PageGrid(tuple(lines), tuple(ticks))


def _crossings(line: Coordinates, level: float) -> Iterator[float]:
    """The second coordinates at which the first passes `level`."""
    before, after = line[:-1], line[1:]
    passes = np.flatnonzero((before[:, 0] < level) != (after[:, 0] < level))
    for index in passes:
        (a, b), (c, d) = before[index], after[index]
        yield float(b + (d - b) * (level - a) / (c - a))
