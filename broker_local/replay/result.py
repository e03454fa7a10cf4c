"""The result of a replay as files: what was asked, what came of it, and the way to any moment of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.times import parse_timestamp, write_timestamp
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import topic_from_object, topic_to_object

from .journal_source import micros
from .manifest import replace_text
from .question import Question, parse_area

RESULT_FILE = "result.json"
FORMAT = 2  # 2: degrees of matches, imprecise values, errors of places; what 1 lacks is absent, or certain


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The files of one table, from the run's folder."""

    files: tuple[str, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a replay came to: matches, summary, density, tracks, timeline, seek_index, subscriptions, differences."""

    folder: Path
    question: Question
    generation: int  # of the archive
    tables: Mapping[str, ResultTable]
    counts: Mapping[str, int]
    took_s: float
    topics: tuple[Topic, ...] = ()  # the schemas of the matched events: a file of them names its own by place

    def paths(self, table: str) -> list[Path]:
        """The files of a table."""
        return [self.folder / name for name in self.tables[table].files]

    def read(self, table: str) -> pa.Table:
        """A table as a whole: for summaries, not for matches."""
        tables = [pq.ParquetFile(path).read() for path in self.paths(table)]
        return pa.concat_tables(tables) if tables else pa.table({})


class Seeker:
    """Finds the matched events of a stretch of time without looking at the others."""

    def __init__(self, result: Result) -> None:
        self._folder = result.folder
        index = result.read("seek_index")
        self._paths: list[str] = index["path"].to_pylist() if len(index) else []
        self._groups: list[int] = index["row_group"].to_pylist() if len(index) else []
        self._first = np.array(index["first_at"] if len(index) else [], np.int64)
        self._last = np.array(index["last_at"] if len(index) else [], np.int64)
        self._open = lru_cache(64)(pq.ParquetFile)

    def between(self, begin: datetime, end: datetime, columns: list[str] | None = None) -> list[pa.Table]:
        """The matched events from one moment up to another, a table for each row group that has some."""
        first, last = micros(begin), micros(end)
        found = []
        for place in np.flatnonzero((self._first < last) & (self._last >= first)).tolist():
            file = self._open(self._folder / self._paths[place])
            wanted = None if columns is None else [*{*columns, "happened_at"}]
            table = file.read_row_group(self._groups[place], columns=wanted)
            when = table["happened_at"].cast(pa.int64())
            table = table.filter(pc.and_(pc.greater_equal(when, first), pc.less(when, last)))
            if len(table):
                found.append(table)
        return found


def write_result(out: Path, result: Result) -> None:
    """Let this be the result; until now an earlier one was, if there was one."""
    question = asdict(result.question) | {
        "begin": write_timestamp(result.question.begin),
        "end": write_timestamp(result.question.end),
        "area": None if result.question.area is None else result.question.area.wkt,
    }
    told = {
        "format": FORMAT,
        "folder": result.folder.name,
        "question": question,
        "generation": result.generation,
        "tables": {name: asdict(table) for name, table in result.tables.items()},
        "counts": dict(result.counts),
        "took_s": result.took_s,
        "topics": [topic_to_object(topic) for topic in result.topics],
    }
    replace_text(out / RESULT_FILE, json.dumps(told, indent=1))


def read_result(out: Path) -> Result:
    """The result in a folder; refused where no replay has been completed."""
    path = out / RESULT_FILE
    if not path.is_file():
        raise ProtocolError("result", expected="a folder with a completed replay", got=str(out))
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if told["format"] > FORMAT:
        raise ProtocolError("result.format", expected=f"{FORMAT} or older", got=told["format"], hint="update RFERS")
    given = told["question"]
    question = Question(
        **given
        | {
            "begin": parse_timestamp(given["begin"], "begin"),
            "end": parse_timestamp(given["end"], "end"),
            "area": None if given["area"] is None else parse_area(given["area"]),
            "topics": tuple(given["topics"]),
        }
    )
    tables = {name: ResultTable(tuple(table["files"]), table["rows"]) for name, table in told["tables"].items()}
    topics = tuple(topic_from_object(topic, "topics") for topic in told["topics"])
    return Result(out / told["folder"], question, told["generation"], tables, told["counts"], told["took_s"], topics)
