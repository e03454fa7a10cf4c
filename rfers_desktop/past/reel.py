"""The events around the moment that is shown: which of them are loaded, and what must be loaded next."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from rfers_desktop.store.replay_events import PastEvent
from rfers_desktop.store.replay_result import MOST_EVENTS, Stretch, Timeline

MOST_AHEAD = 5_000  # events: where there are many, less of what comes is loaded, so that a moment is there at once
_MINUTE_US = 60_000_000
_AHEAD = 1.0  # of what is shown is loaded with it when one goes on, so that playing finds it there
_LEAST_AHEAD_US = 10 * 60_000_000


@dataclass(frozen=True, slots=True)
class Shown:
    """Rows `low` up to `high` of what is loaded; `missing` events of the stretch were too many to show."""

    rows: tuple[PastEvent, ...]
    low: int
    high: int
    missing: int


class Reel:
    """Holds one stretch of events in order of time."""

    def __init__(self, begin_us: int, end_us: int, timeline: Timeline) -> None:
        self._begin_us, self._end_us = begin_us, end_us
        self._minutes_us = timeline.minutes_us
        self._matched = np.append(0, np.cumsum(timeline.matched))  # before each minute, and of all
        self._loaded = Stretch(begin_us, begin_us)
        self._moments: list[int] = []

    def wanted(self, first_us: int, last_us: int) -> tuple[int, int] | None:
        """What to load so that a stretch can be shown; None if it is there."""
        if self._loaded.begin_us <= first_us and last_us <= self._loaded.end_us:
            return None
        if not self._loaded.begin_us <= first_us <= self._loaded.end_us:
            return first_us, last_us  # a leap: the user waits for it, and perhaps leaps again
        ahead = max(round((last_us - first_us) * _AHEAD), _LEAST_AHEAD_US)
        return first_us, min(last_us + ahead, max(self._end_us, last_us), self._enough(last_us))

    def _enough(self, from_us: int) -> int:
        """Until when at most `MOST_AHEAD` events come, so that what comes takes no room from what is shown."""
        here = int(np.searchsorted(self._minutes_us, from_us - _MINUTE_US, "right"))
        full = int(np.searchsorted(self._matched, self._matched[here] + MOST_AHEAD, "right")) - 1
        return max(int(self._minutes_us[full]), from_us) if full < len(self._minutes_us) else self._end_us

    def take(self, loaded: Stretch) -> None:
        """Hold another stretch; the one before is let go."""
        self._loaded = loaded
        self._moments = [row.time_us for row in loaded.rows]

    def between(self, first_us: int, last_us: int) -> Shown:
        """What of the loaded rows lies in a stretch; of very many the newest."""
        first, high = bisect_left(self._moments, first_us), bisect_left(self._moments, last_us)
        low = max(first, high - MOST_EVENTS)
        left_out = self._loaded.left_out if first == 0 and high > 0 else 0
        return Shown(self._loaded.rows, low, high, left_out + low - first)
