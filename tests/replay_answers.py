"""What a replay's result says was, or would have been, delivered: (event, subscription, user)."""

from __future__ import annotations

import pyarrow.parquet as pq

from broker_local.replay.result import Result
from tests.recorded_traffic import Delivered


def answers(result: Result, column: str = "matched") -> set[Delivered]:
    """Every event with every subscription that it matched, and whose that is."""
    names = {row["place"]: row for row in result.read("subscriptions").to_pylist()}
    found: set[Delivered] = set()
    for path in result.paths("matches"):
        for row in pq.ParquetFile(path).read(["event_id", column]).to_pylist():
            wishes = [names[place] for place in row[column]]
            found |= {(row["event_id"], wish["subscription_id"], wish["owner"]) for wish in wishes}
    return found
