"""From matched events to what an analyst asks: DataFrames in, DataFrames out, each step ends in a select."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from broker_local.protocol.topic import AttributeType, Topic

from .match_task import GROUP, LOOKED, OWNER_LISTS
from .track_lines import THING

_NEARLY = 1e-9  # degrees are worked out: what misses by less is there
_HOUR_US = 3_600_000_000.0
STATUSES = tuple(name.partition("_")[0] for name in OWNER_LISTS)  # missed, extra, same


def cause_of(topic: Topic) -> str | None:
    """The attribute by which a topic's events are counted: a text called a cause, else the first with usual values."""
    texts = [a for a in topic.attributes if a.type is AttributeType.TEXT]
    named = (a.name for a in texts if "cause" in a.name.lower())
    return next(named, next((a.name for a in texts if a.values), None))


def match_columns(topic: Topic, *, has_compared: bool) -> str:
    """The columns of a topic's matched events that are read again, as Spark writes schemas."""
    wanted = {name for name in (cause_of(topic), topic.key) if name is not None}
    fields = ", ".join(f"`{name}`: string" for name in sorted(wanted) if _is_text(topic, name))
    columns = ["event_id string", "publisher string", "happened_at timestamp", "geometry binary"]
    columns += [
        "bbox struct<xmin: double, ymin: double, xmax: double, ymax: double>",
        "matched array<int>",
        "necessity array<double>",
    ]
    if fields:
        columns.append(f"attributes struct<{fields}>")
    if has_compared:
        columns += ["compared array<int>", *(f"{name} array<string>" for name in OWNER_LISTS)]
    return ", ".join(columns)


def named_matches(matches: DataFrame, topic: Topic, *, has_compared: bool) -> DataFrame:
    """Matched events of one topic in columns that all topics have."""
    cause, key = (name if name and _is_text(topic, name) else None for name in (cause_of(topic), topic.key))
    owners = [F.col(name) for name in OWNER_LISTS] if has_compared else []
    return matches.select(
        F.lit(topic.name).alias("topic"),
        "event_id",
        "publisher",
        "happened_at",
        "geometry",
        "bbox",
        "matched",
        "necessity",
        _attribute(cause).alias("cause"),
        _attribute(key).alias("key"),
        *owners,
    )


def summary(matches: DataFrame, subscriptions: DataFrame, begin: int, end: int) -> DataFrame:
    """For each subscription that was asked about: how many, first, last, how many an hour in force, by cause.

    And how many of them were certain: necessity is absent where all of an event's matches are.
    """
    pairs = matches.select(F.posexplode("matched").alias("at", "place"), "necessity", "happened_at", "cause")
    is_certain = F.coalesce(F.col("necessity")[F.col("at")], F.lit(1.0)) >= 1.0 - _NEARLY
    by_cause = (
        pairs.select("place", "cause", "happened_at", is_certain.cast("long").alias("certain"))
        .groupBy("place", "cause")
        .agg(
            F.count("*").alias("count"),
            F.sum("certain").alias("certain"),
            F.min("happened_at").alias("first"),
            F.max("happened_at").alias("last"),
        )
        .groupBy("place")
        .agg(
            F.sum("count").alias("events"),
            F.sum("certain").alias("certain"),
            F.min("first").alias("first_at"),
            F.max("last").alias("last_at"),
            F.sort_array(F.collect_list(F.struct("cause", "count"))).alias("by_cause"),
        )
    )
    in_force = F.least("ended", F.lit(end)) - F.greatest("begun", F.lit(begin))
    hours = F.greatest(in_force / F.lit(_HOUR_US), F.lit(1 / 3600))
    return subscriptions.join(by_cause, on="place", how="left").select(
        "place",
        "handle",
        "owner",
        "subscription_id",
        "name",
        subscriptions["topic"],
        F.coalesce("events", F.lit(0)).alias("events"),
        F.coalesce("certain", F.lit(0)).alias("certain"),
        "first_at",
        "last_at",
        (F.coalesce("events", F.lit(0)) / hours).alias("events_per_hour"),
        "by_cause",
        "geometry",
    )


