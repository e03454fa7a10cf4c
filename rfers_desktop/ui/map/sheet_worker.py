"""Paints what is slow on another thread, a few boxes at a time, and hands the pictures back to the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QImage

from rfers_desktop.ui.themes import Theme

from .content import Band, Painting
from .sheet import blank, paint_box
from .view import View

_STRIP_PX = 360  # device pixels high: how often a job looks whether it is still wanted


@dataclass(eq=False, slots=True)
class PaintJob:
    """Boxes of a band to be painted for a view."""

    band: Band
    painting: Painting
    view: View
    theme: Theme
    boxes: list[QRect]
    is_whole: bool  # the whole view
    patches: list[tuple[QRect, QImage]] = field(default_factory=list)
    error: Exception | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)

    def run(self) -> bool:
        """Paint; False if it was cancelled."""
        for box in self.boxes:
            for top in range(box.top(), box.bottom() + 1, _STRIP_PX):
                if self.cancelled.is_set():
                    return False
                strip = box.intersected(QRect(box.left(), top, box.width(), _STRIP_PX))
                image = blank(strip.width(), strip.height())
                paint_box(image, QPoint(strip.left(), strip.top()), self.painting, self.view, strip, self.theme)
                self.patches.append((strip, image))
        return not self.cancelled.is_set()


class SheetWorker(QObject):
    """One thread for all slow bands of a map, so that the window's thread keeps a core."""

    _painted = Signal(object)

    def __init__(self, take: Callable[[PaintJob], None]) -> None:
        super().__init__()
        self._take = take
        self._pool = ThreadPoolExecutor(1, "map sheets")
        self._jobs: set[PaintJob] = set()
        self._painted.connect(self._hand_over)

    def start(self, job: PaintJob) -> None:
        """Paint when the jobs before it are done."""
        self._jobs.add(job)
        self._pool.submit(self._run, job)

    def stop(self) -> None:
        """Let go of all jobs, and wait for the one at work."""
        for job in self._jobs:
            job.cancelled.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: PaintJob) -> None:
        try:
            is_done = job.run()
        except Exception as error:  # noqa: BLE001 - it is raised again on the window's thread
            job.error, is_done = error, True
        if is_done or job.cancelled.is_set():
            self._painted.emit(job)

    def _hand_over(self, job: PaintJob) -> None:
        self._jobs.discard(job)
        if job.error is not None:
            raise job.error
        if not job.cancelled.is_set():
            self._take(job)
