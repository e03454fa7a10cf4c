"""How far a replay is, in words and numbers a line at a time: for a window that shows it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType

from pyspark.sql import SparkSession

_EVERY_S = 0.5
_SHARES = {"choosing": 0.05, "matching": 0.75, "summing up": 0.2}  # of the time, roughly

Line = dict[str, object]


class Progress:
    """Looks at Spark's tasks now and then, beside the work, and says what share is done and how long it may take."""

    def __init__(self, spark: SparkSession, say: Callable[[Line], None]) -> None:
        self._tracker = spark.sparkContext.statusTracker()
        self._say = say
        self._stage, self._before, self._begun = "starting", 0.0, time.monotonic()
        self._said = 0.0
        self._sizes: Sequence[int] = ()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="rfers-progress", daemon=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def stage(self, stage: str, done: float, sizes: Sequence[int] = ()) -> None:
        """Another stage begins, before which so much of all is done; `sizes` of its tasks, where they differ."""
        self._stage, self._before, self._sizes = stage, done, sizes
        self._tell(stage, done)

    def _watch(self) -> None:
        while not self._ended.wait(_EVERY_S):
            done, total = self._tasks()
            if total:
                part = share_of(self._sizes, done) if len(self._sizes) == total else done / total
                share = self._before + _SHARES.get(self._stage, 0.0) * part
                self._tell(self._stage, share, done, total)

    def _tell(self, stage: str, share: float, tasks: int = 0, of: int = 0) -> None:
        """Say it; a stage of several jobs begins to count anew with each, and what was said is not taken back."""
        self._said = max(self._said, share)
        self._say(line(stage, self._said, time.monotonic() - self._begun, tasks, of))

    def _tasks(self) -> tuple[int, int]:
        found = [self._tracker.getStageInfo(stage) for stage in self._tracker.getActiveStageIds()]
        stages = [stage for stage in found if stage is not None]
        return sum(s.numCompletedTasks for s in stages), sum(s.numTasks for s in stages)


def share_of(sizes: Sequence[int], done: int) -> float:
    """How much of the work so many tasks are, which are done nearly in order."""
    return sum(sizes[:done]) / max(sum(sizes), 1)


def line(stage: str, done: float, passed_s: float, tasks: int = 0, of: int = 0) -> Line:
    """What is said at a moment; how long it will still take is known once something is done."""
    share = min(max(done, 0.0), 1.0)
    left_s = passed_s * (1 - share) / share if share > 0.05 else None
    told: Line = {"stage": stage, "done": round(share, 4), "left_s": None if left_s is None else round(left_s, 1)}
    return told | {"tasks": tasks, "of_tasks": of} if of else told
