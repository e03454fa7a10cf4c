"""Builders of what a desk's repository holds."""

from __future__ import annotations

from datetime import datetime

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from rfers_desktop.store.notifications import StoredNotification
from rfers_desktop.store.object_key import object_key
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, a_notification


def a_stored(
    number: int = 1,
    event: Event | None = None,
    *,
    era: int = 0,
    received_at: datetime = RECEIVED,
    matched: str = "North",
) -> StoredNotification:
    """A notification as the desk keeps it, of an ordinary event unless one is given."""
    told = event if event is not None else an_event(id=f"event of {number}")
    key = object_key(told, builtin_topics().get(told.topic))
    return StoredNotification(era, a_notification(number, told, matched), received_at, key)
