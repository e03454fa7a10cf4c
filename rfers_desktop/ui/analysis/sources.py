"""What can be analysed: what was received, the zones of subscriptions, and the layers of the map, by their titles."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

import numpy as np

from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.geo.feature_shapes import shapes_of
from rfers_desktop.geo.features import Features
from rfers_desktop.geo.geodesic_buffer import buffered
from rfers_desktop.geo.out_layer import OutLayer, joined, shape_array
from rfers_desktop.language import tr
from rfers_desktop.layers.analysis import AnalysisLayer, as_analysis_layer
from rfers_desktop.layers.event_tables import Told, event_tables
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.workspace import StoredNotification, Workspace

Source = Callable[[], AnalysisLayer]  # to be called on the working thread


def analysis_sources(workspace: Workspace, layers: MapLayers) -> dict[str, Source]:
    """Sources by title: the latest of each thing first, then all that was received, zones, and the map's layers."""
    found: dict[str, Source] = {}
    for is_latest, words in ((True, tr("{topic}: latest of each")), (False, tr("{topic}: all received"))):
        by_topic: dict[str, list[StoredNotification]] = {}
        for stored in workspace.received(is_latest):
            by_topic.setdefault(stored.notification.event.topic, []).append(stored)
        for name, rows in sorted(by_topic.items()):
            topic = workspace.topics.get(name)
            title = words.format(topic=topic_text(topic, name))
            found[title] = _received(title, rows, topic)
    zones = [r.subscription for r in workspace.subscriptions() if r.subscription.spatial is not None]
    if zones:
        title = tr("Zones of subscriptions")
        found[title] = _zones(title, zones)
    for entry in layers.tree:
        features = layers.features(entry.id)
        if features:
            title = _apart(tr(entry.title), found)  # those of the base map are translated, others stay as they are
            found[title] = _of_features(title, features)
    return found


def _apart(title: str, others: Container[str]) -> str:
    """The title, with a number if another layer is called so."""
    numbered = (title, *(f"{title} ({number})" for number in range(2, 1_000)))
    return next(each for each in numbered if each not in others)


def _zones(title: str, zones: Sequence[Subscription]) -> Source:
    """With their buffers: a circle is a point and a buffer."""

    def make() -> AnalysisLayer:
        places = [zone.spatial for zone in zones]
        shapes = [None if place is None else buffered(place.zone, place.buffer_m) for place in places]
        names: dict[str, list[object]] = {"name": [zone.name for zone in zones], "topic": [z.topic for z in zones]}
        return as_analysis_layer(OutLayer(title, shape_array(shapes), names))

    return make


def _received(title: str, rows: list[StoredNotification], topic: Topic | None) -> Source:
    def make() -> AnalysisLayer:
        told = [Told(stored.notification, stored.received_at) for stored in rows]
        name = rows[0].notification.event.topic
        (table,) = event_tables(told, {} if topic is None else {name: topic})
        layer = OutLayer(title, table.geometries, table.columns)
        if topic is None:
            return as_analysis_layer(layer)
        return AnalysisLayer(layer, topic, [stored.notification.event.attributes for stored in rows])

    return make


def _of_features(title: str, parts: tuple[Features, ...]) -> Source:
    def make() -> AnalysisLayer:
        tables = [
            OutLayer(
                title,
                shapes_of(part),
                {name: _plain(column.tolist()) for name, column in part.columns.items()},
            )
            for part in parts
        ]
        return as_analysis_layer(joined(tables))

    return make


def _plain(values: list[object]) -> list[object]:
    return [None if isinstance(value, float) and np.isnan(value) else value for value in values]
