"""The map while updates stream in: how soon they are painted, whether any is lost, whether the window answers."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections import deque

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import LayerChange, MarkKey, PointMark, Style
from scripts.bench.frame import PAPER, Record
from scripts.bench.map_window import MeasuredCanvas, places, point_key, rest, with_points

_OBJECTS = 100_000
_START = """
# In the order of rfers_desktop.app.
import gc, time
begun = time.perf_counter()
from rfers_desktop.workspace import Workspace
gc.disable()
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.short_pauses import keep_pauses_short
from rfers_desktop.ui.thread_border import WakeUp
app = QApplication([])
apply_theme(app)
wake_up = WakeUp()
window = MainWindow(Workspace(on_wake=wake_up), wake_up)
window.resize(1920, 1080)
window.show()
keep_pauses_short()
while window.map.is_busy or window.map.full_paints == 0:
    app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
print(time.perf_counter() - begun)
window.close()
"""


class _Stream:
    """Moves random objects at a rate, and notes for each move when it was due and when it was painted."""

    def __init__(self, canvas: MeasuredCanvas, rate: int) -> None:
        self._canvas = canvas
        self._rate = rate
        self._rng = np.random.default_rng(11)
        self._x, self._y = places(canvas, 50_000, seed=12)
        self.sent = 0
        self.last: dict[MarkKey, tuple[float, float]] = {}
        self._waiting: deque[float] = deque()  # when those were due that the map may not have taken in yet
        self._drawn: deque[float] = deque()  # and those that it has, and the next paint shows
        self.latencies: list[float] = []
        self._begun = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._send)
        canvas.after_paint = self._painted

    def run(self, seconds: float) -> None:
        """Send for a while, then wait until everything is painted."""
        self._begun = time.perf_counter()
        self._timer.start(1)
        rest(round(seconds * 1000))
        self._timer.stop()
        rest(500)

    def _send(self) -> None:
        due = int((time.perf_counter() - self._begun) * self._rate)
        if not self._canvas.is_waiting_for_frame:
            self._all_are_drawn()
        marks = []
        for number in range(self.sent, due):
            key = point_key(int(self._rng.integers(_OBJECTS)))
            x, y = float(self._x[number % len(self._x)]), float(self._y[number % len(self._y)])
            self.last[key] = (x, y)
            marks.append(PointMark(key, x, y, Style.ASSET, ""))
            self._waiting.append(self._begun + number / self._rate)
        self.sent = max(self.sent, due)
        if marks:
            self._canvas.apply(LayerChange(put=tuple({mark.key: mark for mark in marks}.values())))

    def _painted(self) -> None:
        if not self._canvas.is_waiting_for_frame:
            self._all_are_drawn()
        now = time.perf_counter()
        self.latencies += [now - due for due in self._drawn]
        self._drawn.clear()

    def _all_are_drawn(self) -> None:
        """Nothing waits for a frame: all that was sent is on the sheets, and the next paint shows it."""
        self._drawn += self._waiting
        self._waiting.clear()


class _Caller(QObject):
    """Asks the window's thread for an answer from another thread, as input does."""

    asked = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.delays: list[float] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.asked.connect(self._answer)

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(0.05):
            self.asked.emit(time.perf_counter())

    def _answer(self, asked_at: float) -> None:
        self.delays.append(time.perf_counter() - asked_at)


def latency(scale: str) -> list[Record]:
    """From arrival to paint at a thousand updates a second, a hundred thousand objects on the screen."""
    canvas = with_points(_OBJECTS)
    stream = _Stream(canvas, 1_000)
    stream.run(20.0 if scale == PAPER else 5.0)
    p50, p99 = (float(np.percentile(stream.latencies, part)) * 1e3 for part in (50, 99))
    lost = stream.sent - len(stream.latencies)
    canvas.close()
    note = f"{stream.sent:,} updates"
    return [
        Record("1,000/s, half painted after", scale, p50, 16.0, "ms", 16.0 / p50, lost, f"{note}; of 16 allowed"),
        Record("1,000/s, 99 % painted after", scale, p99, 60.0, "ms", 60.0 / p99, None, f"{note}; of 60 allowed"),
    ]


def flood(scale: str) -> list[Record]:
    """Ten thousand updates a second: none is lost, and the window goes on answering."""
    canvas = with_points(_OBJECTS)
    stream, caller = _Stream(canvas, 10_000), _Caller()
    caller.start()
    stream.run(60.0 if scale == PAPER else 6.0)
    caller.stop()
    QApplication.processEvents()
    lost = sum(canvas.live.place_of(key) != place for key, place in stream.last.items())
    worst = max(caller.delays) * 1e3
    p99 = float(np.percentile(stream.latencies, 99)) * 1e3
    canvas.close()
    note = f"{stream.sent:,} updates, {len(caller.delays)} questions; 99 % painted within {p99:.0f} ms; of 100 allowed"
    return [Record("10,000/s, longest wait for an answer", scale, worst, 100.0, "ms", 100.0 / worst, lost, note)]


def start(scale: str) -> list[Record]:
    """From the start of the program to a map that is painted in full."""
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", _START], check=True, capture_output=True, text=True)
        taken.append(time.perf_counter() - begun)
    ours = sorted(taken)[1]
    note = "the whole process, median of 3; of 4 allowed"
    return [Record("cold start to a usable map", scale, ours, 4.0, "s", 4.0 / ours, None, note)]
