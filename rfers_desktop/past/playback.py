"""Where a replay stands: its moment, its speed, and the stretch of time that is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

SPEEDS = (1, 10, 60, 300, 900, 3600)  # times as fast as it was
MINUTE_US = 60_000_000


class Window(StrEnum):
    """Which events are on the map at a moment."""

    INSTANT = "instant"  # of the minute that ends now
    TRAILING = "trailing"  # of the last while
    CUMULATIVE = "cumulative"  # since the beginning
    INTERVAL = "interval"  # of a stretch that stands still


@dataclass(frozen=True, slots=True)
class Playback:
    """A position in the past; every method gives another one. Times are microseconds since 1970."""

    begin_us: int
    end_us: int
    now_us: int
    speed: int = 60
    window: Window = Window.TRAILING
    span_us: int = 30 * MINUTE_US  # of the trailing window
    interval_us: tuple[int, int] | None = None  # None is all of it
    is_playing: bool = False

    def __post_init__(self) -> None:
        if not self.begin_us <= self.now_us <= self.end_us:
            raise ValueError(f"now_us: expected {self.begin_us} to {self.end_us}, got {self.now_us}")

    def shown(self) -> tuple[int, int]:
        """The stretch whose events are shown: from the first moment up to, not with, the second."""
        match self.window:
            case Window.INSTANT:
                return max(self.now_us - MINUTE_US, self.begin_us), self.now_us
            case Window.TRAILING:
                return max(self.now_us - self.span_us, self.begin_us), self.now_us
            case Window.CUMULATIVE:
                return self.begin_us, self.now_us
            case Window.INTERVAL:
                return self.interval_us or (self.begin_us, self.end_us)

    def after(self, passed_s: float) -> Playback:
        """As it stands when so much time has passed for the watcher; at the end it stops."""
        if not self.is_playing:
            return self
        now_us = min(self.now_us + round(passed_s * self.speed * 1_000_000), self.end_us)
        return replace(self, now_us=now_us, is_playing=now_us < self.end_us)

    def played(self, is_playing: bool) -> Playback:
        """Playing or paused; to play from the end is to play from the beginning."""
        now_us = self.begin_us if is_playing and self.now_us >= self.end_us else self.now_us
        return replace(self, now_us=now_us, is_playing=is_playing)

    def sought(self, now_us: int) -> Playback:
        """At another moment."""
        return replace(self, now_us=min(max(now_us, self.begin_us), self.end_us))

    def stepped(self, steps: int) -> Playback:
        """Paused, and so many minutes further or back."""
        return replace(self.sought(self.now_us + steps * MINUTE_US), is_playing=False)

    def faster(self, is_faster: bool) -> Playback:
        """At the next speed up or down."""
        at = SPEEDS.index(self.speed) + (1 if is_faster else -1)
        return replace(self, speed=SPEEDS[min(max(at, 0), len(SPEEDS) - 1)])

    def marked(self, first_us: int, last_us: int) -> Playback:
        """With an interval, whichever end comes first; it is what is shown from now on."""
        low, high = sorted(min(max(moment, self.begin_us), self.end_us) for moment in (first_us, last_us))
        return replace(self, interval_us=(low, high), window=Window.INTERVAL)
