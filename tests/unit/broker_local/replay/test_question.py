"""Questions as typed: periods, areas, and what makes no sense."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.question import Question, parse_area, parse_period

SQUARE = shapely.box(0, 0, 1, 1)


def test_a_last_day_is_in_the_period_and_a_last_moment_is_not() -> None:
    assert parse_period("2026-07-01", "2026-07-02") == (
        datetime(2026, 7, 1, tzinfo=UTC),
        datetime(2026, 7, 3, tzinfo=UTC),
    )
    assert parse_period("2026-07-01T12:00:00Z", "2026-07-01T13:00:00-01:00")[1] == datetime(2026, 7, 1, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        SQUARE.__geo_interface__,
        {"type": "Feature", "geometry": SQUARE.__geo_interface__, "properties": {}},
        {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": SQUARE.__geo_interface__}] * 2},
    ],
    ids=["geometry", "feature", "collection"],
)
def test_an_area_may_be_a_file_of_geojson(tmp_path: Path, value: object) -> None:
    (tmp_path / "area.geojson").write_text(json.dumps(value))
    assert parse_area(str(tmp_path / "area.geojson")).equals(SQUARE)


def test_an_area_may_be_wkt_however_long() -> None:
    assert parse_area(SQUARE.wkt).equals(SQUARE)
    round_one = shapely.Point(0, 0).buffer(1, quad_segs=500)
    assert parse_area(round_one.wkt).equals(shapely.from_wkt(round_one.wkt))


def test_a_files_name_may_have_brackets(tmp_path: Path) -> None:
    (tmp_path / "area (1).geojson").write_text(json.dumps(SQUARE.__geo_interface__))
    assert parse_area(str(tmp_path / "area (1).geojson")).equals(SQUARE)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{]", "--area: expected a file of GeoJSON"),
        ("[1]", "--area: expected a JSON object"),
        ('{"type": "FeatureCollection", "features": [3]}', "--area: expected a JSON object"),
        ('{"type": "FeatureCollection", "features": []}', "at least one feature"),
        ('{"type": "Feature"}', "--area"),
    ],
)
def test_a_file_that_is_no_area_is_refused(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "area.geojson").write_text(content)
    with pytest.raises(ProtocolError, match=words):
        parse_area(str(tmp_path / "area.geojson"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("POLYGON ((0 0", "expected WKT"),
        ("nowhere.geojson", "WKT, or a file of GeoJSON"),
        (".", "WKT, or a file of GeoJSON"),
        ("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", "valid and not empty"),
    ],
)
def test_what_is_no_area_is_refused(given: str, words: str) -> None:
    with pytest.raises(ProtocolError, match=words):
        parse_area(given)


def test_a_period_that_ends_before_it_begins_is_refused() -> None:
    at = datetime(2026, 7, 1, tzinfo=UTC)
    with pytest.raises(ProtocolError, match="--to: expected a moment after"):
        Question(at, at)
    with pytest.raises(ProtocolError, match="--cell"):
        Question(at, at.replace(year=2027), cell_deg=0.0)
