"""A replay from question to result: choose, match, sum up, and only then let it be the result."""

from __future__ import annotations

import shutil
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from .geoparquet import write_file
from .journal_source import micros
from .manifest import Manifest, read_manifest
from .match_task import TOLD, TOLD_COLUMNS, TaskPlan, match_task
from .question import Question
from .result import Result, ResultTable, write_result
from .result_files import WRITTEN_COLUMNS, Batches, Task, writing
from .result_tables import SUBSCRIPTIONS_FILE, Tables, counts
from .selection import WorkItem, chosen_files, work_items
from .subscription_set import pack, subscription_set, together
from .worker_index import index_key

MOST_ROWS_A_TASK, FEWEST_ROWS_A_TASK = 1_000_000, 200_000
_ROWS_OF_AN_OPENING = 2_000  # that could be matched while a file is opened


class Say(Protocol):
    """Is told of a stage, how much of all is done before it (0 to 1), and how large its tasks are, in order."""

    def __call__(self, stage: str, done: float, sizes: Sequence[int] = ()) -> None: ...


def _silent(stage: str, done: float, sizes: Sequence[int] = ()) -> None:
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
    parts = shares(items, spark.sparkContext.defaultParallelism)
    say("matching", 0.05, [sum(item.rows for item in part) for part in parts])
    told = matched(parts, subscriptions, folder, question, manifest, spark)
    say("summing up", 0.8)
    tables = Tables(spark, folder, question, manifest.eras).make(told)
    tables["subscriptions"] = ResultTable((SUBSCRIPTIONS_FILE,), written.rows)
    counted = counts(folder / name for name in tables["timeline"].files)
    shutil.rmtree(folder / ".told", ignore_errors=True)
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
    parts: Sequence[Sequence[WorkItem]],
    subscriptions: pa.Table,
    folder: Path,
    question: Question,
    manifest: Manifest,
    spark: SparkSession,
) -> DataFrame:
    """Match all of it, a task for each part; what a task says is kept in a file, so that none runs twice.

    Java hears the names of these files only: it writes none itself, and the cores are the workers'.
    """
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
    work = context.broadcast(parts)
    count = len(parts)
    numbers = spark.range(0, count, 1, max(count, 1))  # of Java's: rows from Python would want workers of their own
    task = by_number(match_task(plan, lambda: packed.value), lambda: work.value)
    write = writing(folder / ".told", TOLD)
    told = numbers.mapInArrow(lambda batches: write(task(batches)), WRITTEN_COLUMNS).collect()
    packed.unpersist()
    work.unpersist()
    if not told:
        return spark.createDataFrame([], TOLD_COLUMNS)
    return spark.read.schema(TOLD_COLUMNS).parquet(*sorted(row["path"] for row in told))


def by_number(task: Task, parts: Callable[[], Sequence[Sequence[WorkItem]]]) -> Task:
    """A task that is told the number of its part of the work."""

    def run(batches: Batches) -> Batches:
        numbers = (number for batch in batches for number in batch.column(0).to_pylist())
        items = (asdict(item) for number in numbers for item in parts()[number])
        return task(pa.RecordBatch.from_pylist([item]) for item in items)

    return run


def shares(items: Sequence[WorkItem], cores: int) -> list[list[WorkItem]]:
    """What each task gets: neighbours in time, of what is left half a core's share, so that all end at once.

    Large tasks first, since each costs a fifth of a second besides its work; small ones last, since then none waits.
    """
    costs = [item.rows + _ROWS_OF_AN_OPENING for item in items]
    left = sum(costs)
    parts: list[list[WorkItem]] = []
    room = 0
    for item, cost in zip(items, costs, strict=True):
        if cost > room:
            parts.append([])
            fair = -(-left // (2 * max(cores, 1)))
            room = max(min(max(fair, FEWEST_ROWS_A_TASK), MOST_ROWS_A_TASK), cost)
        parts[-1].append(item)
        room -= cost
        left -= cost
    return parts
