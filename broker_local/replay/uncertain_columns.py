"""What of archived events is not known exactly, by row: values of attributes, and places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from broker_local.protocol.event import Event
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.location_error import location_error

from .event_schema import placed_from_object
from .imprecise_column import imprecise_values
from .wkb_columns import geometries_of

_SOME_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def uncertain_values(events: pa.Table, used: Container[str]) -> dict[str, dict[int, FuzzyNumber]]:
    """By attribute, of those that are used, and by row: the values that are not exact."""
    found: dict[str, dict[int, FuzzyNumber]] = defaultdict(dict)
    column = events["imprecise"]
    if column.null_count == len(column):
        return {}
    rows = np.flatnonzero(column.is_valid().to_numpy())
    for row, values in zip(rows.tolist(), column.drop_null().to_pylist(), strict=True):
        for name, number in imprecise_values(values).items():
            if name in used:
                found[name][row] = number
    return dict(found)


def uncertain_places(events: pa.Table) -> dict[int, FuzzyNumber]:
    """By row: how far off the place of an event may be, where that is not nothing."""
    accuracy, placed = events["accuracy_m"], events["placed"]
    if accuracy.null_count == placed.null_count == len(events):
        return {}
    rows = np.flatnonzero(pc.or_(accuracy.is_valid(), placed.is_valid()).to_numpy())
    some = events.select(["geometry", "placed", "accuracy_m"]).take(pa.array(rows))
    geometries = geometries_of(some["geometry"])
    told = zip(rows.tolist(), geometries, some["placed"].to_pylist(), some["accuracy_m"].to_pylist(), strict=True)
    found = {row: _error(geometry, placement, accuracy_m) for row, geometry, placement, accuracy_m in told}
    return {row: error for row, error in found.items() if error is not None and error.support[1] > 0.0}


def _error(geometry: Any, placement: Any, accuracy_m: float | None) -> FuzzyNumber | None:
    """As of a live event, by the same rule."""
    placed = placed_from_object(placement)
    return location_error(Event("", "", geometry, {}, _SOME_TIME, placed=placed, accuracy_m=accuracy_m))
