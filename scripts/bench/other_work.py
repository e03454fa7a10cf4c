"""How many cores other programs took while something was measured: a figure with much of that says little."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import TracebackType

from scripts.bench.memory import tree_of

_IDLE = (3, 4)  # of the numbers in /proc/stat: idle, and waiting for the disk
_TICKS_S = os.sysconf("SC_CLK_TCK")


class OtherWork:
    """`cores` is known at the end: what the machine did less what this process and all below it did."""

    def __init__(self) -> None:
        self.cores = 0.0
        self._begun_s = self._machine_s = self._own_s = 0.0

    def __enter__(self) -> OtherWork:
        self._begun_s, self._machine_s, self._own_s = time.monotonic(), machine_s(), own_s()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        passed_s = max(time.monotonic() - self._begun_s, 1e-9)
        others_s = machine_s() - self._machine_s - (own_s() - self._own_s)
        self.cores = max(others_s / passed_s, 0.0)


def machine_s() -> float:
    """Seconds for which a core of this machine worked since it was started."""
    ticks = [int(number) for number in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return sum(count for place, count in enumerate(ticks) if place not in _IDLE) / _TICKS_S


def own_s() -> float:
    """Seconds for which this process, and those below it that live or have been waited for, worked."""
    total = 0
    for pid in tree_of(os.getpid()):
        try:
            told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        total += sum(int(number) for number in told[11:15])  # its own, and of the children it waited for
    return total / _TICKS_S
