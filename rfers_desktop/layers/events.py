"""Stage 8, layer: events become marks; one that speaks of a known thing moves that thing's mark."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.event import Event
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text, value_text
from rfers_desktop.degree_text import Sureness, percent, sureness
from rfers_desktop.geo.measuring import distance_text
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.language import tr

from .error_rings import rings_of
from .identify import Identified
from .looks import label_of, look_of, name_of, reading_of
from .marks import LayerChange, Mark, MarkKey, PointMark, ShapeMark, Style
from .search import Named

LONGEST_TRAIL = 100  # positions
Word = tuple[MarkKey, Event, Topic | None, float]  # the thing, what is said of it, and how certain it is
_BAND = "event"


@dataclass(slots=True)
class _Track:
    """The places of one thing by time, oldest first, in degrees and in map units, and its newest event."""

    newest: Event
    topic: Topic | None
    necessity: float = 1.0  # of the newest
    times: list[float] = field(default_factory=list)  # seconds of the epoch
    lonlats: list[tuple[float, float]] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)

    def add(
        self,
        event: Event,
        topic: Topic | None,
        necessity: float,
        lonlat: tuple[float, float],
        place: tuple[float, float],
    ) -> None:
        time_s = event.time.timestamp()
        at = len(self.times) if not self.times or time_s >= self.times[-1] else bisect_right(self.times, time_s)
        for listed, value in ((self.times, time_s), (self.lonlats, lonlat), (self.places, place)):
            listed.insert(at, value)  # type: ignore[arg-type]
            if len(listed) > LONGEST_TRAIL:
                del listed[:-LONGEST_TRAIL]
        if event.time >= self.newest.time:
            self.newest, self.topic, self.necessity = event, topic, necessity

    def has_no_room_for(self, event: Event) -> bool:
        """Whether an event is older than all of a trail that is as long as it gets."""
        return len(self.times) >= LONGEST_TRAIL and event.time.timestamp() < self.times[0]

    def project(self, projection: Projection) -> None:
        """Put the places on another map."""
        self.places = [projection.point_to_map(lon, lat) for lon, lat in self.lonlats]

    def trail(self) -> tuple[tuple[tuple[float, float], ...], tuple[float, ...]]:
        """The way it came with the times, without the moments it stood still."""
        places = self.places
        if len(places) < 2:
            return (), ()
        moved = [i for i, place in enumerate(places) if i == 0 or place != places[i - 1]]
        if len(moved) < 2:
            return (), ()
        return tuple(places[i] for i in moved), tuple(self.times[i] for i in moved)


class EventLayer:
    """The marks of everything the desk was told of."""

    def __init__(self, projection: Projection = WEB_MERCATOR) -> None:
        self._projection = projection
        self._tracks: dict[MarkKey, _Track] = {}
        self._shapes: dict[MarkKey, tuple[Event, Topic | None, float]] = {}  # with how certain it is
        self._marks: dict[MarkKey, Mark] = {}
        self._newest_image: MarkKey | None = None  # the one of many, one above the other, that says its name

    def show(self, key: MarkKey, event: Event, topic: Topic | None, necessity: float = 1.0) -> LayerChange:
        """Draw an event as the newest word about the thing `key`, or add it to the thing's way if it came late.

        `necessity` is how certain it is that somebody asked for it.
        """
        if event.geometry is None:
            return LayerChange()
        mark_key = (_BAND, *key)
        if isinstance(event.geometry, shapely.Point):
            track = self._moved(mark_key, event.geometry, event, topic, necessity)
            if track is None:
                return LayerChange()
            mark: Mark = _point(mark_key, track, self._projection)
        else:
            self._shapes[mark_key] = (event, topic, necessity)
            unnamed = self._name_newest_image(mark_key, event, topic)
            mark = self._shape(mark_key, event, topic, necessity)
            if unnamed is not None:
                self._marks[unnamed.key] = unnamed
                self._marks[mark_key] = mark
                return LayerChange(put=(unnamed, mark))
        if self._marks.get(mark_key) == mark:
            return LayerChange()
        self._marks[mark_key] = mark
        return LayerChange(put=(mark,))

    def show_all(self, words: Iterable[Word]) -> LayerChange:
        """As to show them one after the other, but each thing is drawn once, as it is after the last of them."""
        changed: dict[MarkKey, Mark | _Track] = {}
        for key, event, topic, necessity in words:
            mark_key = (_BAND, *key)
            if isinstance(event.geometry, shapely.Point):
                track = self._moved(mark_key, event.geometry, event, topic, necessity)
                if track is not None:
                    changed[mark_key] = track
            elif event.geometry is not None:
                changed.update((mark.key, mark) for mark in self.show(key, event, topic, necessity).put)
                if mark_key in changed:  # a shape again, as it was before it was a point
                    changed[mark_key] = self._marks[mark_key]
        put = []
        for mark_key, drawn in changed.items():
            mark = _point(mark_key, drawn, self._projection) if isinstance(drawn, _Track) else drawn
            self._marks[mark_key] = mark
            put.append(mark)
        return LayerChange(put=tuple(put))

    def _moved(
        self, mark_key: MarkKey, at: shapely.Point, event: Event, topic: Topic | None, necessity: float
    ) -> _Track | None:
        """The way of a thing with one more place; None if the place is too old for it."""
        self._shapes.pop(mark_key, None)
        track = self._tracks.get(mark_key)
        if track is None:
            track = self._tracks[mark_key] = _Track(event, topic)
        elif track.has_no_room_for(event):
            return None
        lonlat = (at.x, at.y)
        track.add(event, topic, necessity, lonlat, self._projection.point_to_map(*lonlat))
        return track

    def _name_newest_image(self, mark_key: MarkKey, event: Event, topic: Topic | None) -> ShapeMark | None:
        """Remember an image that is newer than all; gives the mark of the one before, now without a name."""
        if look_of(event, topic).style is not Style.IMAGE:
            return None
        before = self._newest_image
        known = self._shapes.get(before) if before is not None else None
        if before is None or known is None or before == mark_key:
            self._newest_image = mark_key
            return None
        if event.time < known[0].time:
            return None
        self._newest_image = mark_key
        return self._shape(before, *known)

    def hide(self, key: MarkKey) -> LayerChange:
        """Nothing is known of the thing `key` any more."""
        mark_key = (_BAND, *key)
        self._tracks.pop(mark_key, None)
        self._shapes.pop(mark_key, None)
        if self._marks.pop(mark_key, None) is None:
            return LayerChange()
        return LayerChange(taken=(mark_key,))

    def clear(self) -> LayerChange:
        """Nothing is known of anything any more."""
        taken = tuple(self._marks)
        self._tracks.clear()
        self._shapes.clear()
        self._marks.clear()
        self._newest_image = None
        return LayerChange(taken=taken)

    def mark(self, key: MarkKey) -> Mark | None:
        """How a thing is drawn now."""
        return self._marks.get((_BAND, *key))

    def named(self, mark_key: MarkKey) -> Named | None:
        """By what a mark's thing can be found; None if it is gone or has no one place."""
        track = self._tracks.get(mark_key)
        if track is None:
            return None
        told = self.describe(mark_key)
        assert told is not None
        lon, lat = track.lonlats[-1]
        return Named(told.title, told.layer, lon, lat, "", tuple(value for _, value in told.facts[:-1]))

    def describe(self, mark_key: MarkKey) -> Identified | None:
        """What is known of a mark's thing."""
        track, shape = self._tracks.get(mark_key), self._shapes.get(mark_key)
        if shape is not None:
            event, topic, necessity = shape
        elif track is not None:
            event, topic, necessity = track.newest, track.topic, track.necessity
        else:
            return None
        facts = [(name, value_text(name, value, topic)) for name, value in event.attributes.items()]
        if sureness(necessity) is not Sureness.CERTAIN:
            facts.append(
                (
                    tr("How sure"),
                    tr("{word}, certain to {degree} %", word=tr(sureness(necessity)), degree=percent(necessity)),
                )
            )
        if event.accuracy_m is not None:
            facts.append((tr("Accuracy"), tr("± {distance} (one sigma)", distance=distance_text(event.accuracy_m))))
        facts.append((tr("Time"), f"{event.time:%Y-%m-%d %H:%M:%S} UTC"))
        layer = topic_text(topic, event.topic)
        return Identified(layer, name_of(event, topic) or layer, tuple(facts), mark_key)

    def geometry(self, mark_key: MarkKey) -> BaseGeometry | None:
        """Where a mark's thing is now, in degrees."""
        track, shape = self._tracks.get(mark_key), self._shapes.get(mark_key)
        if shape is not None:
            return shape[0].geometry
        return None if track is None else shapely.Point(track.lonlats[-1])

    def project(self, projection: Projection) -> LayerChange:
        """Draw everything on another map."""
        self._projection = projection
        for mark_key in self._marks:
            if mark_key in self._shapes:
                self._marks[mark_key] = self._shape(mark_key, *self._shapes[mark_key])
            else:
                self._tracks[mark_key].project(projection)
                self._marks[mark_key] = _point(mark_key, self._tracks[mark_key], projection)
        return LayerChange(put=tuple(self._marks.values()))

    def _shape(self, mark_key: MarkKey, event: Event, topic: Topic | None, necessity: float) -> ShapeMark:
        assert event.geometry is not None
        geometry = self._projection.geometry_to_map(event.geometry)
        style = look_of(event, topic).style
        is_named = style is not Style.IMAGE or mark_key == self._newest_image
        label = label_of(event, topic) if is_named else ""
        return ShapeMark(mark_key, geometry, style, label, sureness(necessity) is Sureness.CERTAIN)


def _point(mark_key: MarkKey, track: _Track, projection: Projection) -> PointMark:
    event, topic = track.newest, track.topic
    (x, y), look = track.places[-1], look_of(event, topic)
    reading = reading_of(event) if look.style is Style.SENSOR else None
    # A sensor's badge says its values; its label need not say them again.
    label = (name_of(event, topic) or "") if reading is not None else label_of(event, topic)
    trail, times = track.trail()
    return PointMark(
        *(mark_key, x, y, look.style, label, trail, times),
        time_s=track.times[-1],
        heading_deg=_heading(trail) if look.style is Style.ASSET else None,
        reading=reading,
        is_alert=look.style is Style.INCIDENT,
        is_certain=sureness(track.necessity) is Sureness.CERTAIN,
        error=rings_of(event, projection),
    )


def _heading(trail: tuple[tuple[float, float], ...]) -> float | None:
    """The direction of the last step on the map, clockwise from up."""
    if len(trail) < 2:
        return None
    (from_x, from_y), (to_x, to_y) = trail[-2:]
    return math.degrees(math.atan2(to_x - from_x, to_y - from_y)) % 360.0
