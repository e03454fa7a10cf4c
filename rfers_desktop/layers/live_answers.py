"""What live marks and zones answer when somebody asks what is at a place, or searches for a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .identify import Identified, Spot
from .marks import MarkKey

ObjectsAt = Callable[[float, float, float], list[MarkKey]]  # pixel, and how far around
Describe = Callable[[MarkKey], Identified | None]


class LiveIdentify:
    """Finds marks by their pixels, and lets their owner say what they are."""

    def __init__(self, objects_at: ObjectsAt, describe: Describe) -> None:
        self._objects_at = objects_at
        self._describe = describe

    def identify(self, spot: Spot) -> Iterator[Identified]:
        """What is there, nearest first."""
        for key in self._objects_at(spot.px, spot.py, spot.reach_px):
            told = self._describe(key)
            if told is not None:
                yield told
