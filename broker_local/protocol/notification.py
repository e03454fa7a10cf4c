"""A notification: an event that reached a subscriber, with what it matched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .event import Event


@dataclass(frozen=True, slots=True)
class MatchedSubscription:
    """One subscription of the inbox's owner that an event matched."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Notification:
    """The `number`-th entry of one user's inbox."""

    number: int
    event: Event
    matched: tuple[MatchedSubscription, ...]
    accepted_at: datetime  # when the matcher journaled it, UTC
