"""Loads events of the past on another thread; only the newest wish is fulfilled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Signal

from rfers_desktop.past.reel import MOST_AHEAD
from rfers_desktop.past.result import MOST_EVENTS, ReplayResult


class ReelLoader(QObject):
    """`loaded` and `failed` come on the thread that made the object."""

    loaded = Signal(object)  # Stretch
    failed = Signal(str)

    def __init__(self, result: ReplayResult, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._result = result
        self._pool = ThreadPoolExecutor(1, "past")
        self._wish: tuple[int, int] | None = None
        self.loaded.connect(self._done)
        self.failed.connect(self._done)

    @property
    def is_busy(self) -> bool:
        """Whether something is still on its way."""
        return self._wish is not None

    def load(self, begin_us: int, end_us: int) -> None:
        """Load a stretch; what was wished for before and has not begun is left."""
        is_idle = self._wish is None
        if self._wish == (begin_us, end_us):
            return
        self._wish = (begin_us, end_us)
        if is_idle:
            self._pool.submit(self._run, begin_us, end_us)

    def stop(self) -> None:
        """Wait for the thread to end."""
        self._wish = None
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, begin_us: int, end_us: int) -> None:
        try:
            self.loaded.emit(self._result.between(begin_us, end_us, MOST_EVENTS + MOST_AHEAD))
        except Exception as error:  # noqa: BLE001 - it is told in the window; a damaged file must not end the thread
            self.failed.emit(str(error))

    def _done(self, answer: object) -> None:
        wish, self._wish = self._wish, None
        span = (getattr(answer, "begin_us", None), getattr(answer, "end_us", None))
        if wish is not None and not isinstance(answer, str) and wish != span:
            self.load(*wish)
