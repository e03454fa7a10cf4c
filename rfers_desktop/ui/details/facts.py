"""All that a notification says, as names and values for people."""

from __future__ import annotations

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.notification import MatchedSubscription
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import moment_text, value_text
from rfers_desktop.degree_text import Sureness, sure_text, sureness
from rfers_desktop.geo.coordinates import position_text
from rfers_desktop.geo.measuring import distance_text
from rfers_desktop.language import tr
from rfers_desktop.workspace import StoredNotification


def facts_about(stored: StoredNotification, topic: Topic | None) -> list[tuple[str, str]]:
    """The attributes first, in the topic's order, then where, when, from whom and for which subscriptions."""
    notification, event = stored.notification, stored.notification.event
    order = {attribute.name: number for number, attribute in enumerate(topic.attributes)} if topic is not None else {}
    names = sorted(event.attributes, key=lambda name: order.get(name, len(order)))
    facts = [(name, value_text(name, event.attributes[name], topic)) for name in names]
    if event.geometry is not None:
        facts.append((tr("Position"), _where(event.geometry)))
    if event.accuracy_m is not None:
        accuracy = tr("± {distance} (one sigma)", distance=distance_text(event.accuracy_m))
        facts.append((tr("Accuracy"), accuracy))
    if event.placed is not None:
        placed = tr(
            "from {by} “{matched}”, within {radius} with {confidence} % confidence",
            by=event.placed.by.value,
            matched=event.placed.matched,
            radius=distance_text(event.placed.radius_m),
            confidence=round(100 * event.placed.confidence),
        )
        facts.append((tr("Placed"), placed))
    facts += [
        (tr("Matched"), ", ".join(_matched(matched) for matched in notification.matched)),
        (tr("Publisher"), event.publisher or "—"),
        (tr("Sent (UTC)"), moment_text(event.time)),
        (tr("Accepted (UTC)"), moment_text(notification.accepted_at)),
        (tr("Received (UTC)"), moment_text(stored.received_at)),
        (tr("Number"), str(notification.number)),
        (tr("Event id"), event.id),
    ]
    return facts


def _matched(matched: MatchedSubscription) -> str:
    if sureness(matched.necessity) is Sureness.CERTAIN:
        return matched.name
    return f"{matched.name} ({sure_text(matched.possibility, matched.necessity)})"


def _where(geometry: BaseGeometry) -> str:
    if isinstance(geometry, shapely.Point):
        return position_text(geometry.x, geometry.y)
    middle = geometry.centroid
    return tr("{kind} around {place}", kind=geometry.geom_type, place=position_text(middle.x, middle.y))
