"""A replay from question to result: choose, match, sum up, and only then let it be the result."""

from __future__ import annotations

import shutil
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from .geoparquet import write_file
from .journal_source import micros
from .manifest import Manifest, read_manifest
from .match_task import TOLD_COLUMNS, TaskPlan, match_task
from .question import Question
from .result import Result, ResultTable, write_result
from .result_tables import SUBSCRIPTIONS_FILE, Tables, counts
from .selection import WorkItem, chosen_files, work_items
from .subscription_set import pack, subscription_set, together

ROWS_A_TASK = 250_000
_ITEM_COLUMNS = "path string, row_group int, rows long, era int"
Say = Callable[[str, float], None]  # a stage, and how much of all is done before it, from 0 to 1


def _silent(stage: str, done: float) -> None:
    pass


def replay(archive: Path, question: Question, out: Path, spark: SparkSession, say: Say = _silent) -> Result:
    """Answer a question from an archive. A run that is killed leaves the earlier result, if there was one."""
    begun = time.monotonic()
    say("choosing", 0.0)
    manifest = read_manifest(archive)
    items = work_items(archive, chosen_files(manifest, question), question)
    compared = None if question.compare is None else subscription_set(question.compare, archive, manifest)
    subscriptions = together(subscription_set(question.subscriptions, archive, manifest), compared)
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
    packed = context.broadcast(pack(subscriptions))
    plan = TaskPlan(
        str(folder / "matches"),
        tuple(era.topic for era in manifest.eras),
        micros(question.begin),
        micros(question.end),
        None if question.area is None else question.area.wkb,
        question.compare is not None,
    )
    rows = [(item.path, item.row_group, item.rows, item.era) for item in items]
    tasks = max(2 * context.defaultParallelism, sum(item.rows for item in items) // ROWS_A_TASK)
    work = spark.createDataFrame(context.parallelize(rows, max(1, min(len(rows), tasks))), _ITEM_COLUMNS)
    told = str(folder / ".told")
    work.mapInArrow(match_task(plan, lambda: packed.value), TOLD_COLUMNS).write.parquet(told)
    packed.unpersist()
    return spark.read.schema(TOLD_COLUMNS).parquet(told)
