"""Points against polygons: speed, latency, memory, loading and changes, beside shapely's STRtree on the same data."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.matcher import Matcher
from broker_local.matching.spatial.codes import CODE
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.grid_index import GridIndex
from broker_local.matching.spatial.packed_rtree import PackedRTree
from broker_local.matching.spatial.str_tree import StrTree
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.operators import Operator
from scripts.bench.frame import PAPER, Record, faster, median_s, once_s
from tests.builders import an_event

TOPIC = "EALocation"
WEST, SOUTH, SIDE = -120.0, 48.0, 10.0  # degrees
VERTICES = 20
MATCHES = 10  # of an event, on average
Floats = NDArray[np.float64]

_THESIS_MS = {100_000: 4.0, 1_000_000: 135.0}  # thesis 5.3.3.1, one event


def polygons(count: int, seed: int = 1) -> tuple[Floats, NDArray[np.int64]]:
    """Stars of 20 vertices, of which about MATCHES contain a random point: coordinates and where each ring begins."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0, 2 * np.pi, (count, VERTICES)), axis=1)
    mean_area = MATCHES * SIDE**2 / count
    radius = np.sqrt(mean_area / (np.pi * 0.55)) * rng.uniform(0.6, 1.4, (count, 1))
    radii = radius * rng.uniform(0.5, 1.0, (count, VERTICES))
    centres = rng.uniform((WEST, SOUTH), (WEST + SIDE, SOUTH + SIDE), (count, 2))
    ring = np.stack([centres[:, :1] + radii * np.cos(angles), centres[:, 1:] + radii * np.sin(angles)], axis=2)
    closed = np.concatenate([ring, ring[:, :1]], axis=1)
    return closed.reshape(-1, 2), np.arange(count + 1) * (VERTICES + 1)


def points(count: int, seed: int = 2) -> NDArray[np.object_]:
    """Random places in the same square."""
    rng = np.random.default_rng(seed)
    return np.asarray(shapely.points(rng.uniform((WEST, SOUTH), (WEST + SIDE, SOUTH + SIDE), (count, 2))))


def as_shapely(coords: Floats) -> NDArray[np.object_]:
    """The polygons as objects, for those that need them."""
    return np.asarray(shapely.polygons(coords.reshape(-1, VERTICES + 1, 2)))


def loaded(coords: Floats, starts: NDArray[np.int64], merges: ThreadPoolExecutor | None = None) -> Matcher:
    """A matcher with the polygons as Contain subscriptions."""
    matcher = Matcher(builtin_topics(), merges)
    count = len(starts) - 1
    flat = FlatGeometries.from_polygons(coords, starts)
    matcher.add_zones(TOPIC, np.arange(count), flat, np.full(count, CODE[Operator.CONTAIN], np.int8))
    return matcher


def columns(count: int) -> AttributeColumns:
    """Events without attributes: there are no filters here."""
    return AttributeColumns.of_arrays(builtin_topics()[TOPIC], count, {})


