"""A task: what it writes and what it says of it, here without Spark around it."""

from __future__ import annotations

import shutil
from dataclasses import asdict, replace
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay import match_task as module
from broker_local.replay.archive import archive
from broker_local.replay.journal_source import micros
from broker_local.replay.manifest import Manifest, read_manifest
from broker_local.replay.match_task import GROUP, LOOKED, Pace, TaskPlan, match_task, matched_columns, result_schema
from broker_local.replay.question import AS_THEY_WERE, LIVE, Question
from broker_local.replay.selection import chosen_files, work_items
from broker_local.replay.subscription_set import pack, subscription_set, together
from broker_local.replay.worker_index import Found, WorkerIndex, index_key
from tests.recorded_traffic import NOON, Traffic

ALL_TIME = (datetime(1900, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))
FORMAT_1 = Path(__file__).parents[3] / "data" / "archive_format_1"
ITEM = pa.schema([("path", pa.string()), ("row_group", pa.int32()), ("rows", pa.int64()), ("era", pa.int32())])


@pytest.fixture(scope="module")
def archived(hour: Traffic, tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("archived")
    archive(hour.path, to, builtin_topics(), NOON, 100)
    return to


def told(archived: Path, folder: Path, compare: str | None = None, **plan: object) -> tuple[pa.Table, pa.Table]:
    """What a task says that does all of the work, and the subscriptions."""
    manifest: Manifest = read_manifest(archived)
    question = Question(*ALL_TIME, compare=compare)
    items = work_items(archived, chosen_files(manifest, question), question)
    compared = None if compare is None else subscription_set(compare, archived, manifest)
    table = together(subscription_set(AS_THEY_WERE, archived, manifest), compared)
    eras = tuple(era.topic for era in manifest.eras)
    key = index_key(pack(table), eras)
    usual = TaskPlan(str(folder), eras, *map(micros, ALL_TIME), None, compare is not None, key)
    task = match_task(replace(usual, **plan), lambda: pack(table))  # type: ignore[arg-type]
    batch = pa.RecordBatch.from_pylist([asdict(item) for item in items], schema=ITEM)
    return pa.Table.from_batches(task(iter([batch]))), table


def told_of(row: dict[str, object]) -> tuple[list[int], list[float], list[float]]:
    """The places of a row with their degrees."""
    places: list[int] = row["matched"]  # type: ignore[assignment]
    possibility, necessity = (row[name] or [1.0] * len(places) for name in ("possibility", "necessity"))
    return places, possibility, necessity  # type: ignore[return-value]


def matched(said: pa.Table) -> list[dict[str, object]]:
    paths = sorted(set(said.filter(pc.equal(said["kind"], GROUP))["path"].to_pylist()))
    return [row for path in paths for row in pq.ParquetFile(path).read().to_pylist()]


def test_the_more_subscriptions_match_the_fewer_events_are_matched_together() -> None:
    pace = Pace()
    first = pace.at_once
    pace.note(first, 0)
    assert pace.at_once == 16_384
    pace.note(16_384, 16_384 * 1_000)
    assert pace.at_once == 2_000
    pace.note(2_000, 2_000 * 1_000_000)
    assert pace.at_once == 64


def test_what_is_written_is_what_was_delivered(hour: Traffic, archived: Path, tmp_path: Path) -> None:
    said, table = told(archived, tmp_path)
    names = table.to_pylist()
    found = {
        (row["event_id"], names[place]["subscription_id"], names[place]["owner"], *degrees)
        for row in matched(said)
        for place, *degrees in zip(*told_of(row), strict=True)
    }
    assert found == hour.delivered()
    assert sum(necessity < 1.0 for *_, necessity in found) > 50
    looked = said.filter(pc.equal(said["kind"], LOOKED))
    assert pc.sum(looked["rows"]).as_py() == 480
    assert pc.sum(looked["pairs"]).as_py() == len(found)
    assert pc.sum(looked["matched"]).as_py() == len(matched(said))


def test_small_row_groups_cover_their_times(archived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS_A_GROUP", 10)
    monkeypatch.setattr(module, "_FIRST_AT_ONCE", 8)
    monkeypatch.setattr(module, "_MOST_AT_ONCE", 8)
    said, _ = told(archived, tmp_path)
    groups = said.filter(pc.equal(said["kind"], GROUP)).to_pylist()
    assert len(groups) > 10
    for group in groups:
        times = pq.ParquetFile(group["path"]).read_row_group(group["row_group"])["happened_at"].cast(pa.int64())
        assert (group["first_at"], group["last_at"]) == (pc.min(times).as_py(), pc.max(times).as_py())
        assert group["rows"] == len(times)


def test_only_events_of_the_period_and_the_area_are_looked_at(archived: Path, tmp_path: Path) -> None:
    whole, _ = told(archived, tmp_path)
    area = shapely.box(-114.2, 50.9, -114.0, 51.1)
    half = {"begin": micros(NOON), "end": micros(NOON.replace(minute=30))}
    part, _ = told(archived, tmp_path, area_wkb=area.wkb, **half)
    expected = {
        row["event_id"]
        for row in matched(whole)
        if row["geometry"] is not None
        and area.intersects(shapely.from_wkb(row["geometry"]))
        and NOON <= row["happened_at"] < NOON.replace(minute=30)  # type: ignore[operator]
    }
    assert {row["event_id"] for row in matched(part)} == expected
    assert 0 < len(expected) < len(matched(whole))


def test_files_of_an_earlier_format_are_matched_with_nulls_for_what_they_lack(archived: Path, tmp_path: Path) -> None:
    now, _ = told(archived, tmp_path / "now")
    earlier = tmp_path / "earlier"
    shutil.copytree(archived, earlier)
    for path in earlier.glob("events/**/*.parquet"):
        table = pq.ParquetFile(path).read()
        placed = table["placed"].combine_chunks()
        names = ["by", "confidence", "radius_m"]
        fewer = pa.StructArray.from_arrays([placed.field(name) for name in names], names=names, mask=placed.is_null())
        table = table.set_column(table.column_names.index("placed"), "placed", fewer)
        pq.write_table(table.drop_columns(["source", "digest"]), path)
    then, _ = told(earlier, tmp_path / "then")
    lacking = {"source", "digest", "placed"}

    def told_of(said: pa.Table) -> list[dict[str, object]]:
        return [{name: row[name] for name in row.keys() - lacking} for row in matched(said)]

    by_id = itemgetter("event_id", "happened_at")
    assert sorted(told_of(then), key=by_id) == sorted(told_of(now), key=by_id)
    assert {row["source"] for row in matched(then)} == {None}


def test_two_sets_give_whose_answers_differ(archived: Path, tmp_path: Path) -> None:
    said, table = told(archived, tmp_path, compare=LIVE)
    owners = [row["owner"] for row in table.to_pylist()]
    statuses = set()
    for row in matched(said):
        asked, compared = ({owners[place] for place in row[name]} for name in ("matched", "compared"))  # type: ignore
        assert set(row["missed_by"]) == compared - asked  # type: ignore[arg-type]
        assert set(row["extra_for"]) == asked - compared  # type: ignore[arg-type]
        assert set(row["same_for"]) == asked & compared  # type: ignore[arg-type]
        statuses |= {name for name in ("missed_by", "extra_for", "same_for") if row[name]}
    assert len(statuses) == 3
    looked = said.filter(pc.equal(said["kind"], LOOKED))
    assert pc.sum(looked["pairs"]).as_py() == sum(len(row["matched"]) for row in matched(said))  # type: ignore[arg-type]


def test_lists_are_as_long_as_there_are_events(archived: Path) -> None:
    manifest = read_manifest(archived)
    table = together(subscription_set(LIVE, archived, manifest), None)
    index = WorkerIndex(pack(table), [era.topic for era in manifest.eras])
    certain = np.ones(2)
    found = Found(np.array([1, 1]), np.array([0, 2]), certain, certain)
    column, *degrees = matched_columns(index, found, 3, False)
    assert column.to_pylist() == [[], [0, 2], []]
    assert [values.to_pylist() for values in degrees] == [[None] * 3] * 2
    plain = result_schema(manifest.eras[0].topic, has_compared=False)
    assert plain.names[-3:] == ["matched", "possibility", "necessity"]


def test_degrees_stand_beside_the_places_of_events_that_are_not_certain(archived: Path, tmp_path: Path) -> None:
    manifest = read_manifest(archived)
    asked = subscription_set(LIVE, archived, manifest)
    index = WorkerIndex(pack(together(asked, asked)), [era.topic for era in manifest.eras])
    other = len(asked)  # the first place of the second set
    found = Found(
        np.array([0, 1, 1, 1, 2]),
        np.array([0, 0, 1, other, other]),
        np.array([1.0, 1.0, 0.7, 1.0, 0.9]),
        np.array([1.0, 1.0, 0.2, 1.0, 0.9]),
    )
    one = matched_columns(index, found.where(found.places < other), 3, False)
    both = matched_columns(index, found, 3, True)
    wanted = [[[0], [0, 1], []], [None, [1.0, 0.7], None], [None, [1.0, 0.2], None]]
    assert [column.to_pylist() for column in one] == [column.to_pylist() for column in both[:3]] == wanted
    assert [column.to_pylist() for column in both[3:6]] == [[[], [other], [other]], *[[None, None, [0.9]]] * 2]
    schema = pa.schema(list(result_schema(manifest.eras[0].topic, has_compared=True))[-9:])
    pq.write_table(pa.table(both, schema=schema), tmp_path / "part.parquet")
    assert pq.ParquetFile(tmp_path / "part.parquet").read().equals(pa.table(both, schema=schema))


def test_files_of_the_format_before_are_matched_as_ever(tmp_path: Path) -> None:
    said, _ = told(FORMAT_1, tmp_path)
    rows = matched(said)
    assert [row["event_id"] for row in rows] == ["e2", "e3"]
    assert all(row["imprecise"] is row["accuracy_m"] is row["necessity"] is None for row in rows)
