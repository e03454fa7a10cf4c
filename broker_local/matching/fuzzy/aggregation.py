"""How the degrees of several predicates become one: T-norms for AND, their S-norms for OR, and averages."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.certainty import Aggregation

Degrees = NDArray[np.float64]


def all_of(degrees: Degrees, how: Aggregation, weights: Degrees | None = None) -> Degrees:
    """AND over the last axis; the degrees are from 0 to 1, and so is what comes out."""
    match how:
        case Aggregation.MINIMUM:
            return np.asarray(degrees.min(axis=-1))
        case Aggregation.PRODUCT:
            return np.asarray(degrees.prod(axis=-1))
        case Aggregation.LUKASIEWICZ:
            return np.asarray(np.maximum(degrees.sum(axis=-1) - (degrees.shape[-1] - 1), 0.0))
        case Aggregation.AVERAGE:
            return np.asarray(np.average(degrees, axis=-1, weights=weights))


def any_of(degrees: Degrees, how: Aggregation, weights: Degrees | None = None) -> Degrees:
    """OR over the last axis."""
    match how:
        case Aggregation.MINIMUM:
            return np.asarray(degrees.max(axis=-1))
        case Aggregation.PRODUCT:
            return np.asarray(1.0 - (1.0 - degrees).prod(axis=-1))
        case Aggregation.LUKASIEWICZ:
            return np.asarray(np.minimum(degrees.sum(axis=-1), 1.0))
        case Aggregation.AVERAGE:
            return np.asarray(np.average(degrees, axis=-1, weights=weights))
