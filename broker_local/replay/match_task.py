"""What a task of a replay does: read row groups of events, match them, write those that matched, say what it wrote.

Runs inside `mapInArrow`. Files of a task that fails, or that ran twice, are named by nobody and do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely
from numpy.typing import NDArray

from broker_local.protocol.topic import Topic

from .event_files import new_name
from .event_schema import event_schema
from .geoparquet import GeoParquetWriter
from .subscription_set import ASKED, COMPARED
from .superseded import open_file
from .table_schemas import with_schema
from .wkb_columns import geometries_of
from .worker_index import Found, Longs, WorkerIndex, worker_index

ROWS_A_GROUP = 16_384  # of a result: what a step in time reads
_MOST_AT_ONCE, _FEWEST_AT_ONCE = 16_384, 64  # events that are matched together
_FIRST_AT_ONCE = 1_024
_PAIRS_AT_ONCE = 2_000_000  # roughly: where thousands of zones cover everything, few events are looked at together
_MINUTE = 60_000_000
LOOKED, GROUP = "looked", "group"
TOLD = pa.schema(
    [
        ("kind", pa.string()),  # LOOKED: events of a minute; GROUP: a row group that was written
        ("era", pa.int32()),
        ("path", pa.string()),
        ("row_group", pa.int32()),
        ("rows", pa.int64()),
        ("matched", pa.int64()),  # events
        ("pairs", pa.int64()),
        ("first_at", pa.int64()),
        ("last_at", pa.int64()),
    ]
)
TOLD_COLUMNS = (
    "kind string, era int, path string, row_group int, rows long, matched long, pairs long, first_at long, last_at long"
)
OWNER_LISTS = ("missed_by", "extra_for", "same_for")


@dataclass(frozen=True, slots=True)
class TaskPlan:
    """What every task must know; the subscriptions come by broadcast."""

    folder: str  # where results go, on a disk that all workers see
    eras: tuple[Topic, ...]
    begin: int
    end: int
    area_wkb: bytes | None
    has_compared: bool
    index_key: str  # another for other subscriptions or schemas: workers keep what they built


def result_schema(topic: Topic, *, has_compared: bool) -> pa.Schema:
    """The columns of matched events: those of the archive, by which subscriptions, and how sure that is."""
    fields = [*event_schema(topic), *_found_fields("matched", "")]
    if has_compared:
        fields += _found_fields("compared", "compared_")
        fields += [pa.field(name, pa.list_(pa.string())) for name in OWNER_LISTS]
    return pa.schema(fields)


def _found_fields(places: str, prefix: str) -> list[pa.Field]:
    """A list of places for each event, and beside it their degrees; absent where all of them are 1."""
    degrees = [pa.field(f"{prefix}{name}", pa.list_(pa.float64())) for name in ("possibility", "necessity")]
    return [pa.field(places, pa.list_(pa.int32())), *degrees]


def match_task(
    plan: TaskPlan, subscriptions: Callable[[], bytes]
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function for `mapInArrow`: work items in, what was looked at and written out."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        index = worker_index(plan.index_key, subscriptions, plan.eras)
        results = _Results(plan)
        for batch in batches:
            for item in batch.to_pylist():
                yield from _handle(item, plan, index, results)
        yield results.close()

    return run


def _handle(item: dict[str, Any], plan: TaskPlan, index: WorkerIndex, results: _Results) -> Iterator[pa.RecordBatch]:
    era = item["era"]
    schema = event_schema(plan.eras[era])
    with open_file(Path(item["path"])) as file:
        read = file.read_row_group(item["row_group"], use_threads=False)  # a task is one core
    group = with_schema(read, schema)
    done = 0
    while done < len(group):
        some = group.slice(done, results.pace.at_once)
        done += len(some)
        events = _asked_for(some, plan)
        if not len(events):
            continue
        found = index.match(era, events)
        results.pace.note(len(events), len(found.rows))
        is_first = np.diff(found.rows, prepend=-1) > 0  # they come by row
        matched = found.rows[is_first]
        happened: Longs = events["happened_at"].cast(pa.int64()).to_numpy()
        yield _minutes(era, happened, matched, found.rows[index.sets[found.places] == ASKED])
        if len(matched):
            chosen = events.take(pa.array(matched))
            renumbered = replace(found, rows=np.cumsum(is_first) - 1)
            columns = matched_columns(index, renumbered, len(matched), plan.has_compared)
            table = pa.table([*chosen.columns, *columns], schema=results.schema(era))
            results.add(era, table, len(found.rows))


def _asked_for(events: pa.Table, plan: TaskPlan) -> pa.Table:
    """The events of the period and the area; one without a geometry is in no area."""
    happened: Longs = events["happened_at"].cast(pa.int64()).to_numpy()
    keep = (happened >= plan.begin) & (happened < plan.end)
    if plan.area_wkb is not None:
        area = shapely.from_wkb(plan.area_wkb)
        shapely.prepare(area)
        keep &= shapely.intersects(area, geometries_of(events["geometry"]))
    return events if keep.all() else events.filter(pa.array(keep))


def _minutes(era: int, happened: Longs, matched: Longs, asked: Longs) -> pa.RecordBatch:
    """What was looked at in each minute, of which so much matched any subscription, and the asked ones so often."""
    minutes, places = np.unique(happened // _MINUTE, return_inverse=True)
    count = len(minutes)
    begins = minutes * _MINUTE
    columns = [
        pa.array([LOOKED] * count, pa.string()),
        pa.array([era] * count, pa.int32()),
        pa.nulls(count, pa.string()),
        pa.nulls(count, pa.int32()),
        pa.array(np.bincount(places, minlength=count)),
        pa.array(np.bincount(places[matched], minlength=count)),
        pa.array(np.bincount(places[asked], minlength=count)),
        pa.array(begins),
        pa.array(begins),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=TOLD)


def matched_columns(index: WorkerIndex, found: Found, size: int, has_compared: bool) -> list[pa.Array]:
    """For each event the places that it matched and how sure; of two sets those of each, and whose answers differ."""
    if not has_compared:
        return _found_columns(found, size)
    columns, pairs = [], []
    for number in (ASKED, COMPARED):
        part = found.where(index.sets[found.places] == number)
        columns += _found_columns(part, size)
        pairs.append(np.unique(part.rows * len(index.owners) + index.owner_codes[part.places]))
    asked, compared = pairs
    for told in (
        np.setdiff1d(compared, asked, assume_unique=True),
        np.setdiff1d(asked, compared, assume_unique=True),
        np.intersect1d(asked, compared, assume_unique=True),
    ):
        row, owner = np.divmod(told, len(index.owners))
        columns.append(_lists(row, pa.array(index.owners[owner].tolist(), pa.string()), size))
    return columns


def _found_columns(found: Found, size: int) -> list[pa.Array]:
    places = _lists(found.rows, pa.array(found.places, pa.int32()), size)
    is_unsure = np.zeros(size, np.bool_)  # events; for the others nothing needs to be said
    is_unsure[found.rows[(found.possibility < 1.0) | (found.necessity < 1.0)]] = True
    if not is_unsure.any():
        return [places, *[pa.nulls(size, pa.list_(pa.float64()))] * 2]
    told = found.where(is_unsure[found.rows])
    absent = pa.array(~is_unsure)
    degrees = (pa.array(values, pa.float64()) for values in (told.possibility, told.necessity))
    return [places, *(_lists(told.rows, values, size, absent) for values in degrees)]


def _lists(rows: NDArray[np.int64], values: pa.Array, size: int, absent: pa.Array | None = None) -> pa.Array:
    """Values that are sorted by row as a list for each row."""
    offsets = np.searchsorted(rows, np.arange(size + 1)).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), values, mask=absent)


class Pace:
    """How many events to match together, by how many subscriptions the last ones matched: memory has a bound."""

    def __init__(self) -> None:
        self.at_once = _FIRST_AT_ONCE

    def note(self, events: int, pairs: int) -> None:
        """So many pairs came of so many events."""
        wanted = _PAIRS_AT_ONCE * events // max(pairs, 1)
        self.at_once = min(max(wanted, _FEWEST_AT_ONCE), _MOST_AT_ONCE)


class _Results:
    """The files that a task writes, one for each era, and how fast it goes."""

    def __init__(self, plan: TaskPlan) -> None:
        self.pace = Pace()
        self._plan = plan
        self._schemas: dict[int, pa.Schema] = {}
        self._waiting: dict[int, list[pa.Table]] = {}
        self._writers: dict[int, GeoParquetWriter] = {}
        self._pairs: dict[int, int] = {}
        self._told: list[dict[str, object]] = []

    def schema(self, era: int) -> pa.Schema:
        """The columns of an era's matched events."""
        if era not in self._schemas:
            self._schemas[era] = result_schema(self._plan.eras[era], has_compared=self._plan.has_compared)
        return self._schemas[era]

    def add(self, era: int, table: pa.Table, pairs: int) -> None:
        """Take some in; written once there are enough for a row group."""
        waiting = self._waiting.setdefault(era, [])
        waiting.append(table)
        self._pairs[era] = self._pairs.get(era, 0) + pairs
        if sum(map(len, waiting)) >= ROWS_A_GROUP:
            self._write(era)

    def close(self) -> pa.RecordBatch:
        """Write what is left; gives what all of it was."""
        for era in list(self._waiting):
            if self._waiting[era]:
                self._write(era)
        for writer in self._writers.values():
            writer.close()
        return pa.RecordBatch.from_pylist(self._told, schema=TOLD)

    def _write(self, era: int) -> None:
        table = pa.concat_tables(self._waiting[era])
        self._waiting[era] = []
        if era not in self._writers:
            topic = self._plan.eras[era].name
            path = Path(self._plan.folder, f"topic={topic}", f"era={era}", new_name())
            self._writers[era] = GeoParquetWriter(path, self.schema(era))
        writer = self._writers[era]
        when = table["happened_at"].cast(pa.int64())
        self._told.append(
            {
                "kind": GROUP,
                "era": era,
                "path": str(writer.path),
                "row_group": writer.write(table),
                "rows": len(table),
                "matched": len(table),
                "pairs": self._pairs.pop(era),
                "first_at": pc.min(when).as_py(),
                "last_at": pc.max(when).as_py(),
            }
        )
