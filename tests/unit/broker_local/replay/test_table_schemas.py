"""Formats: a file of an earlier one is read with nulls for what it lacks."""

from __future__ import annotations

import pyarrow as pa

from broker_local.replay.table_schemas import REJECTED, SUBSCRIPTIONS, with_schema


def test_what_an_earlier_format_lacks_is_absent() -> None:
    old = pa.table({"address": ["a"], "field": ["f"]})
    table = with_schema(old, REJECTED)
    assert table.schema == REJECTED
    assert table.to_pylist()[0]["address"] == "a"
    assert table["source"].to_pylist() == [None]


def test_a_file_of_this_format_stays_as_it_is() -> None:
    empty = SUBSCRIPTIONS.empty_table()
    assert with_schema(empty, SUBSCRIPTIONS).equals(empty)
