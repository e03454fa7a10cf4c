"""When the map is brought up to date: at once when it was quiet, else with the next frame."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

FRAME_S = 0.016
_REST_S = 0.006


class FramePump(QObject):
    """Calls `draw` for any number of requests: the first at once, those of a burst together, a frame apart.

    `draw` tells whether it drew anything; if not, what comes next need not wait for a frame.
    """

    def __init__(
        self, draw: Callable[[], bool], parent: QObject | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(parent)
        self._draw = draw
        self._clock = clock
        self._next_at = float("-inf")
        self._is_stopped = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.run)

    @property
    def is_waiting(self) -> bool:
        """Whether a frame is due."""
        return self._timer.isActive()

    def request(self) -> None:
        """Something is to be drawn."""
        if self._timer.isActive() or self._is_stopped:
            return
        rest_s = self._next_at - self._clock()
        if rest_s <= 0:
            self.run()
        else:
            self._timer.start(max(1, round(rest_s * 1000)))

    def stop(self) -> None:
        """Draw no more frames."""
        self._timer.stop()
        self._is_stopped = True

    def run(self) -> None:
        """Draw now, whatever the time. After a long frame there is a rest all the same: input gets its turn."""
        self._timer.stop()
        begun = self._clock()
        if self._draw():
            self._next_at = max(begun + FRAME_S, self._clock() + _REST_S)
