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
    possibility: float = 1.0  # that the event is what was asked for
    necessity: float = 1.0  # how certain that is; never above the possibility


@dataclass(frozen=True, slots=True)
class Notification:
    """The `number`-th entry of one user's inbox."""

    number: int
    event: Event
    matched: tuple[MatchedSubscription, ...]
    accepted_at: datetime  # when the matcher journaled it, UTC


@dataclass(frozen=True, slots=True)
class InboxMark:
    """A place in the stream of an inbox: how far it is told.

    As the end of a Resume's answer it has that request's id: of the numbers above `after`, up to and with `through`,
    only those in the ranges `sent` are left, and have been sent. Who has all of these misses nothing; who has not
    asks again, because brokers drop what a slow reader does not take. Without an id it only says which number is the
    newest.
    """

    last_number: int
    request_id: str | None = None
    after: int = 0
    through: int = 0
    sent: tuple[tuple[int, int], ...] = ()  # first and last number of each range
