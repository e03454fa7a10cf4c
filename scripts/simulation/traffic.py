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
    """One publisher, or a moment at which all of a kind report."""

    voices: tuple[Speak, ...]
    rhythm: Rhythm
    leaves_s: float = math.inf
    is_burst: bool = False


class Traffic:
    """The reports of many publishers in the order of time; without end, and the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._waiting: list[tuple[float, int]] = []  # when the next report of each comes
        self._speakers: list[_Speaker] = []

    def add(self, voices: Sequence[Speak], rhythm: Rhythm) -> None:
        """Let more publishers take part, each from a moment of its own on."""
        for voice in voices:
            joins_s = self._rng.uniform(0, rhythm.every_s)
            if rhythm.absent_s and self._rng.random() < rhythm.absent_s / (rhythm.absent_s + rhythm.present_s):
                joins_s += self._rng.expovariate(1 / rhythm.absent_s)  # away when it begins
            self._wait(joins_s, _Speaker((voice,), rhythm, self._leaves(joins_s, rhythm)))
        if rhythm.burst_every_s and voices:
            self._wait(self._rng.expovariate(1 / rhythm.burst_every_s), _Speaker(tuple(voices), rhythm, is_burst=True))

    def reports(self) -> Iterator[tuple[float, Feature]]:
        """When, and what was said, one after the other."""
        while self._waiting:
            at_s, number = self._waiting[0]
            speaker = self._speakers[number]
            heapq.heapreplace(self._waiting, (self._next(at_s, speaker), number))
            for voice in speaker.voices:
                yield at_s, voice(at_s)

    def _wait(self, until_s: float, speaker: _Speaker) -> None:
        heapq.heappush(self._waiting, (until_s, len(self._speakers)))
        self._speakers.append(speaker)

    def _next(self, at_s: float, speaker: _Speaker) -> float:
        rhythm = speaker.rhythm
        if speaker.is_burst:
            return at_s + self._rng.expovariate(1 / rhythm.burst_every_s)
        next_s = at_s + rhythm.every_s * (1 + self._rng.uniform(-rhythm.jitter, rhythm.jitter))
        if next_s > speaker.leaves_s:
            next_s += self._rng.expovariate(1 / rhythm.absent_s)
            speaker.leaves_s = self._leaves(next_s, rhythm)
        return next_s

    def _leaves(self, joins_s: float, rhythm: Rhythm) -> float:
        if not (rhythm.present_s and rhythm.absent_s):
            return math.inf
        return joins_s + self._rng.expovariate(1 / rhythm.present_s)
