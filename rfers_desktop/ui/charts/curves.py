"""What is drawn in a chart: the values of things over time, and the thresholds of the subscriptions they matched."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from broker_local.protocol.topic import AttributeType, Topic
from rfers_desktop.attribute_text import extent_of, number_of
from rfers_desktop.geo.track_speed import speeds_kmh
from rfers_desktop.language import tr
from rfers_desktop.layers.looks import name_of
from rfers_desktop.layers.thresholds import thresholds
from rfers_desktop.workspace import StoredNotification, SubscriptionRecord

_MOST_PLOTS = 3
_CHARTED = {"WSObservation": ("Temperature", "Humidity"), "EALocation": ("Speed",)}  # others: their numbers, in order
_SPEED = "Speed"


@dataclass(frozen=True, slots=True)
class Curve:
    """One thing's values of one attribute, oldest first."""

    name: str
    times_s: tuple[float, ...]
    values: tuple[float, ...]
    extents: tuple[tuple[float, float], ...] = ()  # from where to where each may be; none if all are exact


@dataclass(frozen=True, slots=True)
class Limit:
    """A subscription's threshold."""

    value: float
    words: str


@dataclass(frozen=True, slots=True)
class Plot:
    """One attribute of all things that are compared."""

    attribute: str
    unit: str
    curves: tuple[Curve, ...]
    limits: tuple[Limit, ...]


def charted_attributes(topic: Topic) -> tuple[str, ...]:
    """Which attributes of a topic's events are worth a chart."""
    numbers = tuple(a.name for a in topic.attributes if a.type in (AttributeType.NUMBER, AttributeType.INTEGER))
    return _CHARTED.get(topic.name, numbers[:_MOST_PLOTS])


def plots_of(
    histories: Sequence[Sequence[StoredNotification]], topic: Topic, subscriptions: Iterable[SubscriptionRecord]
) -> list[Plot]:
    """A plot for each attribute; `histories` are what is known of each thing, by when it happened."""
    matched = {each.id for history in histories for stored in history for each in stored.notification.matched}
    watching = [r.subscription for r in subscriptions if r.subscription.id in matched and r.subscription.filter]
    plots = []
    for name in charted_attributes(topic):
        attribute = topic.find(name)
        unit = attribute.unit if attribute is not None and attribute.unit else ""
        curves = tuple(curve for history in histories for curve in _curves(history, name, topic))
        limits = [
            Limit(threshold.value, f"{subscription.name}: {threshold.words} {unit}".rstrip())
            for subscription in watching
            if subscription.filter is not None
            for threshold in thresholds(subscription.filter.root, name)
        ]
        plots.append(Plot(name, unit, curves, tuple(limits)))
    return plots


def _curves(history: Sequence[StoredNotification], attribute: str, topic: Topic) -> list[Curve]:
    if not history:
        return []
    name = name_of(history[-1].notification.event, topic) or history[-1].key[1]
    events = [stored.notification.event for stored in history]
    told = [
        (event.time.timestamp(), number, extent_of(value))
        for event in events
        if (number := number_of(value := event.attributes.get(attribute))) is not None
    ]
    if told or attribute != _SPEED:
        times, values = tuple(at for at, _, _ in told), tuple(number for _, number, _ in told)
        is_any_imprecise = any(extent is not None for _, _, extent in told)
        extents = tuple(_ends(number, extent) for _, number, extent in told) if is_any_imprecise else ()
        return [Curve(name, times, values, extents)]
    seen = [(event.time.timestamp(), event.geometry) for event in events if event.geometry is not None]
    moments = [at for at, _ in seen]
    speeds = speeds_kmh(moments, [(place.centroid.x, place.centroid.y) for _, place in seen])
    known = [(at, speed) for at, speed in zip(moments, speeds) if speed is not None]
    words = tr("{name}, from its path", name=name)
    return [Curve(words, tuple(at for at, _ in known), tuple(speed for _, speed in known))]


def _ends(number: float, extent: tuple[float, float] | None) -> tuple[float, float]:
    """What is drawn of where a value may be; an endless side is not."""
    low, high = (number, number) if extent is None else extent
    return low if math.isfinite(low) else number, high if math.isfinite(high) else number
