"""The columns of the archive's other tables: subscriptions from when to when, deliveries, refusals, images.

FORMAT is that of the whole archive. A later one only adds columns that may be absent: files of an earlier format are
read with nulls in their place, and stay as they are.
"""

from __future__ import annotations

import pyarrow as pa

from .event_schema import BBOX, MOMENT

FORMAT = 2  # 2: imprecise values, errors of places, degrees of matches

SUBSCRIPTIONS = pa.schema(
    [
        ("handle", pa.int64()),
        ("owner", pa.string()),
        ("subscription_id", pa.string()),
        ("name", pa.string()),
        ("topic", pa.string()),
        ("begun_at", MOMENT),
        ("ended_at", MOMENT),  # absent while it lives
        ("ends_at", MOMENT),  # when it is to end by itself
        ("is_paused", pa.bool_()),
        ("test", pa.string()),  # operator or relation; absent without a zone
        ("buffer_m", pa.float64()),
        ("filter", pa.string()),
        ("expire_after_s", pa.float64()),
        ("body", pa.binary()),  # as the journal has it
        ("soft_m", pa.float64()),
        ("least_possibility", pa.float64()),  # how sure a match must be; absent where nobody asked
        ("least_necessity", pa.float64()),
        ("aggregation", pa.string()),
        ("terms", pa.string()),  # JSON: what the words of the filter mean
        ("geometry", pa.binary()),  # the zone as drawn
        ("bbox", BBOX),
    ]
)
_MATCHED = pa.struct(
    [
        ("handle", pa.int64()),
        ("expires_at", MOMENT),
        ("possibility", pa.float64()),  # absent in files of format 1: both degrees are 1
        ("necessity", pa.float64()),
    ]
)
DELIVERIES = pa.schema(
    [
        ("user", pa.string()),
        ("number", pa.int64()),
        ("event_seq", pa.int64()),
        ("topic", pa.string()),
        ("publisher", pa.string()),
        ("event_id", pa.string()),
        ("accepted_at", MOMENT),
        ("matched", pa.list_(_MATCHED)),
    ]
)
REJECTED = pa.schema(
    [
        ("received_at", MOMENT),
        ("source", pa.string()),
        ("address", pa.string()),
        ("field", pa.string()),
        ("expected", pa.string()),
        ("got", pa.string()),
        ("message", pa.string()),
        ("content", pa.binary()),
    ]
)
IMAGES = pa.schema(
    [
        ("sha256", pa.string()),
        ("bytes", pa.int64()),
        ("file", pa.string()),  # a URI; the content stays where it is, and may be gone from there one day
        ("topic", pa.string()),
        ("publisher", pa.string()),
        ("event_id", pa.string()),
        ("attribute", pa.string()),
        ("happened_at", MOMENT),
        ("accepted_at", MOMENT),
        ("source", pa.string()),
        ("geometry", pa.binary()),  # the footprint
        ("bbox", BBOX),
    ]
)


def with_schema(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """A table of this or an earlier format in the columns of this one: what it lacks is absent."""
    if table.schema.equals(schema):
        return table
    columns = [
        table[field.name].cast(field.type) if field.name in table.column_names else pa.nulls(len(table), field.type)
        for field in schema
    ]
    return pa.table(columns, schema=schema)
