"""Builders of alerts and what raises them."""

from __future__ import annotations

from datetime import UTC, datetime

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.store.alerts import Alert, AlertBook, AlertCause
from rfers_desktop.store.object_key import ObjectKey

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def key_of(thing: str) -> ObjectKey:
    """The key of a thing that is called so."""
    return ("FireIncReports", f"={thing!r}")


def a_cause(
    thing: str,
    event: str,
    *,
    subscription: str = "north",
    priority: Priority = Priority.NORMAL,
    sound: Sound | None = None,
    at: datetime = NOON,
    place: tuple[float, float] | None = (-114.0, 51.0),
) -> AlertCause:
    """An event about a thing."""
    told = ("FireIncReports", "", event)
    return AlertCause(told, key_of(thing), thing, subscription, subscription.title(), priority, sound, place, at)


def an_alert(thing: str = "fire", **given: object) -> Alert:
    """A new alert about a thing."""
    (alert,) = AlertBook().take_in([a_cause(thing, f"event of {thing}", **given)], NOON).changed  # type: ignore[arg-type]
    return alert
