"""Transforms: which attributes are counted by and followed, and that absence is no cause."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark", reason="the extra replay is not installed")

from broker_local.replay import transforms  # noqa: E402
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS, WS_OBSERVATION  # noqa: E402
from tests.recorded_traffic import FLOODS  # noqa: E402


@pytest.mark.parametrize(("topic", "cause"), [(FIRE_INC_REPORTS, "IncCause"), (EA_LOCATION, None), (FLOODS, None)])
def test_events_are_counted_by_the_first_text_with_usual_values(topic, cause: str | None) -> None:
    assert transforms.cause_of(topic) == cause


def test_only_what_is_needed_is_read_again() -> None:
    assert "attributes struct<`SensorID`: string>" in transforms.match_columns(WS_OBSERVATION, has_compared=False)
    assert "attributes" not in transforms.match_columns(FLOODS, has_compared=False)
    assert "missed_by array<string>" in transforms.match_columns(FLOODS, has_compared=True)


@pytest.mark.java
def test_the_grid_counts_by_cells_and_leaves_out_what_has_no_place(spark) -> None:
    columns = "bbox struct<xmin: double, ymin: double, xmax: double, ymax: double>, matched array<int>"
    rows = [((0.1, 0.1, 0.1, 0.1), [1, 2]), ((0.4, 0.4, 0.4, 0.4), [1]), ((-0.1, 0.1, -0.1, 0.1), [3]), (None, [4])]
    found = transforms.density(spark.createDataFrame(rows, columns), 0.5).collect()
    assert {(r["column"], r["row"], r["events"], r["matches"]) for r in found} == {(0, 0, 2, 3), (-1, 0, 1, 1)}


@pytest.mark.java
def test_a_summary_says_how_many_matches_were_certain(spark) -> None:
    matches = spark.createDataFrame(
        [([0, 1], [1.0, 0.5], "a"), ([0], None, "a"), ([1], [0.0], None)],
        "matched array<int>, necessity array<double>, cause string",
    ).selectExpr("*", "timestamp_micros(0) AS happened_at")
    names = ("place", "handle", "owner", "subscription_id", "name", "topic", "geometry", "begun", "ended")
    asked = spark.createDataFrame(
        [(place, place, "ann", f"s{place}", "S", "T", None, 0, 1) for place in range(3)],
        ", ".join(f"{name} {'int' if name in ('place', 'handle', 'begun', 'ended') else 'string'}" for name in names),
    )
    found = transforms.summary(matches, asked, 0, 3_600_000_000).collect()
    assert {(r["place"], r["events"], r["certain"]) for r in found} == {(0, 2, 2), (1, 2, 0), (2, 0, 0)}
