"""When publishers speak: each joins and leaves irregularly, reports about every so often, and some all at once."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scripts.topic_features import Feature

Speak = Callable[[float], Feature]  # what a publisher says at a moment, in seconds after the start


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How publishers of one kind speak."""

    every_s: float  # from report to report, on average
    jitter: float = 0.2  # how far a pause may deviate, as a share of it
    present_s: float = 0.0  # how long one stays before it leaves, on average; 0 is for ever
    absent_s: float = 0.0  # and how long it stays away
    burst_every_s: float = 0.0  # now and then all report at once; 0 is never


@dataclass(slots=True)
class _Speaker:
    """One publisher, and since when it is there, or when it was away."""

    voice: Speak
    rhythm: Rhythm
    joins_s: float
    leaves_s: float
    left_s: float = -math.inf  # before it joined again

    def is_there(self, at_s: float) -> bool:
        """Whether it takes part at a moment."""
        return at_s <= self.left_s or at_s >= self.joins_s


@dataclass(frozen=True, slots=True)
class _Burst:
    """All publishers of a kind, who now and then report at once."""

    speakers: tuple[_Speaker, ...]
    every_s: float


class Traffic:
    """The reports of many publishers in the order of time; without end, and the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._waiting: list[tuple[float, int]] = []  # when the next report of each comes
        self._parts: list[_Speaker | _Burst] = []

    def add(self, voices: Sequence[Speak], rhythm: Rhythm) -> None:
        """Let more publishers take part, each from a moment of its own on."""
        speakers = tuple(self._speaker(voice, rhythm) for voice in voices)
        for speaker in speakers:
            self._wait(speaker.joins_s, speaker)
        if rhythm.burst_every_s and speakers:
            self._wait(self._rng.expovariate(1 / rhythm.burst_every_s), _Burst(speakers, rhythm.burst_every_s))

    def reports(self) -> Iterator[tuple[float, Feature]]:
        """When, and what was said, one after the other."""
        while self._waiting:
            at_s, number = self._waiting[0]
            part = self._parts[number]
            voices = (part.voice,) if isinstance(part, _Speaker) else self._present(part, at_s)
            heapq.heapreplace(self._waiting, (self._next(at_s, part), number))
            for voice in voices:
                yield at_s, voice(at_s)

    def _speaker(self, voice: Speak, rhythm: Rhythm) -> _Speaker:
        joins_s = self._rng.uniform(0, rhythm.every_s)
        if rhythm.absent_s and self._rng.random() < rhythm.absent_s / (rhythm.absent_s + rhythm.present_s):
            joins_s += self._rng.expovariate(1 / rhythm.absent_s)  # away when it begins
        return _Speaker(voice, rhythm, joins_s, self._leaves(joins_s, rhythm))

    def _wait(self, until_s: float, part: _Speaker | _Burst) -> None:
        heapq.heappush(self._waiting, (until_s, len(self._parts)))
        self._parts.append(part)

    def _present(self, burst: _Burst, at_s: float) -> tuple[Speak, ...]:
        return tuple(speaker.voice for speaker in burst.speakers if speaker.is_there(at_s))

    def _next(self, at_s: float, part: _Speaker | _Burst) -> float:
        if isinstance(part, _Burst):
            return at_s + self._rng.expovariate(1 / part.every_s)
        rhythm = part.rhythm
        next_s = at_s + rhythm.every_s * (1 + self._rng.uniform(-rhythm.jitter, rhythm.jitter))
        if next_s > part.leaves_s:
            next_s += self._rng.expovariate(1 / rhythm.absent_s)
            part.left_s, part.joins_s = part.leaves_s, next_s
            part.leaves_s = self._leaves(next_s, rhythm)
        return next_s

    def _leaves(self, joins_s: float, rhythm: Rhythm) -> float:
        if not (rhythm.present_s and rhythm.absent_s):
            return math.inf
        return joins_s + self._rng.expovariate(1 / rhythm.present_s)
