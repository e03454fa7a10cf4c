"""All tables of a result, from what the matching tasks wrote: each a transform, then files of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import result_files as files
from . import transforms
from .journal_source import micros
from .manifest import TopicEra
from .match_task import LOOKED
from .question import Question
from .result import ResultTable
from .result_files import Task
from .subscription_set import ASKED
from .track_lines import tracks

SUBSCRIPTIONS_FILE = "subscriptions.parquet"
_NO_MATCHES = (
    "topic string, event_id string, publisher string, happened_at timestamp, geometry binary,"
    " bbox struct<xmin: double, ymin: double, xmax: double, ymax: double>, matched array<int>, cause string,"
    " key string, missed_by array<string>, extra_for array<string>, same_for array<string>"
)


@dataclass(frozen=True, slots=True)
class Tables:
    """Makes the tables of one run."""

    spark: SparkSession
    folder: Path  # of the run
    question: Question
    eras: Sequence[TopicEra]

    def make(self, told: DataFrame) -> dict[str, ResultTable]:
        """Every table, by its name."""
        begin, end = micros(self.question.begin), micros(self.question.end)
        index = transforms.seek_index(told)
        written = index.groupBy("path", "era").agg(F.sum("rows").alias("rows")).orderBy("path").collect()
        matches = self._matches(written)
        asked = self.spark.read.parquet(str(self.folder / SUBSCRIPTIONS_FILE)).where(F.col("set") == ASKED)
        topics = [era.topic.name for era in self.eras]
        relative = index.withColumn("path", F.substring("path", len(str(self.folder)) + 2, 10_000))
        cell_deg = self.question.cell_deg
        tables = {
            "matches": ResultTable(tuple(self._name(row["path"]) for row in written), sum(r["rows"] for r in written)),
            "seek_index": self._save("seek_index", relative.coalesce(1), files.SEEK_INDEX),
            "timeline": self._save("timeline", transforms.timeline(told, topics).coalesce(1), files.TIMELINE),
            "summary": self._save("summary", transforms.summary(matches, asked, begin, end), files.SUMMARY),
            "density": self._run(
                transforms.density(matches, cell_deg),
                files.writing(self.folder / "density", files.DENSITY, files.cells(cell_deg)),
            ),
            "tracks": self._run(transforms.track_points(matches), tracks(self.folder / "tracks")),
        }
        if self.question.compare is not None:
            tables["differences"] = self._save("differences", transforms.differences(matches), files.DIFFERENCES)
            counted = transforms.difference_summary(matches).coalesce(1)
            tables["difference_summary"] = self._save("difference_summary", counted, files.DIFFERENCE_SUMMARY)
        return tables

    def _matches(self, written: Sequence[Any]) -> DataFrame:
        """The matched events of all topics, in the columns that they share."""
        has_compared = self.question.compare is not None
        parts = []
        for era in sorted({row["era"] for row in written}):
            topic = self.eras[era].topic
            paths = [row["path"] for row in written if row["era"] == era]
            reader = self.spark.read.schema(transforms.match_columns(topic, has_compared=has_compared))
            parts.append(transforms.named_matches(reader.parquet(*paths), topic, has_compared=has_compared))
        if not parts:
            return self.spark.createDataFrame([], _NO_MATCHES)
        return reduce(DataFrame.unionByName, parts)

    def _save(self, name: str, data: DataFrame, schema: pa.Schema) -> ResultTable:
        return self._run(data, files.writing(self.folder / name, schema))

    def _run(self, data: DataFrame, task: Task) -> ResultTable:
        rows = data.mapInArrow(task, files.WRITTEN_COLUMNS).collect()
        ordered = sorted(rows, key=lambda row: str(row["path"]))
        return ResultTable(tuple(self._name(row["path"]) for row in ordered), sum(row["rows"] for row in ordered))

    def _name(self, path: str) -> str:
        return Path(path).relative_to(self.folder).as_posix()


def counts(told: DataFrame) -> dict[str, int]:
    """How many events were looked at, how many matched, and how often."""
    row = (
        told.where(F.col("kind") == LOOKED)
        .agg(*(F.coalesce(F.sum(name), F.lit(0)).alias(name) for name in ("rows", "matched", "pairs")))
        .first()
    )
    return {"events": row["rows"], "matched": row["matched"], "matches": row["pairs"]}
