"""The columns of a topic's archived events, and events to tables of them and back.

The attributes are one struct, typed by the topic's schema, so that no attribute's name clashes with a column of ours.
Values that are not exact are whole in a column of their own (`imprecise_column.py`). Files of format 1 lack that column
and `accuracy_m`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import shapely

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic

from .archived_event import ArchivedEvent
from .imprecise_column import IMPRECISE, imprecise_column, imprecise_values, plain_value

MOMENT = pa.timestamp("us", "UTC")
BBOX = pa.struct([(name, pa.float64()) for name in ("xmin", "ymin", "xmax", "ymax")])
PLACED = pa.struct(
    [("by", pa.string()), ("confidence", pa.float64()), ("radius_m", pa.float64()), ("matched", pa.string())]
)
BINARY = pa.struct([("sha256", pa.string()), ("bytes", pa.int64()), ("content", pa.binary())])  # content unless kept
_TYPES = {
    AttributeType.TEXT: pa.string(),
    AttributeType.INTEGER: pa.int64(),
    AttributeType.NUMBER: pa.float64(),
    AttributeType.BOOLEAN: pa.bool_(),
    AttributeType.DATE: pa.date32(),
    AttributeType.TIME: pa.time64("us"),
    AttributeType.TIMESTAMP: MOMENT,
    AttributeType.BINARY: BINARY,
}
_FIXED = (
    ("event_id", pa.string()),
    ("publisher", pa.string()),
    ("happened_at", MOMENT),
    ("accepted_at", MOMENT),
    ("seq", pa.int64()),
    ("source", pa.string()),
    ("digest", pa.string()),
    ("geometry", pa.binary()),
    ("bbox", BBOX),
    ("placed", PLACED),
    ("accuracy_m", pa.float64()),
    ("imprecise", IMPRECISE),
)


def event_schema(topic: Topic) -> pa.Schema:
    """The columns of a topic's events; `attributes` is left out where the topic has none."""
    fields = [pa.field(name, kind) for name, kind in _FIXED]
    if topic.attributes:
        fields.append(pa.field("attributes", pa.struct([(a.name, _TYPES[a.type]) for a in topic.attributes])))
    return pa.schema(fields)


def table_of(rows: Sequence[ArchivedEvent], topic: Topic) -> pa.Table:
    """Events of one topic as a table, in the order they happened."""
    ordered = sorted(rows, key=lambda row: (row.event.time, row.seq or 0, row.event.id))
    geometries = np.array([row.event.geometry for row in ordered], np.object_)
    columns: dict[str, pa.Array] = {
        "event_id": pa.array([row.event.id for row in ordered], pa.string()),
        "publisher": pa.array([row.event.publisher for row in ordered], pa.string()),
        "happened_at": pa.array([row.event.time for row in ordered], MOMENT),
        "accepted_at": pa.array([row.accepted_at for row in ordered], MOMENT),
        "seq": pa.array([row.seq for row in ordered], pa.int64()),
        "source": pa.array([row.source for row in ordered], pa.string()),
        "digest": pa.array([row.digest for row in ordered], pa.string()),
        "geometry": pa.array(shapely.to_wkb(geometries, byte_order=1).tolist(), pa.binary()),
        "bbox": bbox_column(geometries),
        "placed": pa.array([_placed_to_object(row.event.placed) for row in ordered], PLACED),
        "accuracy_m": pa.array([row.event.accuracy_m for row in ordered], pa.float64()),
        "imprecise": imprecise_column([row.event.attributes for row in ordered]),
    }
    if topic.attributes:
        parts = [_attribute_column([row.event.attributes.get(a.name) for row in ordered], a) for a in topic.attributes]
        columns["attributes"] = pa.StructArray.from_arrays(parts, names=[a.name for a in topic.attributes])
    return pa.table(columns, schema=event_schema(topic))


def bbox_column(geometries: Any) -> pa.Array:
    """The bounds of geometries, absent where there is none."""
    bounds = shapely.bounds(geometries).reshape(-1, 4)
    absent = np.isnan(bounds[:, 0])
    parts = [pa.array(bounds[:, side], pa.float64(), mask=absent) for side in range(4)]
    return pa.StructArray.from_arrays(parts, fields=list(BBOX), mask=pa.array(absent))


def events_of(table: pa.Table, topic: Topic) -> list[ArchivedEvent]:
    """The events that a table has."""
    known = topic.by_name
    return [
        ArchivedEvent(
            Event(
                id=row["event_id"],
                topic=topic.name,
                geometry=None if row["geometry"] is None else shapely.from_wkb(row["geometry"]),
                attributes={
                    name: _value(value, known[name])
                    for name, value in (row.get("attributes") or {}).items()
                    if value is not None
                }
                | imprecise_values(row.get("imprecise")),
                time=row["happened_at"],
                publisher=row["publisher"],
                placed=placed_from_object(row["placed"]),
                accuracy_m=row.get("accuracy_m"),
            ),
            accepted_at=row["accepted_at"],
            digest=row["digest"],
            seq=row["seq"],
            source=row["source"],
        )
        for row in table.to_pylist()
    ]


def _attribute_column(values: Sequence[AttributeValue | None], attribute: Attribute) -> pa.Array:
    if attribute.type is AttributeType.BINARY:
        return pa.array([_binary_to_object(value) for value in values], BINARY)
    if attribute.type.is_numeric:
        values = [plain_value(value, attribute.type) for value in values]
    return pa.array(values, _TYPES[attribute.type])


def _binary_to_object(value: AttributeValue | None) -> dict[str, object] | None:
    if isinstance(value, BlobRef):
        return {"sha256": value.sha256, "bytes": value.size, "content": None}
    return {"sha256": None, "bytes": len(value), "content": value} if isinstance(value, bytes) else None


def _value(value: Any, attribute: Attribute) -> AttributeValue:
    if attribute.type is not AttributeType.BINARY:
        plain: AttributeValue = value
        return plain
    content: bytes | None = value["content"]
    return BlobRef(value["sha256"], value["bytes"]) if content is None else content


def _placed_to_object(placed: Placement | None) -> dict[str, object] | None:
    if placed is None:
        return None
    return {
        "by": str(placed.by),
        "confidence": placed.confidence,
        "radius_m": placed.radius_m,
        "matched": placed.matched,
    }


def placed_from_object(value: Any) -> Placement | None:
    """What a row of the column `placed` says."""
    if value is None:
        return None
    return Placement(PlacedBy(value["by"]), value["confidence"], value["radius_m"], value["matched"] or "")
