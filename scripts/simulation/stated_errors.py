"""Publishers that say how sure they are: receivers with their accuracy, some of it poor, sensors with a tolerance."""

from __future__ import annotations

import random
from collections.abc import Iterator

from scripts.topic_features import Feature, topic_of

from .ground import moved

Report = tuple[float, Feature]
_GOOD_M = 3.5  # one sigma of a receiver under open sky, as `assets` moves it
_POOR_M = (25.0, 120.0)  # between buildings, under wet leaves
_TOLERANCES = {"Temperature": 0.5, "Humidity": 0.03}  # of a usual mast: °C, and relative humidity from 0 to 1


def with_errors(reports: Iterator[Report], poor_fixes: float, tolerant: bool, seed: int) -> Iterator[Report]:
    """The same reports: assets state their accuracy, a share of it poor, and if `tolerant` sensors a tolerance."""
    chance = random.Random(f"errors {seed}")
    for at_s, feature in reports:
        match topic_of(feature):
            case "EALocation" if poor_fixes > 0.0:
                yield at_s, _fix(feature, chance, poor_fixes)
            case "WSObservation" if tolerant:
                yield at_s, _tolerant(feature)
            case _:
                yield at_s, feature


def _fix(feature: Feature, chance: random.Random, poor_fixes: float) -> Feature:
    """A poor one is off by what it says, and not only says so."""
    if chance.random() >= poor_fixes:
        return feature | {"accuracy_m": _GOOD_M}
    accuracy_m = round(chance.uniform(*_POOR_M), 1)
    geometry = feature["geometry"]
    assert isinstance(geometry, dict)
    lon, lat = geometry["coordinates"]
    east_m, north_m = (chance.gauss(0.0, accuracy_m) for _ in range(2))
    seen = moved(moved((lon, lat), 90.0, east_m), 0.0, north_m)
    place = {"type": "Point", "coordinates": [round(degrees, 6) for degrees in seen]}
    return feature | {"geometry": place, "accuracy_m": accuracy_m}


def _tolerant(feature: Feature) -> Feature:
    properties = feature["properties"]
    assert isinstance(properties, dict)
    stated = {
        name: {"value": properties[name], "error": error} for name, error in _TOLERANCES.items() if name in properties
    }
    return feature | {"properties": properties | stated}
