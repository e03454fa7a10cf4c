"""Stage 8, layer: events become marks; one that speaks of a known thing moves that thing's mark."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import datetime

import shapely

from broker_local.protocol.event import Event
from broker_local.protocol.topic import Topic
from rfers_desktop.geo.mercator import geometry_to_map, point_to_map

from .looks import label_of, look_of
from .marks import LayerChange, Mark, MarkKey, PointMark, ShapeMark

LONGEST_TRAIL = 100  # positions
_BAND = "event"


@dataclass(slots=True)
class _Track:
    """The places of one thing by time, oldest first, and its newest event."""

    newest: Event
    topic: Topic | None
    times: list[datetime] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)

    def add(self, event: Event, topic: Topic | None, place: tuple[float, float]) -> None:
        at = bisect_right(self.times, event.time)
        self.times.insert(at, event.time)
        self.places.insert(at, place)
        del self.times[:-LONGEST_TRAIL], self.places[:-LONGEST_TRAIL]
        if event.time >= self.newest.time:
            self.newest, self.topic = event, topic

    def trail(self) -> tuple[tuple[float, float], ...]:
        """The way it came, without the moments it stood still."""
        steps = [p for i, p in enumerate(self.places) if i == 0 or p != self.places[i - 1]]
        return tuple(steps) if len(steps) > 1 else ()


class EventLayer:
    """The marks of everything the desk was told of."""

    def __init__(self) -> None:
        self._tracks: dict[MarkKey, _Track] = {}
        self._marks: dict[MarkKey, Mark] = {}

    def show(self, key: MarkKey, event: Event, topic: Topic | None) -> LayerChange:
        """Draw an event as the newest word about the thing `key`, or add it to the thing's way if it came late."""
        if event.geometry is None:
            return LayerChange()
        mark_key = (_BAND, *key)
        if isinstance(event.geometry, shapely.Point):
            mark: Mark = self._moved(mark_key, event, topic, event.geometry)
        else:
            look = look_of(event, topic)
            mark = ShapeMark(mark_key, geometry_to_map(event.geometry), look.style, label_of(event, topic))
        if self._marks.get(mark_key) == mark:
            return LayerChange()
        self._marks[mark_key] = mark
        return LayerChange(put=(mark,))

    def hide(self, key: MarkKey) -> LayerChange:
        """Nothing is known of the thing `key` any more."""
        mark_key = (_BAND, *key)
        self._tracks.pop(mark_key, None)
        if self._marks.pop(mark_key, None) is None:
            return LayerChange()
        return LayerChange(taken=(mark_key,))

    def mark(self, key: MarkKey) -> Mark | None:
        """How a thing is drawn now."""
        return self._marks.get((_BAND, *key))

    def _moved(self, mark_key: MarkKey, event: Event, topic: Topic | None, point: shapely.Point) -> PointMark:
        track = self._tracks.setdefault(mark_key, _Track(event, topic))
        track.add(event, topic, point_to_map(point.x, point.y))
        x, y = track.places[-1]
        look = look_of(track.newest, track.topic)
        return PointMark(mark_key, x, y, look.style, label_of(track.newest, track.topic), track.trail())
