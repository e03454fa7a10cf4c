"""How the service does right now: rates and delays over the last seconds, in memory that does not grow."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

WINDOW_S = 10
SHARED_COUNTERS = (  # what each worker counts for itself
    *("accepted", "rejected", "duplicates", "unplaced", "matched", "delivered", "undelivered", "receipts"),
    *("waiting", "unsent", "events_per_s", "matches_per_s"),
)
_STEP = math.log(1.02)  # delays are counted in steps of 2 %: that is how exact the percentiles are
_SHORTEST_S = 1e-6


@dataclass(slots=True)
class _Second:
    at: int
    events: int = 0
    matches: int = 0
    delays: Counter[int] = field(default_factory=Counter)  # by step, see _step_of


class Figures:
    """Counts what is done by the second and forgets what is older than the window."""

    def __init__(self, clock: Callable[[], float], window_s: int = WINDOW_S) -> None:
        self._clock = clock
        self._window_s = window_s
        self._began = clock()
        self._seconds: deque[_Second] = deque()

    def note(self, events: int, matches: int, delays_s: Iterable[float]) -> None:
        """A batch is done: so many events, so many matches, and how long each message took from arrival to delivery."""
        second = self._now()
        second.events += events
        second.matches += matches
        second.delays.update(map(_step_of, delays_s))

    def values(self) -> dict[str, int]:
        """The rates a second and the delays in microseconds; no delays where nothing was done."""
        self._now()
        lasted_s = min(float(self._window_s), max(1.0, self._clock() - self._began))
        values = {
            "events_per_s": round(sum(second.events for second in self._seconds) / lasted_s),
            "matches_per_s": round(sum(second.matches for second in self._seconds) / lasted_s),
        }
        delays: Counter[int] = Counter()
        for second in self._seconds:
            delays.update(second.delays)
        if delays:
            values |= {f"latency_p{share}_us": _percentile_us(delays, share) for share in (50, 99)}
        return values

    def _now(self) -> _Second:
        at = math.floor(self._clock())
        if not self._seconds or self._seconds[-1].at != at:
            self._seconds.append(_Second(at))
        while self._seconds[0].at <= at - self._window_s:
            self._seconds.popleft()
        return self._seconds[-1]


def together(ours: Mapping[str, int], workers: Mapping[str, int]) -> dict[str, int]:
    """The counters of two that share the work: what is counted adds up, of delays the longer counts."""
    summed = {name: ours.get(name, 0) + workers.get(name, 0) for name in (*ours, *workers) if name in SHARED_COUNTERS}
    delays = {name: max(ours.get(name, 0), value) for name, value in workers.items() if name.startswith("latency_")}
    return {**ours, **summed, **delays}


def _step_of(delay_s: float) -> int:
    return round(math.log(max(delay_s, _SHORTEST_S)) / _STEP)


def _percentile_us(delays: Counter[int], share: int) -> int:
    """The delay that so many of a hundred do not exceed."""
    wanted = math.ceil(delays.total() * share / 100)
    seen = 0
    for step in sorted(delays):
        seen += delays[step]
        if seen >= wanted:
            break
    return round(math.exp(step * _STEP) * 1e6)
