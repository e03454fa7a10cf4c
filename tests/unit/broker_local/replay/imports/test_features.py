"""Rows as events: checked as a publisher's are, with the time and the place from wherever the columns have them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Topic
from broker_local.replay.imports.column_map import column_map
from broker_local.replay.imports.features import event_of
from broker_local.replay.imports.import_plan import ImportPlan
from broker_local.replay.imports.rows import Row
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS

FIX = {"AssetID": "A1", "Speed": "63", "lat": "51.05", "lon": "-114.07", "timestamp": "2026-07-01T12:00:00.25Z"}
AT = datetime(2026, 7, 1, 12, 0, 0, 250_000, tzinfo=UTC)


def an_event_of(values: dict[str, object], topic: Topic = EA_LOCATION, **options: object) -> Event:
    given = dict(options.pop("mapping", {}))  # type: ignore[call-overload]
    plan = ImportPlan(topic.name, given, **options)  # type: ignore[arg-type]
    row = Row("line 2", values, crs=None)
    return event_of(row, topic, column_map(given, tuple(values), topic), plan)


def test_the_attributes_that_say_when_are_filled_in() -> None:
    event = an_event_of(dict(FIX))
    assert event.geometry == shapely.Point(-114.07, 51.05)
    assert event.time == AT
    assert event.attributes == {
        "AssetID": "A1",
        "Speed": 63.0,
        "PosDate": AT.date(),
        "PosTime": AT.time(),
    }
    assert event.id == an_event_of(dict(FIX)).id
    assert event.id != an_event_of(FIX | {"timestamp": "2026-07-01T12:00:01Z"}).id


def test_a_column_may_be_the_id_and_wkt_the_place() -> None:
    values = {"wkt": "POINT Z (1 2 3)", "moment": "2026-07-01", "n": "7", "IncCause": "Human", "Reporter": ""}
    event = an_event_of(values, FIRE_INC_REPORTS, mapping={"id": "n", "moment": "moment"})
    assert (event.id, event.geometry) == ("7", shapely.Point(1, 2))
    assert "Reporter" not in event.attributes


def test_other_coordinates_are_transformed() -> None:
    event = an_event_of(FIX | {"lat": "5660000", "lon": "706000"}, crs="EPSG:26911")
    assert event.geometry is not None
    assert event.geometry.distance(shapely.Point(-114.05, 51.05)) < 0.1


def test_a_point_says_how_far_off_it_may_be_and_an_area_does_not() -> None:
    mapping = {"accuracy_m": "hacc", "moment": "timestamp"}
    assert an_event_of(FIX | {"hacc": "12.5"}, mapping=mapping).accuracy_m == 12.5
    assert an_event_of(FIX | {"hacc": ""}, mapping=mapping).accuracy_m is None
    area = {"wkt": "POLYGON ((0 0, 1 0, 1 1, 0 0))", "timestamp": "2026-07-01", "hacc": "12.5"}
    topic = replace(FIRE_INC_REPORTS, geometries=frozenset(GeometryKind))
    assert an_event_of(area, topic, mapping=mapping).accuracy_m is None
    with pytest.raises(ProtocolError, match="accuracy_m: expected a number of metres from 0"):
        an_event_of(FIX | {"hacc": "-1"}, mapping=mapping)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"Speed": "fast"}, "properties.Speed: expected a number"),
        ({"Speed": ""}, "properties.Speed: expected a number .mandatory"),
        ({"lat": "91"}, "latitude from -90 to 90"),
        ({"lat": "north"}, "lat: expected a number, got 'north'"),
        ({"lat": "", "lon": ""}, "geometry: expected a Point"),
        ({"timestamp": ""}, "time: expected a column that says when"),
        ({"timestamp": "noon"}, "timestamp: expected"),
    ],
)
def test_what_is_wrong_with_a_row_is_told(change: dict[str, object], words: str) -> None:
    with pytest.raises(ProtocolError, match=words):
        an_event_of(FIX | change)


def test_what_says_no_time_happened_when_it_is_said_to_and_the_rest_when_it_says() -> None:
    said = datetime(2013, 7, 7, tzinfo=UTC)
    assert an_event_of(FIX | {"timestamp": ""}, at=said).time == said
    assert an_event_of(dict(FIX), at=said).time == AT
    with pytest.raises(ProtocolError, match="or say it with --at"):
        an_event_of(FIX | {"timestamp": ""})


def test_a_bow_tie_is_refused_unless_it_is_to_be_mended() -> None:
    topic = Topic("Fires", frozenset({"Polygon", "MultiPolygon"}), ())  # type: ignore[arg-type]
    values = {"wkt": "POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", "time": "2026-07-01"}
    with pytest.raises(ProtocolError, match="a valid Polygon"):
        an_event_of(values, topic)
    event = an_event_of(values, topic, is_mended=True)
    assert event.geometry is not None
    assert event.geometry.is_valid
    assert event.geometry.area == 0.5
