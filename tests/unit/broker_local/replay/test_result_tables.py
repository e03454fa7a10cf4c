"""A result's tables: they agree with the matches, one by one, and a comparison with what each set would say alone."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay.archive import archive
from broker_local.replay.question import AS_THEY_WERE, LIVE, Question
from broker_local.replay.result import Result, Seeker
from tests.recorded_traffic import NOON, Traffic

pytestmark = pytest.mark.java
ALL_TIME = (datetime(1900, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def result(hour: Traffic, spark, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """What today's subscriptions would have caught, compared with what was delivered."""
    from broker_local.replay.replay_run import replay

    to = tmp_path_factory.mktemp("archived")
    archive(hour.path, to, builtin_topics(), NOON, 100)
    question = Question(*ALL_TIME, subscriptions=LIVE, compare=AS_THEY_WERE)
    return replay(to, question, tmp_path_factory.mktemp("out"), spark)


@pytest.fixture(scope="module")
def matches(result: Result) -> list[dict]:
    names = [str(path).split("topic=")[1].split("/")[0] for path in result.paths("matches")]
    tables = [pq.ParquetFile(path).read() for path in result.paths("matches")]
    return [row | {"topic": name} for name, table in zip(names, tables, strict=True) for row in table.to_pylist()]


def test_the_summary_counts_every_match_of_every_subscription(result: Result, matches: list[dict]) -> None:
    counted = Counter(place for row in matches for place in row["matched"])
    rows = result.read("summary").to_pylist()
    assert {row["place"]: row["events"] for row in rows} == {row["place"]: counted[row["place"]] for row in rows}
    assert len(rows) == sum(row["set"] == 0 for row in result.read("subscriptions").to_pylist())
    for row in rows:
        times = [match["happened_at"] for match in matches if row["place"] in match["matched"]]
        assert (row["first_at"], row["last_at"]) == ((min(times), max(times)) if times else (None, None))
        assert sum(part["count"] for part in row["by_cause"] or ()) == row["events"]
    causes = {part["cause"] for row in rows for part in row["by_cause"] or ()}
    assert causes <= {None, "Human"}


def test_the_grid_has_every_event_of_the_asked_set_that_has_a_place(result: Result, matches: list[dict]) -> None:
    rows = result.read("density").to_pylist()
    placed = [row for row in matches if row["geometry"] is not None and row["matched"]]
    assert sum(row["events"] for row in rows) == len(placed) > 0
    assert sum(row["matches"] for row in rows) == sum(len(row["matched"]) for row in placed)
    squares = [shapely.from_wkb(row["geometry"]) for row in rows]
    assert all(any(s.covers(shapely.from_wkb(row["geometry"])) for s in squares) for row in placed)


def test_tracks_have_the_fixes_of_each_asset_in_order(result: Result, matches: list[dict]) -> None:
    lines = [row for row in result.read("tracks").to_pylist() if row["topic"] == "EALocation"]
    told: Counter[str] = Counter()
    for row in lines:
        told[row["key"]] += row["fixes"]
    driven = [row for row in matches if row["topic"] == "EALocation" and row["matched"]]
    fixes = Counter(row["attributes"]["AssetID"] for row in driven)
    assert told == fixes
    assert all(row["times"] == sorted(row["times"]) for row in lines)


def test_the_timeline_has_every_event_that_was_looked_at(result: Result, matches: list[dict]) -> None:
    rows = result.read("timeline").to_pylist()
    assert sum(row["events"] for row in rows) == result.counts["events"] == 480
    assert sum(row["matched"] for row in rows) == len(matches)
    of_asked = sum(len(row["matched"]) for row in matches)
    assert sum(row["matches"] for row in rows) == result.counts["matches"] == of_asked
    assert of_asked < sum(len(row["matched"]) + len(row["compared"]) for row in matches)
    assert rows == sorted(rows, key=lambda row: (row["minute"], row["topic"]))


def test_any_moment_is_found(result: Result, matches: list[dict]) -> None:
    begin, end = NOON + timedelta(minutes=20), NOON + timedelta(minutes=40)
    found = [name for table in Seeker(result).between(begin, end) for name in table["event_id"].to_pylist()]
    assert sorted(found) == sorted(row["event_id"] for row in matches if begin <= row["happened_at"] < end)
    assert found


def test_differences_are_what_each_set_says_alone(result: Result, matches: list[dict]) -> None:
    rows = result.read("differences").to_pylist()
    told = sorted((row["status"], row["owner"], row["topic"], row["event_id"]) for row in rows)
    expected = [("missed", o, row["topic"], row["event_id"]) for row in matches for o in row["missed_by"]]
    expected += [("extra", o, row["topic"], row["event_id"]) for row in matches for o in row["extra_for"]]
    assert told == sorted(expected)
    by_status = Counter(row["status"] for row in rows)
    assert by_status["missed"] > 0
    assert by_status["extra"] > 0
    counted = result.read("difference_summary")
    for status in ("missed", "extra"):
        assert sum(counted[status].to_pylist()) == by_status[status]
    assert sum(counted["same"].to_pylist()) == sum(len(row["same_for"]) for row in matches)


def test_every_table_with_places_says_so(result: Result) -> None:
    for name in ("matches", "summary", "density", "tracks", "differences"):
        for path in result.paths(name):
            assert b"geo" in pq.read_metadata(path).metadata, name
    assert isinstance(result.read("summary"), pa.Table)
