"""What a replay's result says was, or would have been, delivered, and how sure each match is."""

from __future__ import annotations

import pyarrow.parquet as pq

from broker_local.replay.result import Result
from tests.recorded_traffic import Delivered


def answers(result: Result, column: str = "matched") -> set[Delivered]:
    """Every event with every subscription that it matched, and whose that is."""
    prefix = "" if column == "matched" else f"{column}_"
    names = {row["place"]: row for row in result.read("subscriptions").to_pylist()}
    degrees = [f"{prefix}{name}" for name in ("possibility", "necessity")]
    found: set[Delivered] = set()
    for path in result.paths("matches"):
        for row in pq.ParquetFile(path).read(["event_id", column, *degrees]).to_pylist():
            wishes = [names[place] for place in row[column]]
            sure = [row[name] or [1.0] * len(wishes) for name in degrees]
            found |= {
                (row["event_id"], wish["subscription_id"], wish["owner"], possibility, necessity)
                for wish, possibility, necessity in zip(wishes, *sure, strict=True)
            }
    return found
