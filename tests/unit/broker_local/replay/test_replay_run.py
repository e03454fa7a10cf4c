"""A replay: its answers are those of the live service, whatever the master, and its tables agree with each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay.archive import archive
from broker_local.replay.question import Question
from broker_local.replay.result import read_result
from broker_local.replay.selection import WorkItem
from broker_local.replay.subscription_set import _as_set, pack
from broker_local.replay.subscription_table import table_of_subscriptions
from tests.recorded_traffic import NOON, Traffic
from tests.replay_answers import answers

pytestmark = pytest.mark.java
ALL_TIME = (datetime(1900, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def archived(hour: Traffic, tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("archived")
    archive(hour.path, to, builtin_topics(), NOON, 100)
    return to


def test_a_replay_as_they_were_gives_what_was_delivered(hour: Traffic, archived: Path, spark, tmp_path: Path) -> None:
    from broker_local.replay.replay_run import replay

    said: list[str] = []
    result = replay(archived, Question(*ALL_TIME), tmp_path, spark, lambda stage, done, sizes=(): said.append(stage))
    assert answers(result) == hour.delivered()
    assert len(answers(result)) == result.counts["matches"] > 100
    assert result.counts["events"] == 480
    assert read_result(tmp_path) == result
    assert said == ["choosing", "matching", "summing up", "done"]


def test_a_question_about_a_time_without_events_has_an_empty_answer(archived: Path, spark, tmp_path: Path) -> None:
    from broker_local.replay.replay_run import replay

    begin = datetime(1990, 1, 1, tzinfo=UTC)
    result = replay(archived, Question(begin, begin + timedelta(days=1)), tmp_path, spark)
    assert result.counts == {"events": 0, "matched": 0, "matches": 0}
    assert answers(result) == set()
    assert result.tables["tracks"].rows == 0


def items(*rows: int) -> list[WorkItem]:
    return [WorkItem(f"f{number}", 0, count, 0) for number, count in enumerate(rows)]


@pytest.mark.parametrize(
    "rows",
    [(65_536,) * 160 + (10,) * 400, (10,) * 400 + (65_536,) * 160, (3_000_000, *(5,) * 30), (7,), (0,) * 9],
    ids=["small ones last", "small ones first", "one large one", "one", "empty ones"],
)
def test_tasks_get_less_as_less_is_left_however_uneven_the_files_are(rows: tuple[int, ...]) -> None:
    from broker_local.replay.replay_run import FEWEST_ROWS_A_TASK, MOST_ROWS_A_TASK, shares

    parts = shares(items(*rows), 4)
    sizes = [sum(item.rows for item in part) for part in parts]
    assert [item for part in parts for item in part] == items(*rows)
    assert all(parts)
    assert max(sizes) <= max(max(rows), MOST_ROWS_A_TASK)
    assert sizes[-1] <= max(max(rows), FEWEST_ROWS_A_TASK)  # nobody waits long for the last one
    assert len(parts) <= 16 + 2 * (sum(rows) + 2_000 * len(rows)) // MOST_ROWS_A_TASK  # few, since each costs


def test_a_core_gets_several_tasks_where_there_is_enough() -> None:
    from broker_local.replay.replay_run import shares

    assert len(shares(items(*(50_000,) * 40), 4)) >= 8


def test_a_task_handles_the_parts_that_it_is_told_the_numbers_of() -> None:
    from broker_local.replay.replay_run import by_number

    parts = [items(1), items(2, 3), items(4)]

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield pa.RecordBatch.from_pylist([row for batch in batches for row in batch.to_pylist()])

    numbers = iter([pa.RecordBatch.from_pydict({"id": [1]}), pa.RecordBatch.from_pydict({"id": [2]})])
    (found,) = by_number(task, lambda: parts)(numbers)
    assert found.to_pylist() == [asdict(item) for item in (*parts[1], *parts[2])]


def test_each_worker_process_builds_the_index_once_however_many_tasks_it_has(spark) -> None:
    from broker_local.replay.worker_index import _built, worker_index

    content = pack(_as_set(table_of_subscriptions([]), is_bounded=False))
    packed = spark.sparkContext.broadcast(content)

    def of_task(numbers: Iterator[int]) -> Iterator[tuple[int, int, int]]:
        list(numbers)
        index = worker_index("a key of its own", lambda: packed.value, [])
        yield os.getpid(), id(index), len(_built)

    told = spark.sparkContext.parallelize(range(40), 40).mapPartitions(of_task).collect()
    assert len(told) == 40
    assert len({pid for pid, _, _ in told}) == len(set(told)) <= 4


def test_nothing_to_look_at_is_no_task() -> None:
    from broker_local.replay.replay_run import shares

    assert shares([], 4) == []
