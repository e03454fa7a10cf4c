"""The service under faults and over a long time: promises kept in spite of kill -9, memory that does not grow."""

from __future__ import annotations

import statistics
import tempfile
import threading
from pathlib import Path

from scripts.bench.chaos import run_chaos
from scripts.bench.frame import PAPER, Record
from scripts.bench.publish_load import near_count
from scripts.bench.station import Desk, Station, a_station

SEED = 2009
MOST_GROWTH = 1.05
_SAMPLE_S = 0.2


def chaos(scale: str) -> list[Record]:
    """Random kill -9 of matcher, broker and subscriber during load; `differences` are broken promises."""
    kills = 500 if scale == PAPER else 9
    with tempfile.TemporaryDirectory(prefix="rfers-chaos-") as folder:
        report = run_chaos(Path(folder), kills, SEED)
    killed = ", ".join(f"{count} {name}" for name, count in sorted(report.kills.items()))
    note = f"killed: {killed}; {report.events:,} events, {report.shown:,} shown, {report.expired:,} expired unseen"
    return [Record("kills", scale, kills, None, "kill -9", None, report.broken, note)]


def soak(scale: str) -> list[Record]:
    """Resident memory once warm, and after all events."""
    count = 1_000_000 if scale == PAPER else 150_000
    with a_station() as station:
        desk = Desk(station)
        station.ready_publisher("--count", str(count), "--batch", "100", "--in-flight", "20")()
        sizes = _Sizes(station)
        desk.wait_for(near_count(count), idle_s=120.0)
        desk.close()
        samples = sizes.stop()
    warm = samples[len(samples) * 2 // 5 :]  # by then its queues and caches have been full once
    share = max(1, len(warm) // 4)
    first, last = statistics.median(warm[:share]), statistics.median(warm[-share:])
    note = f"{count:,} events; other: after two fifths of the time"
    return [Record("memory", scale, last, first, "MB", first / last, _grown(scale, first, last), note)]


def _grown(scale: str, first: float, last: float) -> int | None:
    """Whether it grew by more than it may; a short run is over before its queues have been full once."""
    return int(last > first * MOST_GROWTH) if scale == PAPER else None


class _Sizes:
    """The companion's resident memory, again and again."""

    def __init__(self, station: Station) -> None:
        assert station.companion is not None
        # the process itself: it has been replaced by the companion
        self._status = Path(f"/proc/{station.companion.pid}/status")
        self._samples: list[float] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def stop(self) -> list[float]:
        """The samples in megabytes, in order."""
        self._stopping.set()
        self._thread.join()
        return self._samples

    def _sample(self) -> None:
        while not self._stopping.wait(_SAMPLE_S):
            self._samples.append(resident_mb(self._status.read_text()))


def resident_mb(status: str) -> float:
    """The resident memory that /proc/PID/status tells."""
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024
