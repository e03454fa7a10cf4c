"""All tables of a result, from what the matching tasks wrote: each a transform, then files of our own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import result_files as files
from . import transforms
from .event_files import new_name
from .geoparquet import write_file
from .journal_source import micros
from .manifest import TopicEra
from .question import Question
from .result import ResultTable
from .result_files import Task
from .subscription_set import ASKED
from .track_lines import STRETCH_COLUMNS, stretches, tracks

SUBSCRIPTIONS_FILE = "subscriptions.parquet"
_NO_MATCHES = (
    "topic string, event_id string, publisher string, happened_at timestamp, geometry binary,"
    " bbox struct<xmin: double, ymin: double, xmax: double, ymax: double>, matched array<int>,"
    " necessity array<double>, cause string, key string, missed_by array<string>, extra_for array<string>,"
    " same_for array<string>"
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
        index = self._seek_index(told)
        matches = self._matches({(row["path"], row["era"]) for row in index})
        by_asked = matches if self.question.compare is None else matches.where(F.size("matched") > 0)
        asked = self.spark.read.parquet(str(self.folder / SUBSCRIPTIONS_FILE)).where(F.col("set") == ASKED)
        topics = [era.topic.name for era in self.eras]
        cell_deg = self.question.cell_deg
        tables = {
            "matches": ResultTable(tuple(sorted({row["path"] for row in index})), sum(row["rows"] for row in index)),
            "seek_index": self._write("seek_index", pa.Table.from_pylist(index, schema=files.SEEK_INDEX)),
            "timeline": self._save("timeline", transforms.timeline(told, topics).coalesce(1), files.TIMELINE),
            "summary": self._save("summary", transforms.summary(matches, asked, begin, end), files.SUMMARY),
            "density": self._run(
                transforms.density(by_asked, cell_deg),
                files.writing(self.folder / "density", files.DENSITY, files.cells(cell_deg)),
            ),
            "tracks": self._run(
                transforms.together(transforms.track_fixes(by_asked).mapInArrow(stretches, STRETCH_COLUMNS)),
                tracks(self.folder / "tracks"),
            ),
        }
        if self.question.compare is not None:
            tables["differences"] = self._save("differences", transforms.differences(matches), files.DIFFERENCES)
            counted = transforms.difference_summary(matches).coalesce(1)
            tables["difference_summary"] = self._save("difference_summary", counted, files.DIFFERENCE_SUMMARY)
        return tables

    def _seek_index(self, told: DataFrame) -> list[dict[str, Any]]:
        """Every row group that was written, by time: few, since each has thousands of events."""
        groups = [row.asDict() for row in transforms.groups(told).collect()]
        groups.sort(key=lambda row: (row["first_at"], row["path"], row["row_group"]))
        return [row | {"path": self._name(row["path"])} for row in groups]

    def _matches(self, written: Collection[tuple[str, int]]) -> DataFrame:
        """The matched events of all topics, in the columns that they share."""
        has_compared = self.question.compare is not None
        parts = []
        for era in sorted({era for _, era in written}):
            topic = self.eras[era].topic
            paths = [str(self.folder / path) for path, of_era in sorted(written) if of_era == era]
            reader = self.spark.read.schema(transforms.match_columns(topic, has_compared=has_compared))
            parts.append(transforms.named_matches(reader.parquet(*paths), topic, has_compared=has_compared))
        if not parts:
            return self.spark.createDataFrame([], _NO_MATCHES)
        return reduce(DataFrame.unionByName, parts)

    def _write(self, name: str, table: pa.Table) -> ResultTable:
        path = f"{name}/{new_name()}"
        written = write_file(self.folder / path, table)
        return ResultTable((path,), written.rows)

    def _save(self, name: str, data: DataFrame, schema: pa.Schema) -> ResultTable:
        return self._run(data, files.writing(self.folder / name, schema))

    def _run(self, data: DataFrame, task: Task) -> ResultTable:
        rows = data.mapInArrow(task, files.WRITTEN_COLUMNS).collect()
        ordered = sorted(rows, key=lambda row: str(row["path"]))
        return ResultTable(tuple(self._name(row["path"]) for row in ordered), sum(row["rows"] for row in ordered))

    def _name(self, path: str) -> str:
        return Path(path).relative_to(self.folder).as_posix()


def counts(timeline: Iterable[Path]) -> dict[str, int]:
    """How many events were looked at, how many matched, and how often: the sums of a timeline."""
    names = ("events", "matched", "matches")
    totals = dict.fromkeys(names, 0)
    for path in timeline:
        for batch in pq.ParquetFile(path).iter_batches(columns=names):
            for name in names:
                totals[name] += pc.sum(batch[name]).as_py() or 0
    return totals
