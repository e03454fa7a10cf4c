"""Events in tables: every type, null, microsecond and coordinate comes back as it was."""

from __future__ import annotations

import math
import struct
from datetime import UTC, date, datetime, time
from pathlib import Path

import pyarrow as pa
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_schema import bbox_column, event_schema, events_of, table_of
from broker_local.replay.geoparquet import write_file
from tests.builders import an_event

EVERYTHING = Topic(
    name="Everything",
    geometries=frozenset(GeometryKind),
    attributes=tuple(Attribute(f"its_{kind}", kind) for kind in AttributeType)
    + (Attribute("seq", AttributeType.TEXT),),
)
_texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
_moments = st.datetimes(timezones=st.just(UTC))
_numbers = st.floats(allow_nan=False, allow_infinity=False)
_lonlat = st.tuples(st.floats(-180, 180), st.floats(-90, 90))
_ends = st.tuples(_numbers, _numbers).map(sorted)
_spreads = st.floats(0, 1e300)
_shapes = st.sampled_from(Shape)
_imprecise = st.builds(
    lambda ends, *rest: FuzzyNumber(*ends, *rest), _ends, _spreads, _spreads, _shapes, _shapes
) | st.builds(FuzzyNumber, st.just(-math.inf) | _numbers, st.just(math.inf), _spreads, _spreads, _shapes, _shapes)
_values = {
    AttributeType.TEXT: _texts,
    AttributeType.INTEGER: st.integers(-(2**63) + 1, 2**63 - 1) | _imprecise,
    AttributeType.NUMBER: _numbers | _imprecise,
    AttributeType.BOOLEAN: st.booleans(),
    AttributeType.DATE: st.dates(),
    AttributeType.TIME: st.times(),
    AttributeType.TIMESTAMP: _moments,
    AttributeType.BINARY: st.binary(max_size=20) | st.builds(BlobRef, st.just("ab" * 32), st.integers(0, 2**40)),
}
_geometries = st.one_of(
    st.none(),
    st.builds(shapely.Point, _lonlat),
    st.builds(shapely.LineString, st.lists(_lonlat, min_size=2, max_size=5)),
    st.builds(shapely.MultiPoint, st.lists(_lonlat, min_size=1, max_size=4)),
    st.builds(shapely.Polygon, st.lists(_lonlat, min_size=4, max_size=6)),
)
_attributes = st.fixed_dictionaries({}, optional={a.name: _values[a.type] for a in EVERYTHING.attributes})
_placements = st.none() | st.builds(Placement, st.just(PlacedBy.ADDRESS), st.floats(0, 1), st.floats(0, 1e6), _texts)
_events = st.builds(
    Event,
    id=_texts.filter(bool),
    topic=st.just("Everything"),
    geometry=_geometries,
    attributes=_attributes,
    time=_moments,
    publisher=st.none() | st.just("gateway"),
    placed=_placements,
    accuracy_m=st.none() | st.floats(0, 1e7),
)
_archived = st.builds(
    ArchivedEvent,
    event=_events,
    accepted_at=_moments,
    digest=st.just("d"),
    seq=st.none() | st.integers(1, 2**62),
    source=st.sampled_from(["journal", "import"]),
)


def bits(row: ArchivedEvent) -> tuple[object, ...]:
    """All of an event in a form in which 0.0 and -0.0 differ."""
    event = row.event
    place = None if event.geometry is None else shapely.to_wkb(event.geometry, byte_order=1)
    values = {name: bits_of(value) for name, value in event.attributes.items()}
    plain = (row.accepted_at, row.digest, row.seq, row.source)
    said = (event.publisher, event.placed, None if event.accuracy_m is None else bits_of(event.accuracy_m))
    return (event.id, place, values, event.time, *said, *plain)


def bits_of(value: object) -> object:
    if isinstance(value, FuzzyNumber):
        numbers = struct.pack("<4d", value.low, value.high, value.left, value.right)
        return numbers, value.left_shape, value.right_shape
    return struct.pack("<d", value) if isinstance(value, float) else (type(value), value)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(_archived, min_size=1, max_size=6))
def test_events_come_back_bit_for_bit(tmp_path_factory: pytest.TempPathFactory, rows: list[ArchivedEvent]) -> None:
    table = table_of(rows, EVERYTHING)
    path = tmp_path_factory.mktemp("files") / "part.parquet"
    write_file(path, table)
    import pyarrow.parquet as pq

    back = events_of(pq.ParquetFile(path).read(), EVERYTHING)
    key = repr
    assert sorted(map(bits, back), key=key) == sorted(map(bits, rows), key=key)


def test_events_are_in_the_order_in_which_they_happened() -> None:
    times = [datetime(2026, 7, day, tzinfo=UTC) for day in (3, 1, 2)]
    rows = [ArchivedEvent(an_event(time=at), at, "d", number) for number, at in enumerate(times)]
    from tests.builders import EA_LOCATION

    assert table_of(rows, EA_LOCATION)["seq"].to_pylist() == [1, 2, 0]


def test_an_imprecise_value_is_a_plain_number_to_programs_that_know_of_no_other() -> None:
    event = an_event(EVERYTHING, its_number=FuzzyNumber(25.0, 29.0, 5.0, 1.0), its_integer=FuzzyNumber(3.0, 6.0))
    endless = an_event(EVERYTHING, its_number=FuzzyNumber(25.0, math.inf), its_integer=7)
    rows = [
        ArchivedEvent(each, event.time, "d", number)
        for number, each in enumerate((event, endless, an_event(EVERYTHING)))
    ]
    table = table_of(rows, EVERYTHING)
    plain = [(row["its_number"], row["its_integer"]) for row in table["attributes"].to_pylist()]
    assert plain == [(27.0, 4), (None, 7), (None, None)]
    assert table["imprecise"].null_count == 1
    assert [len(values or ()) for values in table["imprecise"].to_pylist()] == [2, 1, 0]


def test_an_attribute_may_be_called_like_a_column_of_ours(tmp_path: Path) -> None:
    event = an_event(EVERYTHING, seq="seven", its_date=date(1, 1, 1), its_time=time(23, 59, 59, 999_999))
    table = table_of([ArchivedEvent(event, event.time, "d", 7)], EVERYTHING)
    (back,) = events_of(table, EVERYTHING)
    assert (back.seq, back.event.attributes["seq"]) == (7, "seven")
    assert back.event == event


def test_a_topic_without_attributes_has_no_column_for_them() -> None:
    plain = Topic("Plain", frozenset({GeometryKind.POINT}), ())
    assert "attributes" not in event_schema(plain).names
    event = an_event(plain)
    assert events_of(table_of([ArchivedEvent(event, event.time, "d")], plain), plain)[0].event == event


def test_an_event_without_a_place_has_no_bounds() -> None:
    import numpy as np

    boxes = bbox_column(np.array([shapely.Point(1, 2), None], np.object_))
    assert boxes.to_pylist() == [{"xmin": 1.0, "ymin": 2.0, "xmax": 1.0, "ymax": 2.0}, None]
    assert isinstance(boxes, pa.StructArray)
