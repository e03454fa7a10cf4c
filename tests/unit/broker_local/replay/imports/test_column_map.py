"""Which column says what: as given, else by usual names; a name that is not there is told with a near one."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.column_map import ColumnMap, column_map, parse_map
from tests.builders import EA_LOCATION

DETECTIONS = ("latitude", "longitude", "brightness", "acq_date", "acq_time", "frp")


@pytest.mark.parametrize(
    ("columns", "given", "roles"),
    [
        (DETECTIONS, {}, {"lat": "latitude", "lon": "longitude", "date": "acq_date", "time": "acq_time"}),
        (("Lat", "LNG", "timestamp"), {}, {"lat": "Lat", "lon": "LNG", "moment": "timestamp"}),
        (("lat", "lon", "date"), {}, {"lat": "lat", "lon": "lon", "moment": "date"}),
        (("the_geom", "time"), {}, {"wkt": "the_geom", "moment": "time"}),
        (("Y_COORD", "X_COORD", "when"), {"lat": "Y_COORD", "lon": "X_COORD", "moment": "when"}, None),
        (("lat", "lon", "time", "call_at"), {"moment": "call_at"}, {"lat": "lat", "lon": "lon", "moment": "call_at"}),
        (("vehicle_id", "wkt"), {"id": "wkt"}, {"key": "vehicle_id", "wkt": "wkt", "id": "wkt"}),
    ],
)
def test_parts_are_as_given_and_else_guessed(
    columns: tuple[str, ...], given: dict[str, str], roles: dict[str, str] | None
) -> None:
    assert column_map(given, columns, None).roles == (given if roles is None else roles)


def test_attributes_of_a_known_topic_are_found_whatever_their_case() -> None:
    found = column_map({"Speed": "velocity"}, ("velocity", "assetid", "x", "y", "t"), EA_LOCATION)
    assert found.attributes == {"Speed": "velocity", "AssetID": "assetid"}
    assert isinstance(found, ColumnMap)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"lat": "latitud"}, "did you mean 'latitude'"),
        ({"Sped": "frp"}, "did you mean 'Speed'"),
    ],
)
def test_a_name_that_is_not_there_is_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(ProtocolError, match=words):
        column_map(given, DETECTIONS, EA_LOCATION)


def test_what_is_typed_has_two_sides() -> None:
    assert parse_map(["lat=Y", "Speed=a=b"]) == {"lat": "Y", "Speed": "a=b"}
    for word in ("lat", "=Y", "lat="):
        with pytest.raises(ProtocolError, match="WHAT=COLUMN"):
            parse_map([word])
