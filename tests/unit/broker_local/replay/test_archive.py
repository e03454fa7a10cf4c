"""The archive: all of the journal once, whatever ends a run halfway, and nothing of another journal."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import shapely

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import content_digest, encode_event
from broker_local.replay.archive import ArchiveReport, archive, open_archive
from broker_local.replay.compaction import compact
from broker_local.replay.event_schema import events_of
from broker_local.replay.journal_source import JournalSource
from broker_local.replay.manifest import (
    DELIVERIES,
    EVENTS,
    IMAGES,
    REJECTED,
    Manifest,
    check_files,
    commit,
    read_manifest,
)
from broker_local.replay.subscription_table import read_subscriptions
from broker_local.replay.table_schemas import DELIVERIES as DELIVERY_COLUMNS
from broker_local.replay.table_schemas import with_schema
from broker_local.service.journal import EventRow
from broker_local.service.retention import Retention, Trimming
from tests.builders import an_event
from tests.recorded_traffic import Traffic, play_an_hour, traffic

NOW = datetime(2026, 7, 2, tzinfo=UTC)
FORMAT_1 = Path(__file__).parents[3] / "data" / "archive_format_1"  # four readings, two of which were told to one user


def run(journal: Path, to: Path, at_once: int = 100) -> ArchiveReport:
    return archive(journal, to, builtin_topics(), NOW, at_once)


def bodies(to: Path) -> dict[int, object]:
    """Every event of an archive as the journal would write it, by its number."""
    manifest = read_manifest(to)
    found: Counter[int] = Counter()
    by_seq: dict[int, object] = {}
    for entry in manifest.of(EVENTS):
        assert entry.era is not None
        for row in events_of(pq.ParquetFile(to / entry.path).read(), manifest.eras[entry.era].topic):
            assert row.seq is not None
            found[row.seq] += 1
            by_seq[row.seq] = json.loads(encode_event(row.event))
    assert not [seq for seq, times in found.items() if times > 1]
    return by_seq


def kept(journal: Path) -> dict[int, object]:
    """Every event of a journal."""
    source = JournalSource(journal)
    rows = source.events(0, source.newest_seq(), 1_000_000)
    source.close()
    return {row.seq: json.loads(row.body) for row in rows}


def deliveries(to: Path) -> set[tuple[str, int, str, tuple[tuple[int, float, float], ...]]]:
    rows = [row for f in read_manifest(to).of(DELIVERIES) for row in pq.ParquetFile(to / f.path).read().to_pylist()]
    return {(r["user"], r["number"], r["event_id"], tuple(map(handle_and_degrees, r["matched"]))) for r in rows}


def handle_and_degrees(matched: dict[str, Any]) -> tuple[int, float, float]:
    return matched["handle"], matched["possibility"], matched["necessity"]


def test_everything_of_the_journal_is_in_the_archive_as_it_was(hour: Traffic, tmp_path: Path) -> None:
    report = run(hour.path, tmp_path)
    assert bodies(tmp_path) == kept(hour.path)
    assert (report.events, report.unreadable, report.rejected) == (480, 0, 6)
    assert report.through == 480
    manifest = read_manifest(tmp_path)
    check_files(tmp_path, manifest)
    table = read_subscriptions(tmp_path, manifest)
    ids = dict(zip(table["handle"].to_pylist(), table["subscription_id"].to_pylist(), strict=True))
    told = {
        (event, ids[handle], user, *degrees)
        for user, _, event, matched in deliveries(tmp_path)
        for handle, *degrees in matched
    }
    assert told == hour.delivered()
    assert len(told) > 100


def test_subscriptions_have_the_moments_between_which_they_were(hour: Traffic, tmp_path: Path) -> None:
    run(hour.path, tmp_path)
    rows = read_subscriptions(tmp_path, read_manifest(tmp_path)).to_pylist()
    source = JournalSource(hour.path)
    journaled = list(source.subscriptions())
    source.close()
    assert [row["handle"] for row in rows] == [row.handle for row in journaled]
    assert [row["body"] for row in rows] == [row.body for row in journaled]
    assert sum(row["ended_at"] is None for row in rows) == sum(row.ended_at is None for row in journaled) > 3
    assert all(row["ended_at"] is None or row["begun_at"] <= row["ended_at"] for row in rows)
    assert any(row["is_paused"] for row in rows)


def test_a_second_run_adds_nothing_and_a_later_one_only_what_is_new(tmp_path: Path) -> None:
    with traffic(tmp_path / "data") as to:
        play_an_hour(to, steps=12)
        run(to.path, tmp_path / "archive")
        before = read_manifest(tmp_path / "archive")
        again = run(to.path, tmp_path / "archive")
        assert (again.events, again.deliveries, again.rejected, again.compacted) == (0, 0, 0, 0)
        assert read_manifest(tmp_path / "archive").files == before.files
        to.publish(an_event(id="late"), an_event(id="later"))
        to.publish_broken()
        more = run(to.path, tmp_path / "archive")
        assert (more.events, more.rejected) == (2, 1)
        assert bodies(tmp_path / "archive") == kept(to.path)


def test_refusals_that_begin_their_numbers_again_are_not_passed_over(tmp_path: Path) -> None:
    with traffic(tmp_path / "data") as to:
        for _ in range(3):
            to.publish_broken()
        run(to.path, tmp_path / "archive")
        to.journal.file.db.execute("DELETE FROM rejected")
        to.publish_broken()
        assert run(to.path, tmp_path / "archive").rejected == 1
        assert run(to.path, tmp_path / "archive").rejected == 0
        assert read_manifest(tmp_path / "archive").rows(REJECTED) == 4


def test_subscriptions_that_the_journal_forgot_stay_in_the_archive(tmp_path: Path) -> None:
    with traffic(tmp_path / "data") as to:
        play_an_hour(to, steps=20)
        run(to.path, tmp_path / "archive")
        before = read_subscriptions(tmp_path / "archive", read_manifest(tmp_path / "archive"))
        to.journal.file.db.execute("DELETE FROM subscriptions WHERE ended_at IS NOT NULL")
        run(to.path, tmp_path / "archive")
        assert read_subscriptions(tmp_path / "archive", read_manifest(tmp_path / "archive")).equals(before)


def test_the_archive_of_another_journal_is_left_alone(hour: Traffic, tmp_path: Path) -> None:
    run(hour.path, tmp_path / "archive")
    with traffic(tmp_path / "data") as to:
        to.publish(an_event(id="alone"))
        with pytest.raises(ProtocolError, match="the journal that this archive began with"):
            run(to.path, tmp_path / "archive")


def test_a_body_that_follows_no_schema_is_put_aside_and_counted(hour: Traffic, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(hour.path, path)
    with traffic(tmp_path) as to:
        to.journal.file.db.execute("UPDATE events SET body = ? WHERE seq = 5", (json.dumps({"type": "Feature"}),))
    report = run(path, tmp_path / "archive")
    assert (report.events, report.unreadable) == (479, 1)
    files = read_manifest(tmp_path / "archive").of(REJECTED)
    rows = [row for f in files for row in pq.ParquetFile(tmp_path / "archive" / f.path).read().to_pylist()]
    assert [row["field"] for row in rows if row["address"].startswith("journal/")] == ["properties"]


def test_files_are_partitioned_by_topic_and_day(hour: Traffic, tmp_path: Path) -> None:
    run(hour.path, tmp_path)
    folders = {Path(entry.path).parent.as_posix() for entry in read_manifest(tmp_path).of(EVENTS)}
    assert "events/topic=EALocation/date=2026-07-01" in folders
    assert {folder.split("/")[1] for folder in folders} >= {"topic=WSObservation", "topic=Floods"}
    assert len({entry.era for entry in read_manifest(tmp_path).of(EVENTS) if "Floods" in entry.path}) == 2


def test_the_journal_may_let_go_of_what_the_archive_has_and_of_nothing_else(tmp_path: Path) -> None:
    with traffic(tmp_path / "data") as to:
        play_an_hour(to, steps=10)
        count = to.journal.total("events")
        run(to.path, tmp_path / "archive")
        to.publish(an_event(id="later"))
        trimming = Trimming(to.journal, Retention(days=1))
        assert trimming.step(datetime.now(UTC) + timedelta(days=90)) == count
        assert list(kept(to.path)) == [count + 1]
        run(to.path, tmp_path / "archive")
        assert trimming.step(datetime.now(UTC) + timedelta(days=90)) == 1
        assert len(bodies(tmp_path / "archive")) == count + 1


def test_a_journal_keeps_all_when_a_new_file_is_not_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoiled(to: Path, manifest: Manifest) -> tuple[Manifest, int]:
        (to / manifest.of(EVENTS)[0].path).write_bytes(b"a worn-out disk")
        return manifest, 0

    monkeypatch.setattr("broker_local.replay.archive.compact", spoiled)
    with traffic(tmp_path / "data") as to:
        to.publish(an_event(id="one"))
        with pytest.raises(ProtocolError, match="SHA-256"):
            run(to.path, tmp_path / "archive")
        names = to.journal.file.db.execute("SELECT name FROM totals").fetchall()
        assert ("archived_events",) not in names


def test_images_are_in_the_archive_by_reference(tmp_path: Path) -> None:
    ref = blob_ref(b"an image")
    event = an_event("WFireRSImage", geometry=shapely.box(0, 0, 1, 1), id="fire", rasterfile=ref)
    row = EventRow(event.topic, "", event.id, content_digest(event), event.time, encode_event(event))
    with traffic(tmp_path / "data") as to:
        to.journal.record([row], [], [], NOW)
        archive(to.path, tmp_path / "archive", builtin_topics(), NOW, find_image=lambda sha256: f"file:///{sha256}")
    (entry,) = read_manifest(tmp_path / "archive").of(IMAGES)
    (found,) = pq.ParquetFile(tmp_path / "archive" / entry.path).read().to_pylist()
    assert (found["event_id"], found["file"], found["bytes"]) == ("fire", f"file:///{ref.sha256}", 8)


def test_a_new_archive_has_nothing(tmp_path: Path) -> None:
    assert open_archive(tmp_path / "new") == Manifest()
    assert replace(Manifest(), generation=1) != Manifest()


def test_an_archive_that_the_version_before_degrees_wrote_is_read_and_goes_on(tmp_path: Path) -> None:
    to = tmp_path / "archive"
    shutil.copytree(FORMAT_1, to)
    manifest = read_manifest(to)
    check_files(to, manifest)
    (subscription,) = read_subscriptions(to, manifest).to_pylist()
    assert (subscription["filter"], subscription["soft_m"], subscription["terms"]) == ("Temperature > 20", None, None)
    (events,) = manifest.of(EVENTS)
    for _ in range(4):  # small files of a day, which are compacted
        copy = to / events.path.replace("part-", f"part-{len(manifest.files)}")
        shutil.copy(to / events.path, copy)
        again = replace(events, path=copy.relative_to(to).as_posix())
        manifest = commit(to, manifest.with_files([again]))
    found, gone = compact(to, manifest)
    assert gone == 4
    (one,) = found.of(EVENTS)
    rows = events_of(pq.ParquetFile(to / one.path).read(), found.eras[one.era or 0].topic)
    assert {row.event.id for row in rows} == {"e0", "e1", "e2", "e3"}
    assert all(row.event.accuracy_m is None for row in rows)
    assert sorted({row.event.attributes["Temperature"] for row in rows}) == [15.0, 20.0, 25.0, 30.0]
    (delivered,) = found.of(DELIVERIES)
    degrees = with_schema(pq.ParquetFile(to / delivered.path).read(), DELIVERY_COLUMNS)["matched"].to_pylist()
    assert [[(m["handle"], m["possibility"], m["necessity"]) for m in matched] for matched in degrees] == [
        [(1, None, None)],
        [(1, None, None)],
    ]


_ARCHIVER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay import geoparquet
from broker_local.replay.archive import archive

def told(path, _write=geoparquet.sync):
    _write(path)
    print(path, flush=True)

geoparquet.sync = told
archive(Path(sys.argv[1]), Path(sys.argv[2]), builtin_topics(), datetime(2026, 7, 2, tzinfo=UTC), 40)
"""


