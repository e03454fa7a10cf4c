"""Event files: one for each schema and day, with what is needed to pass over it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet as pq

from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_files import EventFiles, new_name
from broker_local.replay.journal_source import micros
from broker_local.replay.manifest import TopicEra
from tests.builders import EA_LOCATION, WS_OBSERVATION, an_event


def test_events_are_parted_by_topic_and_the_day_on_which_they_happened(tmp_path: Path) -> None:
    files = EventFiles(tmp_path, [TopicEra(EA_LOCATION), TopicEra(WS_OBSERVATION)])
    evening, night = datetime(2026, 7, 1, 23, 59, 59, tzinfo=UTC), datetime(2026, 7, 2, tzinfo=UTC)
    for era, topic, at in ((0, "EALocation", night), (0, "EALocation", evening), (1, "WSObservation", evening)):
        files.add(era, ArchivedEvent(an_event(topic, time=at), at, "d", 1))
    entries = files.write()
    assert sorted((entry.era, entry.date, entry.first_at) for entry in entries) == [
        (0, "2026-07-01", micros(evening)),
        (0, "2026-07-02", micros(night)),
        (1, "2026-07-01", micros(evening)),
    ]
    for entry in entries:
        assert pq.read_metadata(tmp_path / entry.path).num_rows == entry.rows == 1
        assert entry.bounds == (-114.07, 51.05, -114.07, 51.05)
    assert files.write() == []


def test_names_are_new() -> None:
    assert new_name() != new_name()
