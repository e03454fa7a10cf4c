"""The same replay on a cluster in small, and on a standalone cluster on loopback: the answers are the live ones."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.replay.archive import archive
from broker_local.replay.result import read_result
from tests.recorded_traffic import NOON, Traffic

pytestmark = pytest.mark.java
ROOT = Path(__file__).parents[4]
DEADLINE_S = 120.0


@contextmanager
def child(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=log.parent)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def wait_for(log: Path, words: str) -> None:
    until = time.monotonic() + DEADLINE_S
    while words not in log.read_text():
        assert time.monotonic() < until, log.read_text()
        time.sleep(0.05)


@contextmanager
def standalone(folder: Path) -> Iterator[str]:
    """A master and a worker from the installed package alone."""
    import pyspark

    spark_class = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    host = ["--host", "127.0.0.1", "--webui-port", "0"]
    master = [spark_class, "org.apache.spark.deploy.master.Master", *host, "--port", str(port)]
    url = f"spark://127.0.0.1:{port}"
    size = ["--cores", "2", "--memory", "2g", "--work-dir", str(folder / "work")]
    worker = [spark_class, "org.apache.spark.deploy.worker.Worker", *host, *size, url]
    with ExitStack() as both:
        both.enter_context(child(master, folder / "master.log"))
        wait_for(folder / "master.log", "I have been elected leader")
        both.enter_context(child(worker, folder / "worker.log"))
        wait_for(folder / "worker.log", "Successfully registered")
        yield url


@pytest.mark.parametrize("kind", ["local-cluster[2,1,1024]", "standalone"])
def test_a_cluster_gives_what_was_delivered(hour: Traffic, tmp_path: Path, kind: str) -> None:
    archive(hour.path, tmp_path / "archive", builtin_topics(), NOON, 100)
    with ExitStack() as running:
        master = running.enter_context(standalone(tmp_path)) if kind == "standalone" else kind
        out = tmp_path / "out"
        words = ["--archive", str(tmp_path / "archive"), "--from", "1900-01-01", "--to", "2100-01-01"]
        command = [sys.executable, "-m", "broker_local.cli", "replay", *words, "--master", master, "--out", str(out)]
        done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-4000:]
    result = read_result(out)
    names = result.read("subscriptions").to_pylist()
    found = {
        (row["event_id"], names[place]["subscription_id"], names[place]["owner"])
        for path in result.paths("matches")
        for row in pq.ParquetFile(path).read(["event_id", "matched"]).to_pylist()
        for place in row["matched"]
    }
    assert found == hour.delivered()
