"""The session's settings: workers find the package, and a real cluster is not tied to loopback."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="the extra replay is not installed")

from broker_local.replay.session import settings, spark_session  # noqa: E402


def test_workers_find_the_package_and_what_the_driver_was_given() -> None:
    paths = settings("local[*]", {"PYTHONPATH": "/more"}, {})["spark.executorEnv.PYTHONPATH"].split(":")
    assert paths == [str(Path(__file__).parents[4]), "/more"]


@pytest.mark.parametrize(
    ("master", "is_tied"),
    [("local[*]", True), ("local-cluster[2,1,2048]", True), ("spark://127.0.0.1:7077", True), ("yarn", False)],
)
def test_only_a_machine_of_ones_own_is_tied_to_loopback(master: str, is_tied: bool) -> None:
    assert ("spark.driver.host" in settings(master, {}, {})) is is_tied


def test_what_is_given_wins_and_a_cluster_decides_how_many_partitions_it_wants() -> None:
    given = {"spark.executor.memory": "8g", "spark.ui.enabled": "true"}
    assert settings("yarn", {}, given).items() >= given.items()
    assert "spark.sql.shuffle.partitions" in settings("local[2]", {}, {})
    assert "spark.sql.shuffle.partitions" not in settings("yarn", {}, {})


@pytest.mark.java
def test_a_session_that_is_there_is_used_and_goes_on(spark) -> None:
    with spark_session("local[1]") as same:
        assert same is spark
    assert spark.range(3).count() == 3
