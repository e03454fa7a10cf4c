"""The Spark session of a replay: the same settings on one machine, on a cluster in small, and on a real one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

_PYTHON = "spark.pyspark.python"
_ALONE = re.compile(r"local(?:\[(\d+|\*)\])?\Z")
_JAVA_OPTIONS = "-XX:TieredStopAtLevel=1"  # the work is done in Python: Java that compiles twice only takes its time
_LOOPBACK = ("local", "spark://127.", "spark://localhost")


def settings(master: str, environment: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """What a session is built with; what is given wins, and a cluster's own configuration may say more."""
    package = str(Path(__file__).resolve().parents[2])
    paths = [package, *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    chosen = {
        "spark.app.name": "rfers-replay",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.parquet.datetimeRebaseModeInRead": "CORRECTED",  # our calendar is the proleptic one
        "spark.sql.parquet.int96RebaseModeInRead": "CORRECTED",
        "spark.sql.adaptive.enabled": "true",
        **dict.fromkeys(("spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions"), _JAVA_OPTIONS),
        "spark.python.worker.reuse": "true",  # an index is built once for each worker process
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(paths),  # where a cluster has it elsewhere, its own holds too
    }
    if master.startswith(_LOOPBACK):
        chosen |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    alone = _ALONE.match(master)
    if alone is not None:  # elsewhere Spark looks, while it runs, how many parts are best
        cores = (os.cpu_count() or 1) if alone[1] in (None, "*") else int(alone[1])
        chosen |= {"spark.sql.shuffle.partitions": str(2 * cores), "spark.sql.adaptive.enabled": "false"}
    return chosen | dict(given)


@contextmanager
def spark_session(master: str, given: Mapping[str, str] | None = None) -> Iterator[SparkSession]:
    """A session on a master, ended when done, unless the process had one before: then that one, which goes on."""
    active = SparkSession.getActiveSession()
    if active is not None:
        yield active
        return
    given = given or {}
    if _PYTHON in given:
        os.environ["PYSPARK_PYTHON"] = given[_PYTHON]  # the only way by which Spark lets a running Python say it
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master)
    for name, value in settings(master, os.environ, given).items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        yield session
    finally:
        session.stop()
