"""A replay from question to result: choose, match, sum up, and only then let it be the result."""

from __future__ import annotations

import shutil
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from .geoparquet import write_file
from .journal_source import micros
from .manifest import Manifest, read_manifest
from .match_task import TOLD_COLUMNS, TaskPlan, match_task
from .question import Question
from .result import Result, ResultTable, write_result
from .result_files import Batches, Task
from .result_tables import SUBSCRIPTIONS_FILE, Tables, counts
from .selection import WorkItem, chosen_files, work_items
from .subscription_set import pack, subscription_set, together
from .worker_index import index_key

ROWS_A_TASK = 250_000
_ROWS_OF_AN_OPENING = 2_000  # that could be matched while a file is opened
Say = Callable[[str, float], None]  # a stage, and how much of all is done before it, from 0 to 1


def _silent(stage: str, done: float) -> None:
    pass


def replay(
    archive: Path,
    question: Question,
    out: Path,
    spark: SparkSession,
    say: Say = _silent,
    journal: Path | None = None,
) -> Result:
    """Answer a question from an archive; the journal says which subscriptions live, if it is at hand.

    A run that is killed leaves the earlier result, if there was one.
    """
    begun = time.monotonic()
    say("choosing", 0.0)
    manifest = read_manifest(archive)
    items = work_items(archive, chosen_files(manifest, question), question)
    asked, *compared = (
        subscription_set(which, archive, manifest, journal)
        for which in (question.subscriptions, question.compare)
        if which is not None
    )
    subscriptions = together(asked, compared[0] if compared else None)
    out.mkdir(parents=True, exist_ok=True)
    folder = out.absolute() / f"run-{uuid.uuid4().hex[:12]}"
    written = write_file(folder / SUBSCRIPTIONS_FILE, subscriptions)
    say("matching", 0.05)
    told = matched(items, subscriptions, folder, question, manifest, spark)
    say("summing up", 0.8)
    tables = Tables(spark, folder, question, manifest.eras).make(told)
    tables["subscriptions"] = ResultTable((SUBSCRIPTIONS_FILE,), written.rows)
    counted = counts(folder / name for name in tables["timeline"].files)
    shutil.rmtree(folder / ".told")
    took_s = round(time.monotonic() - begun, 3)
    topics = tuple(era.topic for era in manifest.eras)
    result = Result(folder, question, manifest.generation, tables, counted, took_s, topics)
    write_result(out, result)
    for old in out.glob("run-*"):
        if old.name != folder.name:
            shutil.rmtree(old, ignore_errors=True)
    say("done", 1.0)
    return result


def matched(
    items: Sequence[WorkItem],
    subscriptions: pa.Table,
    folder: Path,
    question: Question,
    manifest: Manifest,
    spark: SparkSession,
) -> DataFrame:
    """Match all of it; what the tasks say is kept in files, so that no task runs twice."""
    context = spark.sparkContext
    content = pack(subscriptions)
    eras = tuple(era.topic for era in manifest.eras)
    plan = TaskPlan(
        str(folder / "matches"),
        eras,
        micros(question.begin),
        micros(question.end),
        None if question.area is None else question.area.wkb,
        question.compare is not None,
        index_key(content, eras),
    )
    packed = context.broadcast(content)
    parts = context.broadcast(shares(items, 2 * context.defaultParallelism))
    count = len(parts.value)
    numbers = spark.range(0, count, 1, max(count, 1))  # of Java's: rows from Python would want workers of their own
    task = by_number(match_task(plan, lambda: packed.value), lambda: parts.value)
    told = str(folder / ".told")
    numbers.mapInArrow(task, TOLD_COLUMNS).write.parquet(told)
    packed.unpersist()
    parts.unpersist()
    return spark.read.schema(TOLD_COLUMNS).parquet(told)


def by_number(task: Task, parts: Callable[[], Sequence[Sequence[WorkItem]]]) -> Task:
    """A task that is told the number of its part of the work."""

    def run(batches: Batches) -> Batches:
        numbers = (number for batch in batches for number in batch.column(0).to_pylist())
        items = (asdict(item) for number in numbers for item in parts()[number])
        return task(pa.RecordBatch.from_pylist([item]) for item in items)

    return run


def shares(items: Sequence[WorkItem], fewest: int) -> list[list[WorkItem]]:
    """What each task gets: neighbours in time, as equal as whole row groups allow, so that none waits for one."""
    costs = [item.rows + _ROWS_OF_AN_OPENING for item in items]
    most = min(ROWS_A_TASK, -(-sum(costs) // max(fewest, 1)))
    parts: list[list[WorkItem]] = []
    room = 0
    for item, cost in zip(items, costs, strict=True):
        if cost > room:
            parts.append([])
            room = max(most, cost)
        parts[-1].append(item)
        room -= cost
    return parts
