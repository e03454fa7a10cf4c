"""What the map shows of the past at a moment, drawn by the layers that draw the present."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from broker_local.protocol.topic import Topic
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.layers.events import EventLayer, Word
from rfers_desktop.layers.identify import Identified
from rfers_desktop.layers.marks import LayerChange, MarkKey, merged_layers
from rfers_desktop.store.object_key import ObjectKey, object_key
from rfers_desktop.store.replay_events import PastEvent

from .reel import Shown


class Scene:
    """Brings a map from one moment to another, by what came and what went."""

    def __init__(
        self, topics: Mapping[str, Topic], projection: Projection = WEB_MERCATOR, is_compared: bool = False
    ) -> None:
        """`is_compared`: it shows how certain the matches of the compared set were, not those of the asked one."""
        self._topics = topics
        self._is_compared = is_compared
        self._projection = projection
        self._layer = EventLayer(projection)
        self._rows: tuple[PastEvent, ...] = ()
        self._low = self._high = 0
        self._newest: dict[ObjectKey, int] = {}  # by thing: the row of its newest event

    def show(self, shown: Shown) -> LayerChange:
        """Show these rows, and no others."""
        changes = []
        if shown.rows is not self._rows or shown.low < self._low or shown.high < self._high:
            changes.append(self._layer.clear())
            self._newest.clear()
            self._rows, self._low, self._high = shown.rows, shown.low, shown.low
        changes.append(self._layer.show_all(self._words(max(self._high, shown.low), shown.high)))
        gone = [key for key, place in self._newest.items() if place < shown.low] if shown.low > self._low else []
        for key in gone:
            changes.append(self._layer.hide(key))
            del self._newest[key]
        self._low, self._high = shown.low, max(shown.high, shown.low)
        return merged_layers(changes)

    def _words(self, low: int, high: int) -> Iterator[Word]:
        """What some rows say of their things, which they are the newest of."""
        for place in range(low, high):
            row = self._rows[place]
            topic = self._topics.get(row.event.topic)
            key = object_key(row.event, topic)
            self._newest[key] = place
            yield key, row.event, topic, row.necessity(self._is_compared)

    def project(self, projection: Projection) -> LayerChange:
        """Draw everything on another map."""
        self._projection = projection
        return self._layer.project(projection)

    def marks_of(self, rows: Sequence[PastEvent]) -> list[MarkKey]:
        """The marks of the things that these events speak of."""
        keys = (object_key(row.event, self._topics.get(row.event.topic)) for row in rows)
        marks = (self._layer.mark(key) for key in keys)
        return list({mark.key: None for mark in marks if mark is not None})

    def describe(self, key: MarkKey) -> Identified | None:
        """What is known of a mark's thing."""
        return self._layer.describe(key)
