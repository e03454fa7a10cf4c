"""Stage 7, store: the notifications a desk has, in inbox order, and the latest of each asset or sensor."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from broker_local.protocol.notification import Notification
from broker_local.protocol.topic import AttributeValue

from .object_key import ObjectKey

CAPACITY = 100_000


@dataclass(frozen=True, slots=True)
class StoredNotification:
    """A notification as the desk keeps it."""

    era: int  # how often the inbox had begun anew when it came
    notification: Notification
    received_at: datetime
    key: ObjectKey

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands: later is greater."""
        return (self.era, self.notification.number)


@dataclass(frozen=True, slots=True)
class NotificationsChanged:
    """What came, what had to make room for it, and the things of which nothing is left.

    `restored` is what an earlier life of the desk had received: shown like the others, but no news.
    """

    added: tuple[StoredNotification, ...] = ()
    removed: tuple[StoredNotification, ...] = ()
    gone: tuple[ObjectKey, ...] = ()
    restored: tuple[StoredNotification, ...] = ()


def merged_notifications(changes: Iterable[NotificationsChanged]) -> NotificationsChanged:
    """Changes in a row as one: what came and went again in between is not told of."""
    added: dict[tuple[int, int], StoredNotification] = {}
    restored: dict[tuple[int, int], StoredNotification] = {}
    removed: list[StoredNotification] = []
    gone: dict[ObjectKey, None] = {}
    for change in changes:
        for stored in change.restored:
            restored[stored.place] = stored
            gone.pop(stored.key, None)
        for stored in change.added:
            added[stored.place] = stored
            gone.pop(stored.key, None)
        for stored in change.removed:
            if added.pop(stored.place, None) is None and restored.pop(stored.place, None) is None:
                removed.append(stored)
        gone.update(dict.fromkeys(change.gone))
    return NotificationsChanged(tuple(added.values()), tuple(removed), tuple(gone), tuple(restored.values()))


class NotificationStore:
    """Bounded: when it is full the oldest go, and are counted."""

    def __init__(self, capacity: int = CAPACITY, era: int = 0) -> None:
        self.discarded = 0
        self.era = era  # how often the inbox has begun anew
        self._capacity = capacity
        self._ordered: list[StoredNotification] = []
        self._about: dict[ObjectKey, list[StoredNotification]] = {}  # by when it happened, and among equals by place

    def __len__(self) -> int:
        return len(self._ordered)

    def ordered(self) -> tuple[StoredNotification, ...]:
        """All, oldest first."""
        return tuple(self._ordered)

    def newest_first(self) -> Iterator[StoredNotification]:
        """All, newest first, without copying them."""
        return reversed(self._ordered)

    def about(self, key: ObjectKey) -> list[StoredNotification]:
        """Everything that was told of a thing, by when it happened."""
        return list(self._about.get(key, ()))

    def latest(self, key: ObjectKey) -> StoredNotification | None:
        """The newest word about a thing: by when it happened, and among equals by place."""
        told = self._about.get(key)
        return told[-1] if told else None

    def readings_of(self, topic: str, attribute: str, since: datetime) -> list[AttributeValue]:
        """What an attribute was said to be by all that happened since a moment, the newest first."""
        events = (stored.notification.event for stored in self.newest_first())
        return [
            event.attributes[attribute]
            for event in events
            if event.topic == topic and event.time >= since and attribute in event.attributes
        ]

    def add(self, notification: Notification, received_at: datetime, key: ObjectKey) -> NotificationsChanged:
        """Keep a notification; one that comes late takes the place its number gives it."""
        stored = StoredNotification(self.era, notification, received_at, key)
        if len(self._ordered) >= self._capacity and stored.place < self._ordered[0].place:
            self.discarded += 1
            return NotificationsChanged()
        insort(self._ordered, stored, key=lambda kept: kept.place)
        insort(self._about.setdefault(key, []), stored, key=_when)
        if len(self._ordered) <= self._capacity:
            return NotificationsChanged(added=(stored,))
        removed = self._ordered.pop(0)
        self.discarded += 1
        return NotificationsChanged((stored,), (removed,), self._forget(removed))

    def restore(self, older: Sequence[StoredNotification]) -> NotificationsChanged:
        """Take back what was received in an earlier life, oldest first, as far as there is room before what is here."""
        if self._ordered:
            older = older[: bisect_left(older, self._ordered[0].place, key=lambda stored: stored.place)]
        room = self._capacity - len(self._ordered)
        restored = older[max(0, len(older) - room) :]
        self._ordered[:0] = restored
        for stored in restored:
            insort(self._about.setdefault(stored.key, []), stored, key=_when)
        return NotificationsChanged(restored=tuple(restored))

    def begin_era(self) -> None:
        """The inbox counts from the beginning again: what comes now stands after all there is."""
        self.era += 1

    def _forget(self, removed: StoredNotification) -> tuple[ObjectKey, ...]:
        told = self._about[removed.key]
        del told[bisect_left(told, _when(removed), key=_when)]
        if told:
            return ()
        del self._about[removed.key]
        return (removed.key,)


def _when(stored: StoredNotification) -> tuple[datetime, tuple[int, int]]:
    return (stored.notification.event.time, stored.place)
