"""The exact answer for pairs of geometries, by GEOS: what every faster path must equal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.operators import Operator, Relation

Geometries = NDArray[np.object_]
_Test = Callable[[Any, Any], Any]

# zone OPERATOR event
_OPERATORS: dict[Operator, _Test] = {
    Operator.CONTAIN: shapely.contains,
    Operator.WITHIN: shapely.within,
    Operator.TOUCH: shapely.touches,
    Operator.CROSS: shapely.crosses,
    Operator.OVERLAP: shapely.overlaps,
    Operator.DISJOINT: shapely.disjoint,
    Operator.INTERSECT: shapely.intersects,
}

# event RELATION zone, as DE-9IM patterns of relate(event, zone) for regions. Rows and columns are interior, boundary,
# exterior of event and zone. They exclude each other and leave nothing out.
_RELATIONS: dict[Relation, str] = {
    Relation.DISJOINT: "FF*FF****",
    Relation.MEETS: "F********",  # and not disjoint: some boundary is shared
    Relation.OVERLAPS: "T*T***T**",
    Relation.EQUALS: "T*F**FFF*",
    Relation.INSIDE: "T*F*FF***",
    Relation.CONTAINS: "T***F*FF*",
    Relation.COVERED_BY: "T*F*TFT**",
    Relation.COVERS: "T*T*T*FF*",
}
_COMPILED = {
    relation: re.compile(pattern.replace("*", ".").replace("T", "[012]")) for relation, pattern in _RELATIONS.items()
}


def relation_of_matrix(matrix: str) -> Relation:
    """The one relation that a DE-9IM matrix of relate(event, zone) stands for."""
    for relation, pattern in _COMPILED.items():
        if pattern.match(matrix):
            return relation
    raise ValueError(f"{matrix} is no matrix of two regions")


def holds(test: Operator | Relation, zones: Geometries, events: Geometries) -> NDArray[np.bool_]:
    """Whether the test holds, pair by pair; a relation only between regions."""
    if isinstance(test, Operator):
        return np.asarray(_OPERATORS[test](zones, events), dtype=np.bool_)
    are_regions = (shapely.get_dimensions(zones) == 2) & (shapely.get_dimensions(events) == 2)
    matrices = shapely.relate(events, zones)
    pairs = zip(are_regions, matrices, strict=True)
    return np.array([bool(both) and relation_of_matrix(matrix) is test for both, matrix in pairs], dtype=np.bool_)
