"""The result of a replay, read from its folder without Spark: summaries at once, events by stretches of time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.times import parse_timestamp
from broker_local.protocol.topic import Topic
from broker_local.protocol.topic_codec import topic_from_object

from .replay_events import PastEvent, past_events
from .replay_whole import Grid, Ways, read_grid, read_ways

RESULT_FILE = "result.json"
FORMAT = 2
MOST_EVENTS = 20_000  # of a stretch; more could not be told apart on a screen
ALWAYS_US = (-(2**63), 2**63 - 1)
_EVENT_COLUMNS = ["event_id", "publisher", "happened_at", "geometry", "placed", "attributes", "matched"]
_SURENESS_COLUMNS = ["accuracy_m", "imprecise", "possibility", "necessity"]  # of format 2
_COMPARED_COLUMNS = ["compared", "compared_possibility", "compared_necessity", "missed_by", "extra_for"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The events from one moment up to another in order of time; the oldest are left out if there are too many."""

    begin_us: int
    end_us: int
    rows: tuple[PastEvent, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class PastSubscription:
    """A subscription that was run."""

    place: int
    is_compared: bool  # it is of the compared set
    owner: str
    name: str
    topic: str
    zone: BaseGeometry | None
    buffer_m: float = 0.0
    begun_us: int = ALWAYS_US[0]  # in force for events that were accepted from then on
    ended_us: int = ALWAYS_US[1]  # until before then


@dataclass(frozen=True, slots=True)
class SubscriptionSummary:
    """What one subscription of the asked set came to."""

    owner: str
    name: str
    topic: str
    events: int
    first_at: datetime | None
    last_at: datetime | None
    events_per_hour: float
    by_cause: tuple[tuple[str, int], ...]
    certain: int  # of the events


@dataclass(frozen=True, slots=True)
class DifferenceSummary:
    """What the asked set misses and adds for one user and topic."""

    owner: str
    topic: str
    missed: int
    extra: int
    same: int
    most_extra_in_an_hour: int


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """Counts by minute, of all topics together; only minutes with something in them."""

    minutes_us: NDArray[np.int64]
    events: NDArray[np.int64]
    matched: NDArray[np.int64]


class ReplayResult:
    """One result. Tables of summaries are read when it is opened; events when they are asked for, on any thread."""

    def __init__(self, out: Path) -> None:
        told = _told(out)
        try:
            self._read(out, told)
        except (KeyError, TypeError, ValueError, OSError) as error:
            if isinstance(error, ProtocolError):
                raise
            got = Given(str(error) or type(error).__name__)
            raise ProtocolError("result", expected="a whole result of a replay", got=got, hint=str(out)) from None

    def _read(self, out: Path, told: dict[str, Any]) -> None:
        self._folder = out / told["folder"]
        self._tables: Mapping[str, Any] = told["tables"]
        question = told["question"]
        self.begin = parse_timestamp(question["begin"], "question.begin")
        self.end = parse_timestamp(question["end"], "question.end")
        self.asked: str = question["subscriptions"]
        self.cell_deg = float(question["cell_deg"])
        self.compared: str | None = question["compare"]
        self.counts: dict[str, int] = {name: int(count) for name, count in told["counts"].items()}
        self._eras = tuple(topic_from_object(topic, "topics") for topic in told["topics"])
        self.topics: dict[str, Topic] = {topic.name: topic for topic in self._eras}
        self.subscriptions = tuple(_subscription(row) for row in self._rows("subscriptions"))
        self.summary = tuple(_summary(row) for row in self._rows("summary"))
        self.differences = tuple(DifferenceSummary(**row) for row in self._rows("difference_summary"))
        self.timeline = _timeline(self._table("timeline"))
        index = self._table("seek_index")
        self._paths: list[str] = _list(index, "path")
        self._groups: list[int] = _list(index, "row_group")
        self._era_of: list[int] = _list(index, "era")
        self._rows_of: list[int] = _list(index, "rows")
        self._first_us = np.array(_list(index, "first_at"), np.int64)
        self._last_us = np.array(_list(index, "last_at"), np.int64)
        self._open = lru_cache(64)(pq.ParquetFile)

    @property
    def begin_us(self) -> int:
        """The first moment of the question, in microseconds since 1970."""
        return micros(self.begin)

    @property
    def end_us(self) -> int:
        """The moment before which the question ends."""
        return micros(self.end)

    def between(self, begin_us: int, end_us: int, most: int = MOST_EVENTS) -> Stretch:
        """The matched events of a stretch, the newest `most` of them."""
        found: list[tuple[pa.Table, int]] = []
        total, newest = 0, np.empty(0, np.int64)  # moments of the newest so far
        places = np.flatnonzero((self._first_us < end_us) & (self._last_us >= begin_us))
        for place in places[np.argsort(-self._last_us[places], kind="stable")].tolist():
            if len(newest) == most and self._last_us[place] < newest[0]:
                total += self._count(place, begin_us, end_us)
                continue
            table = self._within(place, begin_us, end_us, [*_EVENT_COLUMNS, *_SURENESS_COLUMNS, *_COMPARED_COLUMNS])
            total += len(table)
            if len(table):
                found.append((table, self._era_of[place]))
                newest = np.sort(np.append(newest, table["happened_at"].cast(pa.int64()).to_numpy()))[-most:]
        if total > most:
            found = [(_since(int(newest[0]), table), era) for table, era in found]
        rows = [row for table, era in found for row in past_events(table, self._eras[era])]
        rows.sort(key=lambda row: (row.time_us, row.event.id))
        return Stretch(begin_us, end_us, tuple(rows[-most:]), total - len(rows[-most:]))

    def _within(self, place: int, begin_us: int, end_us: int, columns: list[str]) -> pa.Table:
        """The events of a row group that are in a stretch, with those of the columns that it has."""
        file = self._open(self._folder / self._paths[place])
        there = set(file.schema_arrow.names)
        table = file.read_row_group(self._groups[place], columns=[name for name in columns if name in there])
        if begin_us <= self._first_us[place] and self._last_us[place] < end_us:
            return table
        when = table["happened_at"].cast(pa.int64())
        return table.filter(pc.and_(pc.greater_equal(when, begin_us), pc.less(when, end_us)))

    def _count(self, place: int, begin_us: int, end_us: int) -> int:
        """How many events of a row group are in a stretch; read only where the stretch ends within it."""
        if begin_us <= self._first_us[place] and self._last_us[place] < end_us:
            return self._rows_of[place]
        return len(self._within(place, begin_us, end_us, ["happened_at"]))

    def grid(self) -> Grid:
        """How much matched where, in the whole period."""
        return read_grid(self._files("density"), self.cell_deg)

    def ways(self) -> Ways:
        """The tracks of things in the whole period."""
        return read_ways(self._files("tracks"))

    def _rows(self, name: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self._table(name).to_pylist()
        return rows

    def _table(self, name: str) -> pa.Table:
        tables = [pq.ParquetFile(file).read() for file in self._files(name)]
        return pa.concat_tables(tables) if tables else pa.table({})

    def _files(self, name: str) -> list[Path]:
        return [self._folder / file for file in (self._tables[name]["files"] if name in self._tables else ())]


def micros(moment: datetime) -> int:
    """A moment as microseconds since 1970."""
    passed = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds


def _told(out: Path) -> dict[str, Any]:
    file = out / RESULT_FILE
    try:
        told = json.loads(file.read_text("utf-8"))
    except OSError:
        raise ProtocolError("result", expected="a folder with a completed replay", got=str(out)) from None
    except ValueError:
        raise ProtocolError("result", expected=f"{RESULT_FILE} to be JSON", got=str(file)) from None
    if not isinstance(told, dict) or not isinstance(told.get("format"), int):
        raise ProtocolError("result.format", expected="a whole number", got=told)
    if told["format"] > FORMAT:
        raise ProtocolError("result.format", expected=f"{FORMAT} or older", got=told["format"], hint="update RFERS")
    return told


def _list(table: pa.Table, column: str) -> list[Any]:
    values: list[Any] = table[column].to_pylist() if len(table) else []
    return values


def _since(from_us: int, table: pa.Table) -> pa.Table:
    return table.filter(pc.greater_equal(table["happened_at"].cast(pa.int64()), from_us))


def _subscription(row: dict[str, Any]) -> PastSubscription:
    zone = None if row["geometry"] is None else shapely.from_wkb(row["geometry"])
    return PastSubscription(
        *(row["place"], row["set"] == 1, row["owner"], row["name"], row["topic"]),
        zone=zone,
        buffer_m=row["buffer_m"] or 0.0,
        begun_us=row["begun"],
        ended_us=row["ended"],
    )


def _summary(row: dict[str, Any]) -> SubscriptionSummary:
    causes = tuple((cause["cause"] or "", cause["count"]) for cause in row["by_cause"] or ())
    return SubscriptionSummary(
        *(row["owner"], row["name"], row["topic"], row["events"], row["first_at"], row["last_at"]),
        events_per_hour=row["events_per_hour"] or 0.0,
        by_cause=causes,
        certain=row.get("certain", row["events"]),
    )


def _timeline(table: pa.Table) -> Timeline:
    if not len(table):
        nothing = np.empty(0, np.int64)
        return Timeline(nothing, nothing, nothing)
    minutes, place = np.unique(table["minute"].cast(pa.int64()).to_numpy(), return_inverse=True)
    counts = [np.bincount(place, table[name].to_numpy()).astype(np.int64) for name in ("events", "matched")]
    return Timeline(minutes, *counts)
