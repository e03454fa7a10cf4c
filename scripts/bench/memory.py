"""How much memory a process and all its children take together, looked at now and then while something runs."""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from pathlib import Path
from types import TracebackType

_EVERY_S = 0.5


class PeakMemory:
    """The most that this process and what it started had at once; pages that several share count once."""

    def __init__(self) -> None:
        self.bytes = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(_EVERY_S):
            self.bytes = max(self.bytes, taken_by(os.getpid()))


def tree_of(pid: int) -> list[int]:
    """A process and all below it."""
    children = defaultdict(list)
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        children[parent].append(int(status.parent.name))
    found = [pid]
    for one in found:
        found += children[one]
    return found


def taken_by(pid: int) -> int:
    """Bytes of a process and all below it, as Linux tells them."""
    total = 0
    for one in tree_of(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total
