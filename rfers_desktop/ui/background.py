"""Long work beside the window: done on a thread, with progress, to be cancelled, answered on the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import tr


class Cancelled(Exception):
    """The user did not want to wait."""


@dataclass(eq=False, slots=True)
class Job:
    """One piece of work: how far it is, and whether it is still wanted."""

    words: str  # what is being done, for people
    tell: Callable[[float], None] = field(default=lambda _: None, repr=False)
    cancelled: threading.Event = field(default_factory=threading.Event)

    def progress(self, part: float) -> None:
        """So much of it is done, from 0 to 1; raises Cancelled if it is not wanted any more."""
        if self.cancelled.is_set():
            raise Cancelled
        self.tell(part)


class Background(QObject):
    """One job at a time, in the order they were given; all signals come on the window's thread."""

    changed = Signal(object, float)  # the job that is worked on, or None; and how far it is
    problem = Signal(str)
    _finished = Signal(object, object, object, object)
    _progressed = Signal(object, float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, "background")
        self._jobs: list[Job] = []
        self._finished.connect(self._finish)
        self._progressed.connect(self._tell)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done or waits."""
        return bool(self._jobs)

    def do(self, words: str, work: Callable[[Job], Any], then: Callable[[Any], None]) -> Job:
        """Have something done; `then` gets the result, unless it was cancelled or went wrong."""
        job = Job(words)
        job.tell = lambda part: self._progressed.emit(job, part)
        self._jobs.append(job)
        self._pool.submit(self._run, job, work, then)
        self.changed.emit(self._jobs[0], 0.0)
        return job

    def cancel(self) -> None:
        """Do none of what is being done or waits."""
        for job in self._jobs:
            job.cancelled.set()

    def stop(self) -> None:
        """Cancel, and wait for the thread to end."""
        self.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: Job, work: Callable[[Job], Any], then: Callable[[Any], None]) -> None:
        result: Any = None
        error: Exception | None = None
        try:
            job.progress(0.0)
            result = work(job)
        except MemoryError:
            error = ProtocolError(job.words, expected=tr("work that fits into memory"), got=tr("more"))
        except Exception as raised:  # noqa: BLE001 - it goes to the window's thread, which shows or raises it
            error = raised
        self._finished.emit(job, then, result, error)

    def _tell(self, job: Job, part: float) -> None:
        if job in self._jobs:
            self.changed.emit(job, part)

    def _finish(self, job: Job, then: Callable[[Any], None], result: Any, error: Exception | None) -> None:
        self._jobs.remove(job)
        self.changed.emit(self._jobs[0] if self._jobs else None, 0.0)
        if isinstance(error, ProtocolError):
            self.problem.emit(str(error))
        elif error is not None and not isinstance(error, Cancelled):
            raise error
        elif error is None and not job.cancelled.is_set():
            then(result)
