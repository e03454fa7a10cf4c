"""What a replay came to as a whole, as layers above the desk's own: the density of matches, the tracks of things."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import numpy as np

from rfers_desktop.geo.features import Features, Kind, by_kind, of_geometries
from rfers_desktop.language import tr
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.map_layers import LayerPicture, MapLayers
from rfers_desktop.layers.vector_style import RAMP, Graduated, Single, Symbol
from rfers_desktop.store.replay_result import ReplayResult

_DENSITY_OPACITY = 0.7
_TRACK = Symbol(fill="#b5179e", line="#b5179e", width_px=1.4, size_px=5.0)


class Whole(StrEnum):
    """What can be shown of the whole period."""

    DENSITY = "density"
    TRACKS = "tracks"


Layer = tuple[LayerEntry, tuple[Features, ...]]


def read_layer(result: ReplayResult, which: Whole) -> Layer:
    """A layer, to be drawn as any other; it reads files."""
    return _density(result) if which is Whole.DENSITY else _tracks(result)


class PastLayers:
    """The desk's layers, and above them what is shown of the whole period."""

    def __init__(self, desk: MapLayers) -> None:
        self._desk = desk
        self.shown: Mapping[Whole, Layer] = {}

    def picture(self) -> LayerPicture:
        """The present state, for a painter on any thread."""
        below = self._desk.picture()
        tree, features = below.tree, dict(below.features)
        for which in Whole:
            if which in self.shown:
                entry, parts = self.shown[which]
                tree = tree.with_entry(entry)
                features[entry.id] = parts
        return LayerPicture(tree, features)


def _density(result: ReplayResult) -> Layer:
    grid = result.grid()
    breaks = _breaks(int(grid.events.max(initial=1)))
    step = (len(RAMP) - 1) / max(len(breaks), 1)
    symbols = tuple(Symbol(fill=RAMP[round(number * step)]) for number in range(len(breaks) + 1))
    style = Graduated("events", breaks, symbols)
    parts = (of_geometries(Kind.AREA, grid.squares, {"events": grid.events.astype(np.float64)}),)
    return LayerEntry(
        f"past.{Whole.DENSITY}", tr("Density"), _source(Whole.DENSITY), opacity=_DENSITY_OPACITY, style=style
    ), parts if len(grid.events) else ()


def _breaks(most: int) -> tuple[float, ...]:
    """Where classes begin: whole numbers, each some times the one before, so that few and many can be told apart."""
    edges = np.unique(np.round(np.geomspace(1, max(most, 1), len(RAMP) + 1)))[1:-1]
    return tuple(float(edge) for edge in edges)


def _tracks(result: ReplayResult) -> Layer:
    ways = result.ways()
    entry = LayerEntry(f"past.{Whole.TRACKS}", tr("Tracks"), _source(Whole.TRACKS), style=Single(_TRACK))
    return entry, tuple(by_kind(ways.lines, {"name": np.array(ways.keys, np.object_)}))


def _source(which: Whole) -> Source:
    return Source(SourceKind.VECTOR, f"past:{which}")
