"""Features on their way out of the program: places and columns of plain values, for files and for result layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True, slots=True, eq=False)
class OutLayer:
    """Features to write: lon/lat geometries, None where there is none, and columns of numbers, texts or moments."""

    name: str
    geometries: NDArray[np.object_]
    columns: Mapping[str, Sequence[object]]

    def __len__(self) -> int:
        return len(self.geometries)


def shape_array(shapes: Sequence[BaseGeometry | None]) -> NDArray[np.object_]:
    """Geometries as an array of them, also where numpy would rather take them apart."""
    made = np.empty(len(shapes), dtype=object)
    made[:] = shapes
    return made


def joined(layers: Sequence[OutLayer], name: str = "") -> OutLayer:
    """Layers as one, called `name` or like the first, with all their columns; what a layer lacks is empty."""
    if len(layers) == 1:
        return layers[0]
    keys = list(dict.fromkeys(key for layer in layers for key in layer.columns))
    columns = {key: [v for layer in layers for v in layer.columns.get(key, [None] * len(layer))] for key in keys}
    return OutLayer(name or layers[0].name, np.concatenate([layer.geometries for layer in layers]), columns)
