"""Selection: what cannot have an event of the question is passed over, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_schema import table_of
from broker_local.replay.geoparquet import write_file
from broker_local.replay.journal_source import micros
from broker_local.replay.manifest import EVENTS, FileEntry, Manifest, TopicEra
from broker_local.replay.question import Question
from broker_local.replay.selection import chosen_files, work_items
from tests.builders import EA_LOCATION, WS_OBSERVATION, an_event

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
WEST = FileEntry("west", EVENTS, 1, 1, "s", era=0, first_at=micros(NOON), last_at=micros(NOON), bounds=(0, 0, 1, 1))
EAST = replace(WEST, path="east", bounds=(5, 0, 6, 1))
SENSORS = replace(WEST, path="sensors", era=1)
NOWHERE = replace(WEST, path="nowhere", bounds=None)
MANIFEST = Manifest((WEST, EAST, SENSORS, NOWHERE), (TopicEra(EA_LOCATION), TopicEra(WS_OBSERVATION)))
DAY = Question(NOON, NOON + timedelta(days=1))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (DAY, {"west", "east", "sensors", "nowhere"}),
        (replace(DAY, topics=("WSObservation",)), {"sensors"}),
        (replace(DAY, area=shapely.box(0.5, 0.5, 2, 2)), {"west", "sensors"}),
        (replace(DAY, area=shapely.box(6, 1, 7, 2)), {"east"}),
        (Question(NOON - timedelta(days=1), NOON), set()),
        (Question(NOON + timedelta(microseconds=1), NOON + timedelta(days=1)), set()),
    ],
    ids=["all", "topic", "area", "touching", "before", "after"],
)
def test_files_of_other_topics_times_and_places_are_passed_over(question: Question, expected: set[str]) -> None:
    assert {entry.path for entry in chosen_files(MANIFEST, question)} == expected


def test_an_unknown_topic_is_refused_with_a_hint() -> None:
    with pytest.raises(ProtocolError, match="did you mean 'EALocation'"):
        chosen_files(MANIFEST, replace(DAY, topics=("EALocations",)))


def test_row_groups_of_other_times_and_places_are_passed_over(tmp_path: Path) -> None:
    moments = [NOON + timedelta(minutes=minute) for minute in range(4)]
    events = [an_event(geometry=(float(n), 0.0), time=at) for n, at in enumerate(moments)]
    rows = [ArchivedEvent(event, at, "d", n) for n, (event, at) in enumerate(zip(events, moments, strict=True))]
    write_file(tmp_path / "west", table_of(rows, EA_LOCATION), rows_a_group=1)

    def groups(question: Question) -> list[int]:
        return [item.row_group for item in work_items(tmp_path, [WEST], question)]

    assert groups(DAY) == [0, 1, 2, 3]
    assert groups(Question(moments[1], moments[3])) == [1, 2]
    assert groups(replace(DAY, area=shapely.box(1.5, -1, 9, 1))) == [2, 3]


def test_a_row_group_without_places_is_in_no_area(tmp_path: Path) -> None:
    event = an_event("FireIncReports", geometry=None, address="x")
    from tests.builders import FIRE_INC_REPORTS

    write_file(tmp_path / "west", table_of([ArchivedEvent(event, NOON, "d", 1)], FIRE_INC_REPORTS))
    question = Question(event.time, event.time + timedelta(days=1))
    assert len(work_items(tmp_path, [WEST], question)) == 1
    assert work_items(tmp_path, [WEST], replace(question, area=shapely.box(0, 0, 1, 1))) == []
