"""Measures the replay: events a second beside a plain loop and beside plain Spark SQL, growth, memory, and seeking.

python -m scripts.bench.replay [--scale small|paper] [--only NAME …] [--json FILE]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely
from pyspark.sql import functions as F

from broker_local.replay.journal_source import micros
from broker_local.replay.manifest import read_manifest
from broker_local.replay.match_task import LOOKED, TaskPlan, match_task
from broker_local.replay.replay_run import matched, replay, shares
from broker_local.replay.result import Seeker
from broker_local.replay.selection import chosen_files, work_items
from broker_local.replay.session import spark_session
from broker_local.replay.subscription_set import pack, subscription_set, together
from broker_local.replay.worker_index import index_key
from rfers_desktop.store.replay_result import ReplayResult
from scripts.bench.frame import PAPER, Measure, Record, median_s, run, timed
from scripts.bench.memory import PeakMemory
from scripts.bench.other_work import OtherWork
from scripts.bench.replay_archives import BEGIN, SECONDS, TOPIC, an_archive, folder, question, zones

MASTER = "local[2]"
WARM_UP = 300_000  # events: enough for several tasks


def in_spark(spark: Any, events: int) -> tuple[float, int]:
    """Seconds to match an archive and write what matched, and how many matches there were."""
    archive, out = an_archive(events), folder() / f"spark-{time.monotonic_ns()}"
    manifest = read_manifest(archive)
    items = work_items(archive, chosen_files(manifest, question()), question())
    table = together(subscription_set(question().subscriptions, archive, manifest), None)
    out.mkdir()
    parts = shares(items, spark.sparkContext.defaultParallelism)
    taken, told = timed(lambda: matched(parts, table, out, question(), manifest, spark))
    pairs = told.where(F.col("kind") == LOOKED).agg(F.sum("pairs")).first()[0]
    return taken, int(pairs)


def in_a_loop(events: int) -> tuple[float, int]:
    """The same work in one process, without Spark."""
    archive, out = an_archive(events), folder() / f"loop-{time.monotonic_ns()}"
    manifest = read_manifest(archive)
    items = work_items(archive, chosen_files(manifest, question()), question())
    packed = pack(together(subscription_set(question().subscriptions, archive, manifest), None))
    period = micros(question().begin), micros(question().end)
    plan = TaskPlan(str(out), (TOPIC,), *period, None, False, index_key(packed, (TOPIC,)))
    task = match_task(plan, lambda: packed)

    def run_all(some: Sequence[Any]) -> pa.Table:
        batch = pa.RecordBatch.from_pylist([asdict(item) for item in some])
        return pa.Table.from_batches(task(iter([batch])))

    run_all(items[:1])  # builds the index
    taken, told = timed(partial(run_all, items))
    return taken, int(pc.sum(told.filter(pc.equal(told["kind"], LOOKED))["pairs"]).as_py())


def in_sql(spark: Any, events: int) -> tuple[float, int]:
    """A join by bounding boxes in SQL, and shapely on the pairs that it leaves."""
    entry = chosen_files(read_manifest(an_archive(events)), question())
    columns = "event_id string, geometry binary, bbox struct<xmin: double, ymin: double, xmax: double, ymax: double>"
    paths = [str(an_archive(events) / file.path) for file in entry]
    points = spark.read.schema(columns).parquet(*paths)
    rows = [(*map(float, shapely.bounds(zone)), shapely.to_wkb(zone)) for zone in zones()]
    boxes = spark.createDataFrame(rows, "x0 double, y0 double, x1 double, y1 double, zone binary")
    x, y = F.col("bbox.xmin"), F.col("bbox.ymin")
    near = x.between(F.col("x0"), F.col("x1")) & y.between(F.col("y0"), F.col("y1"))
    pairs = points.join(F.broadcast(boxes), on=near, how="inner").select("geometry", "zone")

    def contained(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            both = [shapely.from_wkb(batch[name].to_numpy(zero_copy_only=False)) for name in ("zone", "geometry")]
            yield pa.RecordBatch.from_pydict({"n": [int(shapely.contains(*both).sum())]})

    taken, found = timed(lambda: pairs.mapInArrow(contained, "n long").agg(F.sum("n")).first()[0])
    return taken, int(found)


def throughput(scale: str) -> list[Record]:
    """Events a second after start-up, beside a plain loop and beside plain SQL on a part of the events."""
    events = 10_000_000 if scale == PAPER else 500_000
    part = 50_000 if scale == PAPER else 5_000
    with spark_session(MASTER) as spark:
        in_spark(spark, WARM_UP)  # every worker is there, and has its index
        with OtherWork() as beside:
            ours, found = in_spark(spark, events)
        few, found_few = in_spark(spark, part)
        sql, found_sql = in_sql(spark, part)
    with OtherWork() as beside_loop:
        loop, found_loop = in_a_loop(events)
    rate = events / ours
    load = f"{events:,} events; other programs took {beside.cores:.2f} and {beside_loop.cores:.2f} cores"
    return [
        Record(
            "beside a plain loop", scale, rate, events / loop, "events/s", loop / ours, abs(found - found_loop), load
        ),
        Record(
            f"beside plain SQL ({part:,} events)",
            scale,
            rate,
            part / sql,
            "events/s",
            rate * sql / part,
            abs(found_few - found_sql),
            f"the replay of these few: {few:.1f} s",
        ),
    ]


def growth(scale: str) -> list[Record]:
    """Seconds for one, three and ten times as many events, and the memory that all of it takes."""
    sizes = [size // (1 if scale == PAPER else 10) for size in (1_000_000, 3_000_000, 10_000_000)]
    with spark_session(MASTER) as spark, PeakMemory() as memory:
        in_spark(spark, WARM_UP)
        taken = [in_spark(spark, size)[0] for size in sizes]
    peak_gb = memory.bytes / 1e9
    return [
        *(
            Record(f"{size:,} events", scale, seconds, None, "s", None, None, f"{size / seconds:,.0f} events/s")
            for size, seconds in zip(sizes, taken, strict=True)
        ),
        Record("memory of all processes", scale, peak_gb, 6.0, "GB", 6.0 / peak_gb, None, "the limit is 6 GB"),
    ]


def seek(scale: str) -> list[Record]:
    """A minute anywhere in a result, of which all is read."""
    events = 10_000_000 if scale == PAPER else 300_000
    with spark_session(MASTER) as spark:
        result = replay(an_archive(events), question(), folder() / "result", spark)
    taken = Record("the whole replay", scale, result.took_s, None, "s", None, None, f"{events:,} events, all tables")
    seeker = Seeker(result)
    rng = np.random.default_rng(3)

    desk = ReplayResult(folder() / "result")

    def once(minutes: int, *, is_desk: bool) -> None:
        at = BEGIN + timedelta(seconds=float(rng.uniform(0, SECONDS - 60 * minutes)))
        until = at + timedelta(minutes=minutes)
        if is_desk:
            desk.between(micros(at), micros(until))
        else:
            seeker.between(at, until)

    records = [taken]
    note = f"of {result.tables['matches'].rows:,} matched events"
    for name, minutes, is_desk in (
        ("a minute", 1, False),
        ("a minute, as objects for the map", 1, True),
        ("half an hour, the newest 20,000 as objects for the map", 30, True),
    ):
        ours = median_s(partial(once, minutes, is_desk=is_desk), 50 if minutes == 1 else 15) * 1000
        is_limited = minutes == 1
        limit = 150.0 if is_limited else None
        said = f"{note}; the limit is 150 ms" if is_limited else note
        records.append(Record(name, scale, ours, limit, "ms", limit and limit / ours, None, said))
    return records


MEASURES: dict[str, Measure] = {"throughput": throughput, "growth": growth, "seek": seek}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    run("The replay over an archive of points, with ten thousand polygons.", MEASURES, argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
