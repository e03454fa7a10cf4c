"""How many notifications each subscription brought in each of the last sixty minutes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from .notifications import StoredNotification

MINUTES = 60


@dataclass(frozen=True, slots=True)
class HourCount:
    """One subscription's last hour."""

    subscription_id: str
    name: str
    minutes: tuple[int, ...]  # oldest first, the last is the minute that runs

    @property
    def total(self) -> int:
        """In the whole hour."""
        return sum(self.minutes)


def hour_counts(newest_first: Iterable[StoredNotification], known: dict[str, str], now: datetime) -> list[HourCount]:
    """Counts by subscription, the busiest first; `known` are names by id, listed though they may be quiet."""
    names = dict(known)
    counts = {subscription_id: [0] * MINUTES for subscription_id in known}
    for stored in newest_first:
        minutes_ago = int((now - stored.received_at).total_seconds() // 60)
        if minutes_ago >= MINUTES:
            break
        for matched in stored.notification.matched:
            names.setdefault(matched.id, matched.name)
            counts.setdefault(matched.id, [0] * MINUTES)[MINUTES - 1 - max(0, minutes_ago)] += 1
    found = [HourCount(key, names[key], tuple(minutes)) for key, minutes in counts.items()]
    return sorted(found, key=lambda count: (-count.total, count.name))
