"""The names of the base map as things to be searched: towns, parks, lakes, highways."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rfers_desktop.geo.features import Features

from .base_layers import BASE_PREFIX
from .map_layers import MapLayers
from .search import Named

_KINDS = {"places": "Town", "parks": "Park", "lakes": "Lake"}
_LARGEST = 7.0  # the logarithm of the population of a city that is as well known as can be


def base_names(layers: MapLayers) -> Iterator[tuple[object, Named]]:
    """What of the base map has a name, with a key for each, for a NameIndex."""
    for layer, kind in _KINDS.items():
        for part in layers.features(BASE_PREFIX + layer):
            yield from (((layer, number), named) for number, named in _named(part, kind))


def _named(features: Features, kind: str) -> Iterator[tuple[int, Named]]:
    starts = features.run_starts[features.feature_starts]
    regions = features.columns.get("region")
    people = features.columns.get("population")
    for number, name in enumerate(features.columns["name"].tolist()):
        if not name:
            continue
        places = features.lonlat[starts[number] : starts[number + 1]]
        (west, south), (east, north) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
        weight = 0.3 if people is None else min(float(np.log10(people[number] + 1.0)) / _LARGEST, 1.0)
        yield (
            number,
            Named(
                name,
                kind,
                (west + east) / 2,
                (south + north) / 2,
                detail="" if regions is None else str(regions[number]),
                bounds=None if west == east else (west, south, east, north),
                weight=weight,
            ),
        )