def test_whenever_a_run_is_killed_the_next_one_completes_it(hour: Traffic, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    run(hour.path, whole, at_once=40)
    for writes in (1, 4, 9, 15, 22):
        to = tmp_path / f"killed-{writes}"
        command = [sys.executable, "-c", _ARCHIVER, str(hour.path), str(to)]
        archiver = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[4])
        assert archiver.stdout is not None
        for _ in range(writes):
            assert archiver.stdout.readline()
        archiver.send_signal(signal.SIGKILL)
        archiver.wait()
        archiver.stdout.close()
        run(hour.path, to, at_once=40)
        check_files(to, read_manifest(to))
        assert bodies(to) == bodies(whole)
        assert deliveries(to) == deliveries(whole)
        counted = [[read_manifest(at).rows(table) for table in (EVENTS, DELIVERIES, REJECTED)] for at in (to, whole)]
        assert counted[0] == counted[1]


def test_leftovers_of_a_killed_run_are_swept_once_nobody_can_want_them(hour: Traffic, tmp_path: Path) -> None:
    run(hour.path, tmp_path)
    leftover = tmp_path / "events" / "topic=EALocation" / "date=2026-07-01" / ".part-x.parquet.part"
    leftover.write_bytes(b"half")
    run(hour.path, tmp_path)
    assert leftover.exists()
    os.utime(leftover, (time.time() - 7200,) * 2)
    run(hour.path, tmp_path)
    assert not leftover.exists()
