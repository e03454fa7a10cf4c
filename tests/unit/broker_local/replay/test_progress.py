"""Progress: shares from 0 to 1, and an estimate once there is something to go by."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark", reason="the extra replay is not installed")

from broker_local.replay.progress import Progress, line, share_of  # noqa: E402


def test_what_is_left_follows_from_what_is_done() -> None:
    assert line("matching", 0.25, 10.0, 2, 8) == {
        "stage": "matching",
        "done": 0.25,
        "left_s": 30.0,
        "tasks": 2,
        "of_tasks": 8,
    }
    assert line("starting", 0.0, 10.0) == {"stage": "starting", "done": 0.0, "left_s": None}
    assert line("done", 1.2, 10.0)["done"] == 1.0


def test_large_tasks_count_for_more_than_small_ones() -> None:
    assert share_of([600, 300, 100], 2) == 0.9
    assert share_of([600, 300, 100], 0) == share_of([], 0) == 0.0


class Tracker:
    """A Spark whose tracker knows of no stage."""

    def __init__(self) -> None:
        self.sparkContext = self

    def statusTracker(self) -> Tracker:
        return self

    def getActiveStageIds(self) -> list[int]:
        return []


def test_what_was_said_to_be_done_is_not_taken_back() -> None:
    said: list[dict[str, object]] = []
    progress = Progress(Tracker(), said.append)
    for stage, done in (("matching", 0.05), ("summing up", 0.8), ("summing up", 0.7), ("done", 1.0)):
        progress.stage(stage, done)
    assert [told["done"] for told in said] == [0.05, 0.8, 0.8, 1.0]


@pytest.mark.java
def test_stages_are_told_as_they_begin(spark) -> None:
    said: list[dict[str, object]] = []
    with Progress(spark, said.append) as progress:
        progress.stage("matching", 0.05)
        spark.range(10).count()
    assert said[0]["stage"] == "matching"