def speed(scale: str) -> list[Record]:
    """Events a second against shapely's STRtree, zero differences; and how the cost grows."""
    sizes, events = ((100_000, 1_000_000), 100_000) if scale == PAPER else ((20_000, 100_000), 20_000)
    records = []
    for size in sizes:
        coords, starts = polygons(size)
        places = points(events)
        matcher = loaded(coords, starts).topic_matcher(TOPIC)
        attributes = columns(events)
        ours = median_s(partial(matcher.match_columns, attributes, places), 5)
        found = matcher.match_columns(attributes, places)
        pairs = {pair for part in found for pair in zip(part.event_rows.tolist(), part.handles.tolist(), strict=True)}
        tree = shapely.STRtree(as_shapely(coords))
        some = places[: max(1, events // 5)]
        peer = median_s(partial(tree.query, some, predicate="within"), 3) / len(some)
        rows, zones = tree.query(places, predicate="within")
        theirs = set(zip(rows.tolist(), zones.tolist(), strict=True))
        note = f"an event of a batch of {events:,}, {len(pairs) / events:.1f} matches each"
        records.append(faster(f"{size:,} polygons, STRtree", scale, ours / events, peer, len(pairs ^ theirs), note))
        if size in _THESIS_MS:
            record = faster(f"{size:,} polygons, thesis 2009", scale, ours / events, _THESIS_MS[size] / 1e3, None)
            records.append(record)
    return records


def latency(scale: str) -> list[Record]:
    """One event at a time, the whole way from an event to its matches."""
    size = 1_000_000 if scale == PAPER else 100_000
    coords, starts = polygons(size)
    matcher = loaded(coords, starts)
    events = [an_event(geometry=place) for place in points(2_000)]
    for event in events[:50]:
        matcher.match([event])
    taken = []
    for event in events:
        begun = time.perf_counter()
        matcher.match([event])
        taken.append(time.perf_counter() - begun)
    tree = shapely.STRtree(as_shapely(coords))
    peers = []
    for event in events[:500]:
        begun = time.perf_counter()
        tree.query(event.geometry, predicate="within")
        peers.append(time.perf_counter() - begun)
    ours_s, peer_s = float(np.median(taken)), float(np.median(peers))
    note = f"median of a batch of 1; our 99th percentile {np.percentile(taken, 99) * 1e6:.0f} µs"
    return [faster(f"{size:,} polygons, one event, STRtree", scale, ours_s, peer_s, None, note)]


def memory(scale: str) -> list[Record]:
    """Bytes a subscription, and how fast they are loaded."""
    size = 1_000_000 if scale == PAPER else 100_000
    coords, starts = polygons(size)
    loaded(coords[: 1_000 * (VERTICES + 1)], starts[:1_001])  # compiles
    made: list[Matcher] = []
    load_s = once_s(lambda: made.append(loaded(coords, starts)))
    matcher = made[0]
    matcher.topic_matcher(TOPIC).match_columns(columns(10), points(10))
    bytes_each = matcher.nbytes / size
    tree_s = once_s(lambda: shapely.STRtree(as_shapely(coords)).query(shapely.Point(0, 0)))
    return [
        Record(
            f"{size:,} polygons, memory", scale, bytes_each, 700.0, "B each", 700 / bytes_each, None, "of 700 allowed"
        ),
        Record(
            f"{size:,} polygons, loading", scale, size / load_s, size / tree_s, "/s", tree_s / load_s, None,
            "beside making shapely's polygons and STRtree",
        ),
    ]  # fmt: skip


def changes(scale: str) -> list[Record]:
    """A thousand changes a second while matching goes on: batches beside those of a matcher that is left alone."""
    size, seconds = (1_000_000, 40.0) if scale == PAPER else (100_000, 10.0)
    return [_changes(scale, size, seconds, batch) for batch in (1_000, 10_000)]


def _changes(scale: str, size: int, seconds: float, batch: int) -> Record:
    coords, starts = polygons(size)
    places = points(batch)
    calm = loaded(coords, starts).topic_matcher(TOPIC)
    rings = polygons(size, seed=3)[0].reshape(-1, VERTICES + 1, 2)[:50_000]  # as large as those they take the place of
    code = np.array([CODE[Operator.CONTAIN]], np.int8)
    spent: dict[str, list[float]] = {"calm": [], "busy": []}
    attributes, made = columns(len(places)), 0
    with ThreadPoolExecutor(2) as merges:
        matcher = loaded(coords, starts, merges)
        busy = matcher.topic_matcher(TOPIC)
        begun = time.perf_counter()
        while (now := time.perf_counter() - begun) < seconds:
            while made < now * 500:
                zone = FlatGeometries.from_polygons(rings[made % len(rings)], np.array([0, VERTICES + 1]))
                matcher.add_zones(TOPIC, np.array([size + made]), zone, code)
                matcher.remove([made])
                made += 1
            for name, one in (("calm", calm), ("busy", busy)):
                before = time.perf_counter()
                one.match_columns(attributes, places)
                spent[name].append(time.perf_counter() - before)
    ours, peer = (float(np.median(spent[name])) * 1e3 for name in ("busy", "calm"))
    note = f"while 500 begin and 500 end a second ({2 * made:,} changes), beside none"
    name = f"{size:,} polygons, 1,000 changes/s, batches of {batch:,}"
    return Record(name, scale, ours, peer, "ms", peer / ours, None, note)


def indexes(scale: str) -> list[Record]:
    """The box indexes of the sources beside each other: boxes that meet boxes, the filter step alone."""
    size = 1_000_000 if scale == PAPER else 100_000
    coords, starts = polygons(size)
    bounds = FlatGeometries.from_polygons(coords, starts).bounds
    places = shapely.get_coordinates(points(10_000))
    boxes = np.hstack([places, places])
    tree = StrTree(bounds)
    peer = median_s(lambda: tree.query(boxes), 3) / len(boxes)
    expected = _pairs(tree.query(boxes))
    records = []
    made = (
        ("uniform grid (thesis)", GridIndex(bounds)),
        ("packed R-tree, STR order", PackedRTree(bounds, "str")),
        ("packed R-tree, Hilbert order", PackedRTree(bounds, "hilbert")),
    )
    for name, index in made:
        ours = median_s(partial(index.query, boxes), 3) / len(boxes)
        differences = len(_pairs(index.query(boxes)) ^ expected)
        records.append(faster(f"{size:,} boxes, {name}", scale, ours, peer, differences, "beside shapely's STRtree"))
    return records


def _pairs(found: tuple[NDArray[np.integer], NDArray[np.integer]]) -> set[tuple[int, int]]:
    return set(zip(found[0].tolist(), found[1].tolist(), strict=True))
