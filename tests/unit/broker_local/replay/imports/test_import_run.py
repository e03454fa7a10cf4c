"""Imports: each file once, bad rows aside with the reason, whatever ends a run halfway."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.topic import AttributeType
from broker_local.replay.event_schema import events_of
from broker_local.replay.imports.import_plan import ImportPlan
from broker_local.replay.imports.import_run import ImportReport, import_source
from broker_local.replay.imports.rows import BadRow, Row, Source
from broker_local.replay.imports.sources import sources_of
from broker_local.replay.manifest import EVENTS, IMAGES, REJECTED, check_files, read_manifest

NOW = datetime(2026, 7, 2, tzinfo=UTC)
HEADER = "latitude,longitude,brightness,frp,acq_date,acq_time,daynight\n"
DETECTIONS = HEADER + "".join(
    f"51.{n:03},-114,{300 + n}.5,{n / 10},2025-06-0{1 + n % 3},00{n:02},D\n" for n in range(50)
)


def run(to: Path, path: Path, topic: str = "ActiveFires", at_once: int = 20) -> ImportReport:
    (source,) = sources_of([path], lambda content, field: (shapely.box(0, 0, 1, 1), None))
    return import_source(to, source, ImportPlan(topic), builtin_topics(), NOW, at_once)


def a_file(tmp_path: Path, text: str, name: str = "fires.csv") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def events(to: Path) -> list[tuple[str, datetime, object]]:
    manifest = read_manifest(to)
    found = [
        (item.event.id, item.event.time, item.event.attributes.get("brightness"))
        for entry in manifest.of(EVENTS)
        if entry.era is not None
        for item in events_of(pq.ParquetFile(to / entry.path).read(), manifest.eras[entry.era].topic)
    ]
    return sorted(found)


def refusals(to: Path) -> list[dict[str, object]]:
    return [row for e in read_manifest(to).of(REJECTED) for row in pq.ParquetFile(to / e.path).read().to_pylist()]


def test_detections_become_events_of_a_topic_made_from_the_columns(tmp_path: Path) -> None:
    report = run(tmp_path / "archive", a_file(tmp_path, DETECTIONS))
    assert report == ImportReport("fires.csv", 50)
    manifest = read_manifest(tmp_path / "archive")
    check_files(tmp_path / "archive", manifest)
    topic = manifest.eras[-1].topic
    assert topic.name == "ActiveFires"
    assert topic.by_name["brightness"].type is AttributeType.NUMBER
    assert {entry.date for entry in manifest.of(EVENTS)} == {"2025-06-01", "2025-06-02", "2025-06-03"}
    times = [time for _, time, _ in events(tmp_path / "archive")]
    assert datetime(2025, 6, 2, 0, 1, tzinfo=UTC) in times


def test_the_same_file_again_changes_nothing_and_one_that_overlaps_adds_what_is_new(tmp_path: Path) -> None:
    to, path = tmp_path / "archive", a_file(tmp_path, DETECTIONS)
    run(to, path)
    before = (to / "manifest.json").read_bytes()
    assert run(to, path).was_there
    assert (to / "manifest.json").read_bytes() == before
    longer = a_file(tmp_path, DETECTIONS + "51.9,-114,400,9,2025-06-03,2359,N\n", "longer.csv")
    report = run(to, longer)
    assert (report.events, report.already) == (1, 50)
    assert len(events(to)) == 51


def test_bad_rows_are_counted_and_put_aside_with_the_reason(tmp_path: Path) -> None:
    bad = "north,-114,300,1,2025-06-01,0001,D\n51,-114,300,1,,,D\n51,-114\n"
    report = run(tmp_path / "archive", a_file(tmp_path, DETECTIONS + bad))
    assert (report.events, report.bad) == (50, 3)
    assert report.first_reason.startswith("line 52: latitude: expected a number, got 'north'")
    rows = refusals(tmp_path / "archive")
    assert [(row["address"], row["source"]) for row in rows] == [
        (f"fires.csv, line {n}", "import:fires.csv") for n in (52, 53, 54)
    ]
    assert b"north" in rows[0]["content"]  # type: ignore[operator]


class PowerCut(Exception):
    """Ends a run where nothing expects it."""


def test_a_run_that_ends_halfway_is_completed_by_the_next(tmp_path: Path) -> None:
    whole, to = tmp_path / "whole", tmp_path / "archive"
    path = a_file(tmp_path, DETECTIONS + "north,-114,300,1,2025-06-01,0001,D\n")
    run(whole, path)
    (source,) = sources_of([path], lambda content, field: (shapely.box(0, 0, 1, 1), None))
    reads = 0

    def broken() -> Iterator[Row | BadRow]:
        nonlocal reads
        reads += 1
        for number, row in enumerate(source.rows()):
            if reads == 2 and number == 45:
                raise PowerCut
            yield row

    with pytest.raises(PowerCut):
        import_source(
            to, Source(source.name, source.digest, broken), ImportPlan("ActiveFires"), builtin_topics(), NOW, 20
        )
    assert len(events(to)) == 40
    assert refusals(to) == []
    report = run(to, path)
    assert (report.events, report.already, report.bad) == (10, 40, 1)
    assert events(to) == events(whole)
    assert len(refusals(to)) == 1


def test_rows_of_a_known_topic_are_held_to_its_schema(tmp_path: Path) -> None:
    text = (
        "AssetID,Speed,lat,lon,timestamp,colour\nA1,50,51,-114,2026-07-01T12:00:00Z,red\nA2,-5,51,-114,2026-07-01,red\n"
    )
    report = run(tmp_path / "archive", a_file(tmp_path, text), "EALocation")
    assert (report.events, report.bad, report.left_out) == (1, 1, ("colour",))
    (row,) = refusals(tmp_path / "archive")
    assert row["field"] == "properties.Speed"


def test_images_are_in_the_archive_by_reference(tmp_path: Path) -> None:
    folder = tmp_path / "thermal"
    folder.mkdir()
    (folder / "fire_20260701T1200.tif").write_bytes(b"an image")
    (folder / "undated.tif").write_bytes(b"another")
    to = tmp_path / "archive"
    report = run(to, folder, "WFireRSImage")
    assert (report.events, report.bad) == (1, 1)
    (entry,) = read_manifest(to).of(IMAGES)
    (row,) = pq.ParquetFile(to / entry.path).read().to_pylist()
    assert row["sha256"] == blob_ref(b"an image").sha256
    assert row["file"] == (folder / "fire_20260701T1200.tif").as_uri()
    assert (row["bytes"], row["attribute"], row["topic"]) == (8, "RasterFile", "WFireRSImage")
    assert shapely.from_wkb(row["geometry"]).equals(shapely.box(0, 0, 1, 1))


def test_a_new_topic_needs_a_row_that_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="at least one row that can be read"):
        run(tmp_path / "archive", a_file(tmp_path, "a,b\n1\n"))


def test_many_small_imports_are_compacted(tmp_path: Path) -> None:
    to = tmp_path / "archive"
    make = partial(a_file, tmp_path)
    for n in range(6):
        run(to, make(HEADER + f"51.{n},-114,300,1,2025-06-01,0001,D\n", f"{n}.csv"))
    assert len(read_manifest(to).of(EVENTS)) < 6
    assert len(events(to)) == 6