def density(matches: DataFrame, cell_deg: float) -> DataFrame:
    """How many matched events, and matches of them, lie in each cell of a grid; by the middle of their bounds."""
    x, y = (F.col("bbox.xmin") + F.col("bbox.xmax")) / 2, (F.col("bbox.ymin") + F.col("bbox.ymax")) / 2
    return (
        matches.where(F.col("bbox.xmin").isNotNull())
        .groupBy(F.floor(x / cell_deg).alias("column"), F.floor(y / cell_deg).alias("row"))
        .agg(F.count("*").alias("events"), F.sum(F.size("matched")).cast("long").alias("matches"))
        .select("column", "row", "events", "matches")
    )


def track_fixes(matches: DataFrame) -> DataFrame:
    """The fixes of every thing that has a key."""
    return matches.where(F.col("key").isNotNull() & F.col("bbox.xmin").isNotNull()).select(
        "topic",
        "key",
        F.to_date("happened_at").alias("date"),
        F.unix_micros("happened_at").alias("at"),
        ((F.col("bbox.xmin") + F.col("bbox.xmax")) / 2).alias("x"),
        ((F.col("bbox.ymin") + F.col("bbox.ymax")) / 2).alias("y"),
    )


def together(stretches: DataFrame) -> DataFrame:
    """Those of one thing and day in one part, one after another."""
    return stretches.repartition(*THING).sortWithinPartitions(*THING).select(*THING, "fixes")


def timeline(told: DataFrame, topics: Sequence[str]) -> DataFrame:
    """For each minute and topic: how many events were looked at, matched, and by how many subscriptions."""
    names = F.array(*(F.lit(name) for name in topics))
    return (
        told.where(F.col("kind") == LOOKED)
        .groupBy(F.timestamp_micros("first_at").alias("minute"), F.element_at(names, F.col("era") + 1).alias("topic"))
        .agg(*(F.sum(name).alias(name) for name in ("rows", "matched", "pairs")))
        .select("minute", "topic", F.col("rows").alias("events"), "matched", F.col("pairs").alias("matches"))
        .orderBy("minute", "topic")
    )


def groups(told: DataFrame) -> DataFrame:
    """The row groups that were written, with the times of the first and the last event in each."""
    return told.where(F.col("kind") == GROUP).select("path", "row_group", "era", "rows", "first_at", "last_at")


def differences(matches: DataFrame) -> DataFrame:
    """Every event and user for whom two sets of subscriptions answer differently: missed, or extra."""
    told = F.concat(*(_told(status) for status in STATUSES[:2]))
    return matches.select(
        "topic", "event_id", "publisher", "happened_at", F.explode(told).alias("told"), "geometry"
    ).select("told.status", "told.owner", "topic", "event_id", "publisher", "happened_at", "geometry")


def difference_summary(matches: DataFrame) -> DataFrame:
    """For each user and topic: how many events are missed, extra and the same; the most extra ones in an hour."""
    told = F.concat(*(_told(status) for status in STATUSES))
    counted = [F.sum((F.col("told.status") == status).cast("long")).alias(status) for status in STATUSES]
    return (
        matches.select("topic", F.date_trunc("hour", "happened_at").alias("hour"), F.explode(told).alias("told"))
        .groupBy(F.col("told.owner").alias("owner"), "topic", "hour")
        .agg(*counted)
        .groupBy("owner", "topic")
        .agg(*(F.sum(name).alias(name) for name in STATUSES), F.max("extra").alias("most_extra_in_an_hour"))
        .select("owner", "topic", *STATUSES, "most_extra_in_an_hour")
        .orderBy("owner", "topic")
    )


def _told(status: str) -> Column:
    """The users of a status, each with its name beside it."""
    name = OWNER_LISTS[STATUSES.index(status)]
    return F.transform(name, lambda owner: F.struct(F.lit(status).alias("status"), owner.alias("owner")))


def _attribute(name: str | None) -> Column:
    return F.lit(None).cast("string") if name is None else F.col(f"attributes.`{name}`")


def _is_text(topic: Topic, name: str) -> bool:
    return topic.by_name[name].type is AttributeType.TEXT
