"""Tracks: a line for each thing and day, whatever batches its fixes come in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.replay import track_lines
from broker_local.replay.journal_source import micros
from broker_local.replay.result_files import Task
from broker_local.replay.track_lines import THING, stretches, tracks

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def run(task: Task, rows: list[dict[str, object]], at_once: int) -> list[dict[str, object]]:
    gathered = stretches(iter(pa.Table.from_pylist(rows).to_batches(max_chunksize=at_once)))
    table = pa.Table.from_batches(gathered).sort_by([(name, "ascending") for name in THING])  # as Spark does
    batches = list(task(iter(table.to_batches(max_chunksize=at_once))))
    told = [row for batch in batches for row in batch.to_pylist()]
    return [row for one in told for row in pq.ParquetFile(one["path"]).read().to_pylist()]


def fix(key: str, minute: int, x: float) -> dict[str, object]:
    at = NOON + timedelta(minutes=minute)
    return {"topic": "EALocation", "key": key, "date": date(2026, 7, 1), "at": micros(at), "x": x, "y": 51.0}


@pytest.fixture(autouse=True, params=[1, 3, 250_000])
def _gathered_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(track_lines, "_AT_ONCE", request.param)


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_fixes_of_a_thing_become_a_line_across_batches(tmp_path: Path, at_once: int) -> None:
    rows = [fix("A1", 0, 1.0), fix("A1", 1, 2.0), fix("A1", 2, 3.0), fix("B2", 0, 5.0)]
    lines = {row["key"]: row for row in run(tracks(tmp_path), rows, at_once)}
    assert shapely.from_wkb(lines["A1"]["geometry"]).wkt == "LINESTRING (1 51, 2 51, 3 51)"
    assert (lines["A1"]["fixes"], lines["A1"]["last_at"]) == (3, NOON + timedelta(minutes=2))
    assert len(lines["A1"]["times"]) == 3  # type: ignore[arg-type]
    assert shapely.from_wkb(lines["B2"]["geometry"]).wkt == "POINT (5 51)"


@pytest.mark.parametrize("at_once", [1, 2, 3, 100])
def test_a_very_long_track_is_told_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(track_lines, "MOST_FIXES", 2)
    rows = [fix("A1", minute, float(minute)) for minute in range(5)]
    assert [row["fixes"] for row in run(tracks(tmp_path), rows, at_once)] == [2, 2, 1]


def test_another_day_is_another_track(tmp_path: Path) -> None:
    rows = [fix("A1", 0, 1.0), fix("A1", 1, 2.0), fix("A1", 2, 3.0) | {"date": date(2026, 7, 2)}]
    assert [row["fixes"] for row in run(tracks(tmp_path), rows, 100)] == [2, 1]


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_no_line_leads_over_where_a_thing_was_unseen_for_long(tmp_path: Path, at_once: int) -> None:
    rows = [fix("A1", 0, 1.0), fix("A1", 1, 2.0), fix("A1", 40, 9.0), fix("A1", 41, 9.5)]
    assert [row["fixes"] for row in run(tracks(tmp_path), rows, at_once)] == [2, 2]


def test_a_sensor_that_stands_has_one_track_however_seldom_it_speaks(tmp_path: Path) -> None:
    rows = [fix("S1", minute, 1.0) for minute in (0, 60, 120)]
    assert [row["fixes"] for row in run(tracks(tmp_path), rows, 100)] == [3]


def test_fixes_that_come_in_no_order_are_put_in_order(tmp_path: Path) -> None:
    rows = [fix(key, minute, float(minute)) for minute in (2, 0, 3, 1) for key in ("B2", "A1")]
    lines = run(tracks(tmp_path), rows, 2)
    assert {row["key"]: shapely.from_wkb(row["geometry"]).wkt for row in lines} == dict.fromkeys(
        ("A1", "B2"), "LINESTRING (0 51, 1 51, 2 51, 3 51)"
    )
    assert all(row["times"] == sorted(row["times"]) for row in lines)  # type: ignore[type-var, arg-type]


def test_without_fixes_there_is_no_file(tmp_path: Path) -> None:
    (batch,) = tracks(tmp_path)(iter([]))
    assert len(batch) == 0
    assert list(tmp_path.iterdir()) == []
