"""The result of a replay, read from its folder without Spark: summaries at once, events by stretches of time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
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

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape
from broker_local.protocol.times import parse_timestamp
from broker_local.protocol.topic import AttributeType, AttributeValue, Topic
from broker_local.protocol.topic_codec import topic_from_object

RESULT_FILE = "result.json"
FORMAT = 2
MOST_EVENTS = 20_000  # of a stretch; more could not be told apart on a screen
_EVENT_COLUMNS = ["event_id", "publisher", "happened_at", "geometry", "placed", "attributes", "matched"]
_SURENESS_COLUMNS = ["accuracy_m", "imprecise", "possibility", "necessity"]  # of format 2
_COMPARED_COLUMNS = ["compared", "compared_possibility", "compared_necessity", "missed_by", "extra_for"]
Degrees = tuple[tuple[float, float], ...]  # possibility and necessity of each match; empty where all of them are 1


class Verdict(StrEnum):
    """What became of an event when two sets of subscriptions were compared."""

    SAME = "same"
    MISSED = "missed"  # the compared set tells somebody of it, the asked one does not
    EXTRA = "extra"  # the other way round


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event that matched, then."""

    time_us: int
    event: Event
    matched: tuple[int, ...]  # places of subscriptions of the asked set
    compared: tuple[int, ...] = ()  # of the compared set
    verdict: Verdict = Verdict.SAME
    degrees: Degrees = ()  # of `matched`
    compared_degrees: Degrees = ()

    def necessity(self, is_compared: bool) -> float:
        """How certain it is that some subscription of a set asked for it."""
        degrees = self.compared_degrees if is_compared else self.degrees
        return max((necessity for _, necessity in degrees), default=1.0)


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
        for place in np.flatnonzero((self._first_us < end_us) & (self._last_us >= begin_us)).tolist():
            file = self._open(self._folder / self._paths[place])
            there = set(file.schema_arrow.names)
            columns = [name for name in (*_EVENT_COLUMNS, *_SURENESS_COLUMNS, *_COMPARED_COLUMNS) if name in there]
            table = file.read_row_group(self._groups[place], columns=columns)
            when = table["happened_at"].cast(pa.int64())
            table = table.filter(pc.and_(pc.greater_equal(when, begin_us), pc.less(when, end_us)))
            if len(table):
                found.append((table, self._era_of[place]))
        total = sum(len(table) for table, _ in found)
        kept = _newest(found, most) if total > most else found
        rows = [row for table, era in kept for row in _past_events(table, self._eras[era])]
        rows.sort(key=lambda row: (row.time_us, row.event.id))
        return Stretch(begin_us, end_us, tuple(rows[-most:]), total - len(rows[-most:]))

    def _rows(self, name: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self._table(name).to_pylist()
        return rows

    def _table(self, name: str) -> pa.Table:
        files = self._tables[name]["files"] if name in self._tables else ()
        tables = [pq.ParquetFile(self._folder / file).read() for file in files]
        return pa.concat_tables(tables) if tables else pa.table({})


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


def _newest(found: list[tuple[pa.Table, int]], most: int) -> list[tuple[pa.Table, int]]:
    """Only what may be among the newest `most`, before anything is unpacked."""
    moments = np.concatenate([table["happened_at"].cast(pa.int64()).to_numpy() for table, _ in found])
    from_us = int(np.partition(moments, len(moments) - most)[len(moments) - most])
    cut = [
        (table.filter(pc.greater_equal(table["happened_at"].cast(pa.int64()), from_us)), era) for table, era in found
    ]
    return [(table, era) for table, era in cut if len(table)]


def _past_events(table: pa.Table, topic: Topic) -> list[PastEvent]:
    kinds = {attribute.name: attribute.type for attribute in topic.attributes}
    geometries = shapely.from_wkb(np.array(table["geometry"].to_pylist(), np.object_))
    moments = table["happened_at"].cast(pa.int64()).to_pylist()
    return [
        PastEvent(
            time_us,
            Event(
                row["event_id"],
                topic.name,
                geometry,
                {
                    name: _value(value, kinds[name])
                    for name, value in (row.get("attributes") or {}).items()
                    if value is not None and name in kinds
                }
                | _imprecise(row.get("imprecise")),
                row["happened_at"],
                row["publisher"],
                _placed(row["placed"]),
                row.get("accuracy_m"),
            ),
            tuple(row["matched"] or ()),
            tuple(row.get("compared") or ()),
            _verdict(row),
            _degrees(row, ""),
            _degrees(row, "compared_"),
        )
        for row, geometry, time_us in zip(table.to_pylist(), geometries.tolist(), moments, strict=True)
    ]


def _verdict(row: dict[str, Any]) -> Verdict:
    if row.get("missed_by"):
        return Verdict.MISSED
    return Verdict.EXTRA if row.get("extra_for") else Verdict.SAME


def _value(value: Any, kind: AttributeType) -> AttributeValue:
    if kind is AttributeType.BINARY:
        content: bytes | None = value["content"]
        return BlobRef(value["sha256"], value["bytes"]) if content is None else content
    plain: AttributeValue = value
    return plain


def _imprecise(values: list[dict[str, Any]] | None) -> dict[str, AttributeValue]:
    """The values that are not exact, by attribute."""
    return {
        value["attribute"]: FuzzyNumber(
            value["low"],
            value["high"],
            value["left"],
            value["right"],
            Shape(value["left_shape"]),
            Shape(value["right_shape"]),
        )
        for value in values or ()
    }


def _degrees(row: dict[str, Any], prefix: str) -> Degrees:
    both = [row.get(f"{prefix}{name}") or () for name in ("possibility", "necessity")]
    return tuple(zip(*both, strict=True))


def _placed(value: dict[str, Any] | None) -> Placement | None:
    if value is None:
        return None
    return Placement(PlacedBy(value["by"]), value["confidence"], value["radius_m"], value["matched"])


def _subscription(row: dict[str, Any]) -> PastSubscription:
    zone = None if row["geometry"] is None else shapely.from_wkb(row["geometry"])
    return PastSubscription(row["place"], row["set"] == 1, row["owner"], row["name"], row["topic"], zone)


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
