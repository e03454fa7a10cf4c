"""Rows become events of their topic; broken ones say what is wrong."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from scripts.gateways.csv_rows import BadColumns, BadRow, RowReader

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def a_reader(columns: str, topic: str = "WSObservation", delimiter: str = ",") -> RowReader:
    reader = RowReader(builtin_topics()[topic], delimiter)
    assert reader.take(columns) is None
    return reader


def test_a_row_is_an_event_with_its_time() -> None:
    reader = a_reader("\ufeffSensorID;Temperature;humidity;lon;lat;time;id\n", delimiter=";")
    feature = reader.take("S1;27.5;0.07;-117.9;52.9;2026-07-01T12:00:00.250-06:00;x7\r\n")
    event = decode_event(json.dumps(feature).encode(), builtin_topics(), NOW)
    assert (event.id, event.attributes["Temperature"]) == ("x7", 27.5)
    assert event.time == datetime(2026, 7, 1, 18, 0, 0, 250_000, tzinfo=UTC)
    assert reader.take("\n") is None


def test_a_row_may_say_how_far_off_its_place_may_be() -> None:
    reader = a_reader("SensorID,Temperature,Humidity,lon,lat,accuracy_m")
    told = [reader.take(f"S1,27.5,0.07,-117.9,52.9,{accuracy}") for accuracy in ("12.5", "")]
    events = [decode_event(json.dumps(feature).encode(), builtin_topics(), NOW) for feature in told]
    assert [event.accuracy_m for event in events] == [12.5, None]


def test_a_row_without_a_time_happened_now_and_one_with_an_address_needs_no_place() -> None:
    reader = a_reader("ReportID,Address", "FireIncReports")
    feature = reader.take('R1,"2500 University Drive NW, Calgary, AB"')
    event = decode_event(json.dumps(feature).encode(), builtin_topics(), NOW)
    assert event.geometry is None
    assert abs((event.time - datetime.now(UTC)).total_seconds()) < 60


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("S1,hot,0.1,-117,52", "temperature: expected a number, got 'hot'"),
        ("S1,20,0.1,west,52", "lon: expected a number"),
        ("S1,20,0.1", "expected 5 values, got 3"),
    ],
)
def test_a_broken_row_says_what_is_wrong(row: str, reason: str) -> None:
    with pytest.raises(BadRow, match=reason):
        a_reader("SensorID,Temperature,Humidity,lon,lat").take(row)


def test_bytes_that_are_no_text_are_told_as_a_broken_row() -> None:
    with pytest.raises(BadRow, match="expected values parted by ','"):
        a_reader("SensorID,Temperature").take("S1,20\rS2,21\n")


def test_columns_that_the_topic_does_not_have_and_times_that_are_none_are_refused() -> None:
    with pytest.raises(BadColumns, match="got colour"):
        RowReader(builtin_topics()["WSObservation"]).take("SensorID,Colour")
    with pytest.raises(BadRow, match="an ISO 8601 time"):
        a_reader("SensorID,time").take("S1,yesterday")


def test_columns_of_other_names_are_understood_when_it_is_said_and_what_is_always_so_is_added() -> None:
    said = {"AssetID": "vehicle_id", "time": "when"}
    reader = RowReader(builtin_topics()["EALocation"], columns=said, always={"Speed": "0"})
    assert reader.take('"id","vehicle_id","when","latitude","longitude","bearing"') is None
    feature = reader.take('238,"4716","2026-01-26 15:57:02",53.44451,-2.925173,')
    event = decode_event(json.dumps(feature).encode(), builtin_topics(), NOW)
    assert (event.attributes["AssetID"], event.attributes["Speed"], event.time.hour) == ("4716", 0, 15)
    with pytest.raises(BadColumns, match="got wheels"):
        RowReader(builtin_topics()["EALocation"], always={"Wheels": "4"}).take("AssetID,Speed")


def test_a_file_that_is_begun_anew_says_its_columns_again() -> None:
    columns = "SensorID,Temperature,Humidity,lon,lat"
    assert a_reader(columns).take(f"{columns}\r\n") is None


def test_a_column_that_is_asked_for_and_not_there_is_told_at_once() -> None:
    reader = RowReader(builtin_topics()["EALocation"], columns={"AssetID": "vehicle", "time": "seen"})
    with pytest.raises(BadColumns, match="expected a column 'vehicle' and 'seen', got vehicle_id, lon, lat"):
        reader.take("vehicle_id,lon,lat")


@pytest.mark.parametrize(
    "given", ["1599702342", "1599702342.25", "1599702342250", "20200910T014542.25Z", "2020-09-10 01:45:42.25"]
)
def test_a_time_is_a_text_or_counted_since_1970(given: str) -> None:
    feature = a_reader("SensorID,Temperature,Humidity,lon,lat,timestamp").take(f"S1,20,0.1,-117,52,{given}")
    event = decode_event(json.dumps(feature).encode(), builtin_topics(), NOW)
    assert abs((event.time - datetime(2020, 9, 10, 1, 45, 42, 250_000, tzinfo=UTC)).total_seconds()) < 0.3
