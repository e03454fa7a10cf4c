"""Topics made from columns: types that all values have, names that attributes may have, usual values where few."""

from __future__ import annotations

import pytest

from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import AttributeType as T
from broker_local.replay.imports.column_map import ColumnMap
from broker_local.replay.imports.made_topic import made_topic, type_of
from broker_local.replay.imports.rows import Row


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["67", "-3"], T.INTEGER),
        (["67", "6.5"], T.NUMBER),
        ([1, 2.5], T.NUMBER),
        (["0018", "1200"], T.TEXT),
        (["1e5", ".5"], T.NUMBER),
        (["-", "5"], T.TEXT),
        (["true", False], T.BOOLEAN),
        (["2026-07-01", "2026-07-02"], T.DATE),
        (["2026-07-01T12:00:00Z", "2026-07-02 12:00"], T.TIMESTAMP),
        (["2026-07-01", "soon"], T.TEXT),
        (["9" * 25], T.NUMBER),
        ([{"a": 1}], T.TEXT),
        ([], T.TEXT),
    ],
)
def test_a_type_is_the_narrowest_that_all_values_have(values: list[object], expected: T) -> None:
    assert type_of(values) is expected


def test_every_column_but_those_of_the_place_becomes_an_attribute() -> None:
    columns = ("lat", "lon", "1st unit", "1ST_UNIT", "topic", "Cause", "vehicle_id", "renamed")
    rows = [
        Row("", dict(zip(columns, ("51", "-114", "a", "b", "c", cause, "7", "5"), strict=True)))
        for cause in ("Human", "Human", "Lightning", "Human", "Human", "Lightning")
    ]
    given = ColumnMap({"lat": "lat", "lon": "lon", "key": "vehicle_id"}, {"Depth": "renamed"})
    topic, filled = made_topic("Calls", rows, columns, given)
    assert [(a.name, a.type) for a in topic.attributes] == [
        ("_1st_unit", T.TEXT),
        ("_1ST_UNIT_2", T.TEXT),
        ("topic_2", T.TEXT),
        ("Cause", T.TEXT),
        ("vehicle_id", T.TEXT),
        ("Depth", T.INTEGER),
    ]
    assert topic.by_name["Cause"].values == ("Human", "Lightning")
    assert (topic.key, topic.geometries) == ("vehicle_id", {GeometryKind.POINT, GeometryKind.MULTI_POINT})
    assert filled.attributes["Depth"] == "renamed"
    assert filled.attributes["_1ST_UNIT_2"] == "1ST_UNIT"


def test_the_sorts_of_geometry_are_those_that_were_seen_single_and_multiple() -> None:
    rows = [Row("", {"n": 1}, {"type": "MultiPolygon", "coordinates": []})]
    topic, _ = made_topic("Fires", rows, ("n",), ColumnMap())
    assert topic.geometries == {GeometryKind.POLYGON, GeometryKind.MULTI_POLYGON}
