"""Whose subscriptions a replay runs: as they were at each moment, as they are now, or drafts from a file.

A set is a table with a row for each; `place` is what matches name it by. As Arrow bytes it is broadcast to the workers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from broker_local.matching.matcher import Matcher
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.json_text import as_list, as_object, parse_json, write_json
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from broker_local.protocol.topic import Topic

from .journal_source import JournalSource, SubscriptionRow
from .manifest import Manifest, is_journal_of
from .question import AS_THEY_WERE, LIVE
from .subscription_table import read_subscriptions, table_of_subscriptions

ALWAYS = (-(2**63), 2**63 - 1)  # microseconds
DRAFTER = "draft"
ASKED, COMPARED = 0, 1  # which of two sets a subscription is in
COLUMNS = pa.schema(
    [
        ("place", pa.int32()),
        ("set", pa.int8()),
        ("handle", pa.int64()),
        ("owner", pa.string()),
        ("subscription_id", pa.string()),
        ("name", pa.string()),
        ("topic", pa.string()),
        ("test", pa.string()),
        ("buffer_m", pa.float64()),
        ("filter", pa.string()),
        ("soft_m", pa.float64()),
        ("least_possibility", pa.float64()),
        ("least_necessity", pa.float64()),
        ("aggregation", pa.string()),
        ("terms", pa.string()),
        ("geometry", pa.binary()),
        ("begun", pa.int64()),  # microseconds since 1970; matched with events accepted from then on
        ("ended", pa.int64()),  # until before then
    ]
)


def subscription_set(which: str, archive: Path, manifest: Manifest, journal: Path | None = None) -> pa.Table:
    """The subscriptions that are asked for, of an archive or of a file; live ones of its journal, if that is here."""
    if which not in (AS_THEY_WERE, LIVE):
        return _as_set(_drafts(Path(which), newest_topics(manifest)), is_bounded=False)
    found = _journaled(journal, manifest) if which == LIVE and journal is not None else None
    table = read_subscriptions(archive, manifest) if found is None else found
    table = table.filter(pc.invert(table["is_paused"]))
    if which == LIVE:
        return _as_set(table.filter(pc.is_null(table["ended_at"])), is_bounded=False)
    return _as_set(table, is_bounded=True)


def _journaled(journal: Path, manifest: Manifest) -> pa.Table | None:
    """The subscriptions of a journal as they are at this moment; None if the archive is of another."""
    source = JournalSource(journal)
    try:
        return table_of_subscriptions(source.subscriptions()) if is_journal_of(source, manifest.watermark) else None
    finally:
        source.close()


def together(asked: pa.Table, compared: pa.Table | None) -> pa.Table:
    """One table of one or two sets, with a place for every subscription."""
    parts = [asked] if compared is None else [asked, compared]
    numbered = []
    for number, part in enumerate(parts):
        column = pa.array([number] * len(part), pa.int8())
        numbered.append(part.set_column(part.column_names.index("set"), "set", column))
    table = pa.concat_tables(numbered)
    return table.set_column(0, "place", pa.array(range(len(table)), pa.int32())).combine_chunks()


def pack(table: pa.Table) -> bytes:
    """A table as bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    packed: bytes = sink.getvalue().to_pybytes()
    return packed


def unpack(packed: bytes) -> pa.Table:
    """A table out of bytes."""
    return pa.ipc.open_stream(packed).read_all()


def newest_topics(manifest: Manifest) -> dict[str, Topic]:
    """Every topic as it was last."""
    return {era.topic.name: era.topic for era in manifest.eras}


def _as_set(table: pa.Table, *, is_bounded: bool) -> pa.Table:
    rows = len(table)
    columns: dict[str, Any] = {name: table[name] for name in COLUMNS.names if name in table.column_names}
    begun = pc.fill_null(table["begun_at"].cast(pa.int64()), ALWAYS[0])
    ends = (table[name].cast(pa.int64()) for name in ("ended_at", "ends_at"))
    ended = pc.fill_null(pc.min_element_wise(*ends), ALWAYS[1])
    columns |= {
        "place": pa.array(range(rows), pa.int32()),
        "set": pa.array([ASKED] * rows, pa.int8()),
        "begun": begun if is_bounded else pa.array([ALWAYS[0]] * rows, pa.int64()),
        "ended": ended if is_bounded else pa.array([ALWAYS[1]] * rows, pa.int64()),
    }
    return pa.table(columns).select(COLUMNS.names).cast(COLUMNS)


def _drafts(path: Path, topics: Mapping[str, Topic]) -> pa.Table:
    """Subscriptions from a file: one, a list, or a list called `subscriptions`; each checked as a desk's would be."""
    if not path.is_file():
        expected = f"{AS_THEY_WERE}, {LIVE}, or a file of subscriptions"
        raise ProtocolError("--subscriptions", expected=expected, got=str(path))
    given = parse_json(path.read_bytes(), path.name, 64 * MAX_MESSAGE_BYTES)
    if isinstance(given, dict) and "subscriptions" in given:
        given = given["subscriptions"]
    objects: Sequence[object] = [given] if isinstance(given, dict) else as_list(given, path.name)
    matcher = Matcher(topics)
    rows, seen = [], set()
    for number, value in enumerate(objects):
        field = f"{path.name}[{number}]"
        owner = as_object(value, field).get("owner", DRAFTER)
        subscription = subscription_from_object(value, topics, str(owner), field)
        matcher.check(subscription)
        if (subscription.owner, subscription.id) in seen:
            raise ProtocolError(f"{field}.id", expected="an id that its owner uses once", got=subscription.id)
        seen.add((subscription.owner, subscription.id))
        if not subscription.is_paused:
            body = write_json(subscription_to_object(subscription))
            rows.append(SubscriptionRow(number, subscription.owner, subscription.id, body, *ALWAYS))
    if not rows:
        raise ProtocolError("--subscriptions", expected="at least one that is not paused", got=Given("none"))
    return table_of_subscriptions(rows)
