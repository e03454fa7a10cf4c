"""Matched events of a replay out of their columns, thousands at a time: column by column, not row by row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely
from numpy.typing import NDArray

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.topic import AttributeType, AttributeValue, Topic

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_Lists = list[tuple[int, ...]]
Degrees = tuple[tuple[float, float], ...]  # possibility and necessity of each match; empty where all of them are 1


class Verdict(StrEnum):
    """What became of an event when two sets of subscriptions were compared."""

    SAME = "same"
    MISSED = "missed"  # the compared set tells somebody of it, the asked one does not
    EXTRA = "extra"  # the other way round


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event that matched, then."""

    time_us: int
    event: Event
    matched: tuple[int, ...]  # places of subscriptions of the asked set
    compared: tuple[int, ...] = ()  # of the compared set
    verdict: Verdict = Verdict.SAME
    degrees: Degrees = ()  # of `matched`
    compared_degrees: Degrees = ()

    def necessity(self, is_compared: bool) -> float:
        """How certain it is that some subscription of a set asked for it."""
        degrees = self.compared_degrees if is_compared else self.degrees
        return max((necessity for _, necessity in degrees), default=1.0)


def past_events(table: pa.Table, topic: Topic) -> list[PastEvent]:
    """The events of some rows of matches."""
    size = len(table)
    ids, publishers = (table[name].to_pylist() for name in ("event_id", "publisher"))
    times = table["happened_at"].cast(pa.int64()).to_pylist()
    moments = [_EPOCH + timedelta(microseconds=time_us) for time_us in times]  # pyarrow's own way takes ten times this
    geometries = shapely.from_wkb(table["geometry"].to_numpy()).tolist()
    rows = zip(
        *(ids, geometries, _attributes(table, topic), moments, publishers, _placements(table), times),
        *(_values(table, "accuracy_m"), _places(table, "matched"), _places(table, "compared"), _verdicts(table)),
        *(_degrees(table, ""), _degrees(table, "compared_")),
        strict=True,
    )
    found = [
        PastEvent(
            time_us,
            Event(event_id, topic.name, geometry, attributes, moment, publisher, placed, accuracy_m),
            *told,
        )
        for event_id, geometry, attributes, moment, publisher, placed, time_us, accuracy_m, *told in rows
    ]
    assert len(found) == size
    return found


def _attributes(table: pa.Table, topic: Topic) -> list[dict[str, AttributeValue]]:
    found: list[dict[str, AttributeValue]] = [{} for _ in range(len(table))]
    column = table["attributes"].combine_chunks() if "attributes" in table.column_names else None
    written = set() if column is None else {field.name for field in column.type}
    for attribute in topic.attributes:
        if attribute.name in written:
            values = pc.struct_field(column, attribute.name)
            if values.null_count == len(values):
                continue
            told = values.to_pylist()
            if attribute.type is AttributeType.BINARY:
                told = [None if value is None else _binary(value) for value in told]
            for attributes, value in zip(found, told, strict=True):
                if value is not None:
                    attributes[attribute.name] = value
    _add_imprecise(found, table)
    return found


def _add_imprecise(found: list[dict[str, AttributeValue]], table: pa.Table) -> None:
    """The values that are not exact, which formats since 2 have beside the others."""
    for place, values in enumerate(_values(table, "imprecise")):
        for value in values or ():
            low, high, left, right = (value[name] for name in ("low", "high", "left", "right"))
            shapes = Shape(value["left_shape"]), Shape(value["right_shape"])
            found[place][value["attribute"]] = FuzzyNumber(low, high, left, right, *shapes)


def _values(table: pa.Table, name: str) -> list[Any]:
    """A column as values; nothing in each row of a file of a format that does not have it."""
    if name not in table.column_names or table[name].null_count == len(table):
        return [None] * len(table)
    values: list[Any] = table[name].to_pylist()
    return values


def _degrees(table: pa.Table, prefix: str) -> list[Degrees]:
    both = [_values(table, f"{prefix}{name}") for name in ("possibility", "necessity")]
    return [tuple(zip(possible or (), necessary or (), strict=True)) for possible, necessary in zip(*both, strict=True)]


def _binary(value: dict[str, Any]) -> AttributeValue:
    content: bytes | None = value["content"]
    return BlobRef(value["sha256"], value["bytes"]) if content is None else content


def _placements(table: pa.Table) -> list[Placement | None]:
    column = table["placed"]
    if column.null_count == len(column):
        return [None] * len(column)
    return [_placed(value) for value in column.to_pylist()]


def _placed(value: dict[str, Any] | None) -> Placement | None:
    if value is None:
        return None
    return Placement(PlacedBy(value["by"]), value["confidence"], value["radius_m"], value["matched"])


def _places(table: pa.Table, name: str) -> _Lists:
    if name not in table.column_names:
        return [()] * len(table)
    return [tuple(places or ()) for places in table[name].to_pylist()]


def _verdicts(table: pa.Table) -> list[Verdict]:
    found: NDArray[np.object_] = np.empty(len(table), np.object_)
    found[:] = [Verdict.SAME] * len(table)  # the very values: numpy would make plain texts of them
    for name, verdict in (("extra_for", Verdict.EXTRA), ("missed_by", Verdict.MISSED)):  # who misses it counts more
        if name in table.column_names:
            sizes = pc.fill_null(pc.list_value_length(table[name]), 0).to_numpy()
            for place in np.flatnonzero(sizes > 0):
                found[place] = verdict
    verdicts: list[Verdict] = found.tolist()
    return verdicts
