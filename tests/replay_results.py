"""The result of a replay, written without Spark: a quarter of an hour with an event every ten seconds."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa
import shapely

from broker_local.protocol.fuzzy_number import about
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_schema import event_schema, table_of
from broker_local.replay.geoparquet import GeoParquetWriter, write_file
from broker_local.replay.journal_source import micros
from broker_local.replay.question import Question
from broker_local.replay.result import FORMAT, RESULT_FILE, Result, ResultTable, write_result
from broker_local.replay.result_files import DENSITY, DIFFERENCE_SUMMARY, SEEK_INDEX, SUMMARY, TIMELINE
from broker_local.replay.track_lines import TRACKS
from tests.builders import EA_LOCATION, an_event

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
EVENTS = 90
ASSETS = 3
GROUP = 30
_SINCE_2 = ("accuracy_m", "imprecise", "possibility", "necessity", "compared_possibility", "compared_necessity")
ZONE = shapely.box(-114.2, 50.9, -113.9, 51.2)


def write_a_result(out: Path, is_compared: bool = False, format: int = FORMAT) -> Path:
    """Three assets drive east; when compared, the asked set misses every fifth and has every ninth alone.

    Every tenth is half certain, and its speed and place have errors; not in format 1.
    """
    folder = out / "run-1"
    rows = [
        ArchivedEvent(
            replace(
                an_event(
                    id=f"e{number}",
                    geometry=(-114.1 + number * 0.001, 51.05 + (number % 3) * 0.02),
                    time=NOON + timedelta(seconds=10 * number),
                    AssetID=f"A{number % 3}",
                    AssetName=f"Engine {number % 3}",
                    speed=about(float(number), 5.0) if format > 1 and number % 10 == 0 else float(number),
                ),
                accuracy_m=12.5 if format > 1 and number % 10 == 0 else None,
            ),
            accepted_at=NOON + timedelta(seconds=10 * number),
            digest="d",
            seq=number + 1,
        )
        for number in range(EVENTS)
    ]
    lists = pa.list_(pa.int32())
    owners = pa.list_(pa.string())
    degrees = pa.list_(pa.float64())
    extra = [("matched", lists), ("possibility", degrees), ("necessity", degrees)]
    if is_compared:
        extra += [("compared", lists), ("compared_possibility", degrees), ("compared_necessity", degrees)]
        extra += [("missed_by", owners), ("extra_for", owners), ("same_for", owners)]
    schema = pa.schema([*event_schema(EA_LOCATION), *(pa.field(name, kind) for name, kind in extra)])
    if format == 1:
        schema = pa.schema([field for field in schema if field.name not in _SINCE_2])
    writer = GeoParquetWriter(folder / "matches.parquet", schema)
    index = []
    for first in range(0, EVENTS, GROUP):
        part = rows[first : first + GROUP]
        table = table_of(part, EA_LOCATION)
        for name, kind in extra:
            values = [_told(name, first + place, is_compared) for place in range(len(part))]
            table = table.append_column(name, pa.array(values, kind))
        group = writer.write(table.select(schema.names).cast(schema))
        moments = [micros(row.event.time) for row in part]
        index.append(
            {"path": "matches.parquet", "row_group": group, "era": 0, "rows": len(part)}
            | {"first_at": moments[0], "last_at": moments[-1]}
        )
    writer.close()
    tables = {"matches": ResultTable(("matches.parquet",), EVENTS)}
    for name, rows_of, kind in (
        ("seek_index", index, SEEK_INDEX),
        ("density", _density(rows), DENSITY),
        ("tracks", _tracks(rows), TRACKS),
        ("timeline", _timeline(), TIMELINE),
        ("summary", [_summary()], SUMMARY if format > 1 else SUMMARY.remove(SUMMARY.get_field_index("certain"))),
        ("subscriptions", _subscriptions(is_compared), None),
        ("difference_summary", [_difference()] if is_compared else [], DIFFERENCE_SUMMARY),
    ):
        write_file(folder / f"{name}.parquet", pa.Table.from_pylist(rows_of, schema=kind))
        tables[name] = ResultTable((f"{name}.parquet",), len(rows_of))
    question = Question(NOON, NOON + timedelta(hours=1), None, (), "live", "as-they-were" if is_compared else None)
    counts = {"events": 2 * EVENTS, "matched": EVENTS, "matches": EVENTS}
    write_result(out, Result(folder, question, 1, tables, counts, 0.5, (EA_LOCATION,)))
    told = json.loads((out / RESULT_FILE).read_text())
    (out / RESULT_FILE).write_text(json.dumps(told | {"format": format}))
    return out


def _told(name: str, number: int, is_compared: bool) -> list[object] | None:
    is_missed = is_compared and number % 5 == 0
    is_extra = is_compared and number % 9 == 1 and not is_missed
    half = number % 10 == 0
    told: dict[str, list[object] | None] = {
        "matched": [] if is_missed else [0],
        "possibility": [1.0] if half and not is_missed else None,
        "necessity": [0.5] if half and not is_missed else None,
        "compared": [] if is_extra else [1],
        "compared_possibility": [0.75] if half else None,
        "compared_necessity": [0.0] if half else None,
        "missed_by": ["ann"] if is_missed else [],
        "extra_for": ["ann"] if is_extra else [],
        "same_for": [] if is_missed or is_extra else ["ann"],
    }
    return told[name]


def _density(rows: list[ArchivedEvent]) -> list[dict[str, object]]:
    places = (row.event.geometry.centroid for row in rows if row.event.geometry is not None)
    cells = Counter((math.floor(place.x / 0.01), math.floor(place.y / 0.01)) for place in places)
    return [{"column": x, "row": y, "events": count, "matches": count} for (x, y), count in sorted(cells.items())]


def _tracks(rows: list[ArchivedEvent]) -> list[dict[str, object]]:
    ways = [rows[number::ASSETS] for number in range(ASSETS)]
    return [
        {"topic": "EALocation", "key": f"A{number}", "fixes": len(way)}
        | {"geometry": shapely.LineString([row.event.geometry for row in way]).wkb}
        for number, way in enumerate(ways)
    ]


def _timeline() -> list[dict[str, object]]:
    minutes = np.arange(EVENTS * 10 // 60)
    return [
        {"minute": NOON + timedelta(minutes=int(minute)), "topic": "EALocation", "events": 12}
        | {"matched": 6, "matches": 6}
        for minute in minutes
    ]


def _summary() -> dict[str, object]:
    return {
        "place": 0,
        "handle": 0,
        "owner": "ann",
        "subscription_id": "s",
        "name": "North",
        "topic": "EALocation",
        "events": EVENTS,
        "certain": EVENTS - 9,
        "first_at": NOON,
        "last_at": NOON + timedelta(minutes=14, seconds=50),
        "events_per_hour": 90.0,
        "by_cause": [{"cause": None, "count": EVENTS}],
        "geometry": ZONE.wkb,
    }


def _difference() -> dict[str, object]:
    return {"owner": "ann", "topic": "EALocation", "missed": 18, "extra": 8, "same": 64, "most_extra_in_an_hour": 8}


def _subscriptions(is_compared: bool) -> list[dict[str, object]]:
    return [
        {"place": place, "set": place, "owner": "ann", "name": name, "topic": "EALocation", "geometry": zone}
        | {"buffer_m": None, "begun": -(2**63), "ended": 2**63 - 1}
        for place, (name, zone) in enumerate((("North", ZONE.wkb), ("Old north", None)))
        if place == 0 or is_compared
    ]
