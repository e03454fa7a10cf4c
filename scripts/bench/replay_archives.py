"""Archives and zones for measuring the replay: millions of points and thousands of polygons, made as arrays."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import shapely
from numpy.typing import NDArray

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import SpatialPredicate, Subscription
from broker_local.protocol.subscription_codec import subscription_to_object
from broker_local.replay.event_files import write_events
from broker_local.replay.event_schema import BBOX, MOMENT, event_schema
from broker_local.replay.journal_source import micros
from broker_local.replay.manifest import Manifest, TopicEra, commit
from broker_local.replay.question import Question

TOPIC = builtin_topics()["EALocation"]
WEST, SOUTH, SIDE = -120.0, 48.0, 10.0  # degrees
ZONES = 10_000
BEGIN = datetime(2026, 7, 1, tzinfo=UTC)
SECONDS = 86_000  # of a day
_ASSETS = pa.array([f"A{number}" for number in range(5000)])
_ROWS_A_FILE = 500_000


@cache
def folder() -> Path:
    """Where everything goes that is measured; gone when the program ends."""
    made = tempfile.mkdtemp(prefix="rfers-bench-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


@cache
def an_archive(events: int) -> Path:
    """A day of points, evenly in time and place."""
    archive = folder() / f"archive-{events}"
    archive.mkdir()
    rng = np.random.default_rng(1)
    eras = (TopicEra(TOPIC),)
    entries = []
    for first in range(0, events, _ROWS_A_FILE):
        numbers = np.arange(first, min(first + _ROWS_A_FILE, events))
        entries.append(write_events(archive, _events(numbers, events, rng), eras, 0, BEGIN.date().isoformat()))
    commit(archive, Manifest(tuple(entries), eras))
    return archive


def _events(numbers: NDArray[np.int64], of: int, rng: np.random.Generator) -> pa.Table:
    count = len(numbers)
    coords = (WEST, SOUTH) + SIDE * rng.random((count, 2))
    at = micros(BEGIN) + numbers * (SECONDS * 1_000_000) // of
    when = pa.array(at).cast(MOMENT)
    parts = {
        "AssetID": _ASSETS.take(pa.array(numbers % len(_ASSETS))),
        "AssetName": pa.nulls(count, pa.string()),
        "Speed": pa.array(rng.uniform(0, 120, count)),
        "PosDate": when.cast(pa.date32()),
        "PosTime": pa.array(at % 86_400_000_000).cast(pa.time64("us")),
    }
    sides = [pa.array(coords[:, side]) for side in (0, 1, 0, 1)]
    columns = {
        "event_id": pa.array(numbers).cast(pa.string()),
        "happened_at": when,
        "accepted_at": when,
        "seq": pa.array(numbers),
        "source": pa.repeat("journal", count),
        "digest": pa.repeat("", count),
        "geometry": _points(coords),
        "bbox": pa.StructArray.from_arrays(sides, fields=list(BBOX)),
        "attributes": pa.StructArray.from_arrays([parts[a.name] for a in TOPIC.attributes], names=list(TOPIC.by_name)),
    }
    schema = event_schema(TOPIC)
    return pa.table([columns.get(f.name, pa.nulls(count, f.type)) for f in schema], schema=schema)


def _points(coords: NDArray[np.float64]) -> pa.Array:
    """Points as WKB."""
    wkb = np.empty(len(coords), [("order", "u1"), ("kind", "<u4"), ("xy", "<f8", 2)])
    wkb["order"], wkb["kind"], wkb["xy"] = 1, 1, coords
    offsets = np.arange(len(coords) + 1, dtype=np.int32) * wkb.itemsize
    return pa.BinaryArray.from_buffers(pa.binary(), len(coords), [None, pa.py_buffer(offsets), pa.py_buffer(wkb)])


@cache
def zones() -> Any:
    """Polygons of 20 vertices, of which one contains a point on average."""
    rng = np.random.default_rng(2)
    angles = np.sort(rng.uniform(0, 2 * np.pi, (ZONES, 20)), axis=1)
    radii = np.sqrt(SIDE**2 / ZONES / (np.pi * 0.55)) * rng.uniform(0.5, 1.0, (ZONES, 20))
    middles = (WEST, SOUTH) + SIDE * rng.random((ZONES, 1, 2))
    made = shapely.polygons(middles + radii[..., None] * np.stack([np.cos(angles), np.sin(angles)], axis=2))
    return made[shapely.is_valid(made)]


@cache
def question() -> Question:
    """What would these drafts catch?"""
    path = folder() / "drafts.json"
    wishes = (
        Subscription(f"z{n}", "draft", f"zone {n}", TOPIC.name, SpatialPredicate(zone, Operator.CONTAIN))
        for n, zone in enumerate(zones())
    )
    path.write_text(json.dumps([subscription_to_object(wish) for wish in wishes]))
    return Question(BEGIN, BEGIN + timedelta(days=1), subscriptions=str(path))
