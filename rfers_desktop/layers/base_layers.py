"""The base map: which layers it has, how they look, and how far out each feature is worth drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rfers_desktop.geo.features import Features
from rfers_desktop.geo.packed_features import read_features
from rfers_desktop.language import later

from .layer_tree import Labels, LayerEntry, LayerTree, Source, SourceKind
from .vector_style import Categorised, Graduated, Shape, Single, Symbol

FARTHEST = "farthest"  # the column of scales: a feature is drawn out to 1:this
BASE_PREFIX = "base."
LAND = f"{BASE_PREFIX}land"
PLACES = f"{BASE_PREFIX}places"
_EVERYWHERE = 1e12


def _entry(name: str, title: str, style: Single | Categorised | Graduated, labels: Labels | None = None) -> LayerEntry:
    return LayerEntry(BASE_PREFIX + name, title, Source(SourceKind.BASE, name), style=style, labels=labels)


def _line(colour: str, width_px: float, casing: str | None = None, casing_px: float = 0.0) -> Symbol:
    return Symbol(line=colour, width_px=width_px, casing=casing, casing_px=casing_px)


def _dot(size_px: float) -> Symbol:
    return Symbol(fill="@place", line="@text_halo", width_px=1.2, shape=Shape.CIRCLE, size_px=size_px)


_NOTHING = Symbol()
_HIGHWAYS = Graduated(
    "rank",
    (1.5, 2.5, 3.5),
    (
        _line("@highway", 3.2, "@highway_edge", 0.8),
        _line("@highway", 2.4, "@highway_edge", 0.7),
        _line("@highway", 1.8, "@highway_edge", 0.6),
        _line("@highway_edge", 1.1),
    ),
)
_RIVERS = Graduated(
    "rank", (4.5, 7.5), (_line("@water_line", 1.6), _line("@water_line", 1.3), _line("@water_line", 1.1))
)
_PLACES = Graduated("population", (5_000, 50_000, 500_000), (_dot(4.0), _dot(5.0), _dot(6.5), _dot(8.0)))
_WATER_NAME = Labels("name", priority="size", colour="@water_text", size_px=11.0, is_italic=True)

_REGION_NAME = Labels("name", colour="@quiet_text", size_px=13.0, is_bold=True)
_PARK_NAME = Labels("name", priority="size", colour="@good", size_px=11.0)

BASE_LAYERS = LayerTree(
    (
        _entry("places", later("Cities and towns"), _PLACES, Labels("name", priority="population")),
        _entry("regions", later("Names of regions"), Single(_NOTHING), _REGION_NAME),
        _entry("highways", later("Highways"), _HIGHWAYS, Labels("name", size_px=10.0, is_bold=True)),
        _entry("countries", later("Country borders"), Single(_line("@country_line", 2.0))),
        _entry("provinces", later("Provinces and states"), Single(_line("@province_line", 1.3))),
        _entry("seas", later("Names of seas"), Single(_NOTHING), replace(_WATER_NAME, priority="", size_px=13.0)),
        _entry("lakes", later("Lakes"), Single(Symbol(fill="@water", line="@water_line", width_px=1.1)), _WATER_NAME),
        _entry("rivers", later("Rivers"), _RIVERS, replace(_WATER_NAME, priority="")),
        _entry("parks", later("Parks (approximate)"), Single(Symbol(fill="@park")), _PARK_NAME),
        _entry("land", later("Land"), Single(Symbol(fill="@land", line="@water_line", width_px=1.1))),
    )
)


@lru_cache(maxsize=len(BASE_LAYERS))
def load_base_layer(folder: Path, name: str) -> Features:
    """One layer of the base map with the scales of its features; read once, for all maps of all windows."""
    features = read_features(folder / f"{name}.npz")
    scales = _SCALES.get(name)
    farthest = np.full(len(features), _EVERYWHERE) if scales is None else scales(features)
    return replace(features, columns={**features.columns, FARTHEST: farthest})


def with_base_layers(remembered: LayerTree) -> LayerTree:
    """What was remembered, with base layers that are new put where they belong and old ones left out."""
    kept = [entry for entry in remembered if entry.source.kind is not SourceKind.BASE or entry.id in BASE_LAYERS]
    known = {entry.id for entry in kept}
    for entry in BASE_LAYERS:
        if entry.id not in known:
            kept.append(entry) if entry.id == LAND else kept.insert(_place(kept, entry.id), entry)
    return LayerTree(tuple(kept))


def _place(kept: list[LayerEntry], layer_id: str) -> int:
    """Above the first base layer that belongs below it."""
    order = [entry.id for entry in BASE_LAYERS]
    below = set(order[order.index(layer_id) + 1 :])
    return next((number for number, entry in enumerate(kept) if entry.id in below), len(kept))


def _of_places(features: Features) -> NDArray[np.float64]:
    """Cities from afar, villages and quarters from near."""
    population, is_part = features.columns["population"], features.columns["is_part"] > 0
    farthest = np.select(
        [population >= 500_000, population >= 100_000, population >= 30_000, population >= 8_000, population >= 2_000],
        [40e6, 15e6, 6e6, 2.5e6, 1.2e6],
        500_000.0,
    )
    return np.where(is_part, np.where(population >= 50_000, 500_000.0, 120_000.0), farthest)


def _of_highways(features: Features) -> NDArray[np.float64]:
    return np.select([features.columns["rank"] == rank for rank in (1, 2, 3)], [16e6, 8e6, 4e6], 5e6)


def _of_rivers(features: Features) -> NDArray[np.float64]:
    rank = features.columns["rank"]
    return np.select([rank <= 2, rank <= 4, rank <= 6, rank <= 7], [60e6, 30e6, 12e6, 6e6], 2.5e6)


def _of_parks(features: Features) -> NDArray[np.float64]:
    return np.full(len(features), 15e6)


def _of_regions(features: Features) -> NDArray[np.float64]:
    return np.where(features.columns["class"] == "country", 200e6, 25e6)


def _of_seas(features: Features) -> NDArray[np.float64]:
    return np.where(features.columns["class"] == "ocean", 200e6, 40e6)


_SCALES: dict[str, Callable[[Features], NDArray[np.float64]]] = {
    "places": _of_places,
    "highways": _of_highways,
    "rivers": _of_rivers,
    "parks": _of_parks,
    "regions": _of_regions,
    "seas": _of_seas,
}
