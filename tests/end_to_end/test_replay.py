"""Live equals replay: an hour over a real broker, archived, and replayed on one machine and on clusters on loopback."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, MOSQUITTO
from broker_local.broker.mosquitto import find_mosquitto
from broker_local.serve import JOURNAL_FILE
from tests.end_to_end.companion import Companion
from tests.end_to_end.live_traffic import LiveTraffic
from tests.recorded_traffic import USERS, Delivered, play_an_hour

pytest.importorskip("pyspark", reason="the extra replay is not installed")
pytestmark = [pytest.mark.broker, pytest.mark.java]
ROOT = Path(__file__).parents[2]
DEADLINE_S = 120.0


@dataclass(frozen=True)
class Hour:
    """A recorded hour: a station's data, and what its desks were told."""

    data: Path
    delivered: set[Delivered]


def told(journal: Path) -> dict[str, int]:
    """How many notifications each user has in the inbox."""
    with closing(sqlite3.connect(journal)) as database:
        rows = database.execute("SELECT user, COUNT(*) FROM inbox GROUP BY user").fetchall()
    return dict.fromkeys(USERS, 0) | dict(rows)


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory, accounts_file: Path) -> Hour:
    """Mixed traffic while subscriptions begin, change, pause and end; then the station is archived."""
    data = tmp_path_factory.mktemp("station")
    shutil.copy(accounts_file, data / ACCOUNTS_FILE)
    companion = Companion(data, EMBEDDED if find_mosquitto() is None else MOSQUITTO)
    companion.start()
    live = LiveTraffic(companion)
    try:
        play_an_hour(live, steps=60)
        live.wait_until_accepted()
        live.settle(told(data / JOURNAL_FILE))
    finally:
        live.close()
        assert companion.stop() == 0
    assert companion.command("archive", "--check").startswith("archived 480 events, ")
    return Hour(data, live.delivered())


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


@pytest.mark.parametrize("kind", ["local[2]", "local-cluster[2,1,2048]", "standalone"])
def test_a_replay_tells_what_the_desks_were_told(hour: Hour, tmp_path: Path, kind: str) -> None:
    from broker_local.replay.result import read_result
    from tests.replay_answers import answers

    out = tmp_path / "out"
    with ExitStack() as running:
        master = running.enter_context(standalone(tmp_path)) if kind == "standalone" else kind
        period = ["--from", "1900-01-01", "--to", "2100-01-01"]
        words = ["replay", "--data", str(hour.data), *period, "--master", master, "--out", str(out)]
        command = [sys.executable, "-m", "broker_local.cli", *words]
        done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-4000:]
    found = answers(read_result(out))
    assert found == hour.delivered
    assert set(Counter(user for _, _, user, *_ in found)) == set(USERS)
    assert sum(0.0 < necessity < 1.0 for *_, necessity in found) > 20
    assert len(found) > 100
