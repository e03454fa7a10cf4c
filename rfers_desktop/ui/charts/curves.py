"""What is drawn in a chart: the values of things over time, and the thresholds of the subscriptions they matched."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from statistics import median

from broker_local.protocol.topic import AttributeType, Topic
from rfers_desktop.attribute_text import extent_of, moment_text, number_of
from rfers_desktop.geo.track_speed import speeds_kmh
from rfers_desktop.language import tr
from rfers_desktop.layers.looks import name_of
from rfers_desktop.layers.thresholds import thresholds
from rfers_desktop.workspace import StoredNotification, SubscriptionRecord

_MOST_PLOTS = 3
_CHARTED = {"WSObservation": ("Temperature", "Humidity"), "EALocation": ("Speed",)}  # others: their numbers, in order
_SPEED = "Speed"
_LONG = 6  # times what usually passes between two values: a pause, over which nobody knows what was
_SHORTEST_PAUSE_S = 120.0


@dataclass(frozen=True, slots=True)
class Curve:
    """One thing's values of one attribute, oldest first."""

    name: str
    times_s: tuple[float, ...]
    values: tuple[float, ...]
    extents: tuple[tuple[float, float], ...] = ()  # from where to where each may be; none if all are exact
    missing_s: tuple[float, ...] = ()  # when the thing was heard of without a value

    def joined(self) -> list[bool]:
        """Of each value, whether a line leads on to the next: not across a pause, and not past one that is missing."""
        steps = [later - sooner for sooner, later in pairwise(self.times_s)]
        longest = max(_SHORTEST_PAUSE_S, _LONG * median(steps)) if steps else 0.0
        gaps = [any(sooner < at < later for at in self.missing_s) for sooner, later in pairwise(self.times_s)]
        return [step <= longest and not gap for step, gap in zip(steps, gaps)] + [False] * (len(self.times_s) > 0)

    def alone(self) -> list[int]:
        """The places of values that no line leads to or from."""
        on = self.joined()
        return [i for i, leads in enumerate(on) if not leads and (i == 0 or not on[i - 1])]


@dataclass(frozen=True, slots=True)
class Limit:
    """A subscription's threshold."""

    value: float
    words: str  # "> 30 °C"
    name: str  # of the subscription
    fades_to: float | None = None  # of a term: where it is not so at all any more


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
            Limit(threshold.value, f"{threshold.words} {unit}".rstrip(), subscription.name, threshold.fades_to)
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
        heard = {event.time.timestamp() for event in events}
        return [Curve(name, times, values, extents, tuple(sorted(heard.difference(times))))]
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


def told_at(curve: Curve, unit: str, moment_s: float, near_s: float) -> str | None:
    """The value nearest to a moment in words; None if there is none near."""
    nearest = min(range(len(curve.times_s)), key=lambda i: abs(curve.times_s[i] - moment_s), default=None)
    if nearest is None or abs(curve.times_s[nearest] - moment_s) > near_s:
        return None
    at = moment_text(datetime.fromtimestamp(curve.times_s[nearest], UTC))
    return f"{curve.name}: {curve.values[nearest]:g} {unit}".rstrip() + f", {at} UTC"
